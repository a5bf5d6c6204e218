//! Tables on a server: the connection, joined to the browser's socket, clock and storage.

mod socket;

use std::time::Duration;

use client::online::{
    GuestName, Name, PASS_PATH, PassTransfer, TableCommand, TableId, Visit, VisitInput, VisitOutput, deliver,
    input_of, read, write,
};
use client::savannah::Level;
use client::shell::{Action, FormData, FormName, Shareable};
use client::words::online as texts;
use client::{Settings, catalog};
use text::Text;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;

use self::socket::Socket;
use crate::app::{self, Page};
use crate::dom::timing::after;
use crate::dom::{app_address, hash, js, window};
use crate::table::{TablePage, now, random_seed};

/// Where the browser keeps the player's name.
const NAME_KEY: &str = "cardroom.name";

/// The lobby, and the table that the player is at.
pub(crate) struct Lobby {
    /// The connection, and what is known of the server.
    pub(crate) visit: Visit,
    /// What was said last, where no table is shown.
    pub(crate) said: Text,
    /// What is wrong with the form that was sent last.
    pub(crate) error: Option<Text>,
    /// The link that brings the player to another device.
    pub(crate) device: Option<Result<String, Text>>,
    /// What was just copied, by the name of its button.
    pub(crate) copied: Option<&'static str>,
    /// What the check of the cards and dice found.
    pub(crate) verdict: Option<Text>,
    /// The record of the game that is over, once it was asked for.
    record: String,
    settings: Settings,
    table: Option<Box<TablePage>>,
    socket: Socket,
}

impl Lobby {
    /// Comes to a table, or looks for one.
    pub(crate) fn open(table: Option<TableId>, settings: Settings) -> Lobby {
        let pledge = table.and_then(saved_pledge);
        Lobby {
            visit: Visit::new(saved_name(), table, pledge.as_deref(), random_seed()),
            said: Text::EMPTY,
            error: None,
            device: None,
            copied: None,
            verdict: None,
            record: String::new(),
            settings,
            table: None,
            socket: Socket::default(),
        }
    }

    /// The table with a game.
    pub(crate) fn table(&self) -> Option<&TablePage> {
        self.table.as_deref()
    }

    /// The table with a game.
    pub(crate) fn table_mut(&mut self) -> Option<&mut TablePage> {
        self.table.as_deref_mut()
    }

    /// Whether the player is at this table.
    pub(crate) fn is_at(&self, table: TableId) -> bool {
        self.visit.at() == Some(table)
    }

    /// How many milliseconds are left of this turn, if a clock runs.
    pub(crate) fn time_left(&self, now: u64) -> Option<u64> {
        self.visit.left(now)
    }

    /// Takes an input of the connection or of the player.
    pub(crate) fn hear(&mut self, input: VisitInput) {
        self.visit.handle(input, now());
        self.run_effects();
    }

    /// Somebody looks at the page again, or the network is back.
    pub(crate) fn look(&mut self) {
        self.hear(VisitInput::Here);
    }

    /// The network is gone.
    pub(crate) fn went_offline(&mut self) {
        self.hear(VisitInput::Offline);
    }

    /// Sends what the session wants to send.
    pub(crate) fn send_outgoing(&mut self) {
        let outgoing = self.table.as_mut().map(|table| table.take_outgoing()).unwrap_or_default();
        for input in outgoing.iter().filter_map(input_of) {
            self.hear(input);
        }
    }

    /// Carries out what the visit wants.
    pub(crate) fn run_effects(&mut self) {
        for out in self.visit.take_out() {
            let Some(out) = self.deliver(out) else { continue };
            match out {
                VisitOutput::Connect(name) => {
                    self.socket.connect(name, |input| app::with_lobby(|lobby| lobby.hear(input)));
                }
                VisitOutput::Disconnect => self.socket.close(),
                VisitOutput::Send(text) => self.socket.send(&text),
                VisitOutput::Wake(pause) => after(Duration::from_millis(u64::from(pause)), || {
                    app::with_lobby(|lobby| lobby.hear(VisitInput::Tick));
                }),
                VisitOutput::Keep(table, text) => save_pledge(table, text.as_deref()),
                VisitOutput::Draw => self.ready(),
                VisitOutput::At(table) => {
                    show_address(table, self.table.is_none());
                    self.table = None;
                }
                VisitOutput::Begin(seen) => {
                    self.verdict = None;
                    let started = catalog::remote(&seen, self.settings);
                    self.table = started.map(|(offer, screen)| Box::new(TablePage::remote(screen, offer)));
                }
                VisitOutput::Record(record, verdict) => (self.record, self.verdict) = (record, Some(verdict)),
                VisitOutput::Say(text) | VisitOutput::Said { text, .. } => self.said = text.sentence(),
                // These are for the session, or say what another one says too.
                VisitOutput::Step(..)
                | VisitOutput::Done
                | VisitOutput::Refused(..)
                | VisitOutput::Answered { .. } => {}
            }
        }
    }

    /// Passes what concerns the game on to its session.
    fn deliver(&mut self, out: VisitOutput) -> Option<VisitOutput> {
        let Some(table) = &mut self.table else { return Some(out) };
        let mut rest = None;
        table.happens(|table, now| rest = deliver(out, table.screen.as_mut(), now));
        rest
    }

    fn send(&mut self, act: TableCommand) {
        self.hear(VisitInput::Do(act));
    }

    /// Runs a button's action.
    pub(crate) fn act(&mut self, action: &Action) {
        match action {
            Action::Sit(seat) => self.send(TableCommand::Sit(*seat)),
            Action::Stand => self.send(TableCommand::Stand),
            Action::Fill(seat, level) => {
                self.send(TableCommand::Fill { seat: *seat, level: level.parse::<Level>().ok() });
            }
            Action::Ready(true) => self.ready(),
            Action::Ready(false) => self.send(TableCommand::Ready(None)),
            Action::Replace(seat) => self.send(TableCommand::Replace(*seat)),
            Action::TakeBackSeat => self.send(TableCommand::Back),
            Action::Say(phrase) => {
                self.hear(VisitInput::Say(*phrase));
                if let Some(table) = &mut self.table {
                    table.panel = None;
                }
            }
            Action::Join(table) => {
                show_address(*table, true);
                self.hear(VisitInput::Go(*table));
            }
            Action::MoveToDevice => self.ask_for_device_link(),
            Action::Verify => self.hear(VisitInput::Record),
            _ => {}
        }
    }

    /// A form was sent.
    pub(crate) fn submit(&mut self, form: FormName, data: &FormData) {
        let name = data.get("name").trim().parse::<Name>().map_err(|_| texts::BAD_NAME);
        let result = match (form, name) {
            (_, Err(error)) => Err(error),
            (FormName::NewTable, Ok(name)) => client::catalog::new_table(data).map(|table| {
                if self.visit.name() != Some(&name) {
                    self.set_name(name);
                }
                if let Some(table) = table {
                    self.hear(VisitInput::Open(Box::new(table)));
                }
            }),
            (FormName::PlayerName | FormName::NewGame, Ok(name)) => {
                self.set_name(name);
                Ok(())
            }
        };
        self.error = result.err();
    }

    fn set_name(&mut self, name: Name) {
        save_name(&name);
        self.hear(VisitInput::Name(name));
    }

    /// Is ready for the game, with random bytes of the browser's.
    fn ready(&mut self) {
        let bytes = web_sys::js_sys::Uint8Array::new_with_length(16);
        let crypto = js::get(&window(), "crypto");
        if js::call(&crypto, "getRandomValues", &[bytes.clone().into()]).is_ok() {
            let mut random = [0; 16];
            bytes.copy_to(&mut random);
            self.hear(VisitInput::Ready(random));
        }
    }

    /// Asks for a link that brings the player to another device.
    fn ask_for_device_link(&mut self) {
        let table = self.visit.at();
        spawn_local(async move {
            let answer = socket::ask("POST", PASS_PATH, "").await.ok();
            let pass = answer.and_then(|text| read::<PassTransfer>(text.as_bytes()).ok());
            let link = pass
                .zip(table)
                .map(|(PassTransfer { word }, table)| format!("{}#move/{word}/{table}", app_address()));
            app::with_lobby(|lobby| lobby.device = Some(link.ok_or(texts::DEVICE_NONE)));
        });
    }

    /// What is copied, shared or saved.
    pub(crate) fn shareable(&self, what: Shareable) -> Option<String> {
        match what {
            Shareable::TableLink => self.visit.at().map(table_link),
            Shareable::DeviceLink => self.device.as_ref()?.as_ref().ok().cloned(),
            Shareable::Record => Some(self.record.clone()),
            Shareable::DealLink | Shareable::GameLink | Shareable::Statistics => None,
        }
    }
}

/// A player comes from another device: fetches the pass that was left for this one, and goes to the table.
pub(crate) fn arrive() {
    let hash = hash();
    let mut parts = hash.trim_start_matches("#move/").splitn(2, '/').map(str::to_owned);
    let (word, table) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    spawn_local(async move {
        let answer = match write(&PassTransfer { word }) {
            Ok(body) => socket::ask("PUT", PASS_PATH, &body).await.ok(),
            Err(_) => None,
        };
        match answer.and_then(|text| read::<GuestName>(text.as_bytes()).ok()) {
            Some(GuestName { name }) => {
                save_name(&name);
                // The word is valid once: it does not stay in the history.
                let _ = window().location().replace(&format!("#table/{table}"));
            }
            None => app::with(|app| app.page = Page::Moving(true)),
        }
    });
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

fn saved_name() -> Option<Name> {
    storage()?.get_item(NAME_KEY).ok().flatten()?.parse().ok()
}

fn save_name(name: &Name) {
    if let Some(storage) = storage() {
        // A browser that saves nothing asks again next time.
        let _ = storage.set_item(NAME_KEY, name.as_str());
    }
}

/// Where the browser keeps what was promised to a table.
fn pledge_key(table: TableId) -> String {
    format!("cardroom.table.{table}")
}

fn saved_pledge(table: TableId) -> Option<String> {
    storage()?.get_item(&pledge_key(table)).ok().flatten()
}

fn save_pledge(table: TableId, text: Option<&str>) {
    if let Some(storage) = storage() {
        // Where nothing is saved, a page that is loaded again promises anew.
        let _ = match text {
            Some(text) => storage.set_item(&pledge_key(table), text),
            None => storage.remove_item(&pledge_key(table)),
        };
    }
}

/// The address of a table, to be given to others.
pub(crate) fn table_link(table: TableId) -> String {
    format!("{}#table/{table}", app_address())
}

/// Gives the page the address of the table that it shows.
fn show_address(table: TableId, is_step: bool) {
    let Ok(history) = window().history() else { return };
    let wanted = format!("#table/{table}");
    let _ = match is_step && hash() != wanted {
        true => history.push_state_with_url(&JsValue::NULL, "", Some(&wanted)),
        false => history.replace_state_with_url(&JsValue::NULL, "", Some(&wanted)),
    };
}
