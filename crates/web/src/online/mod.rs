//! Online tables: connects a visit with the browser's socket, clock and storage.

mod passes;
mod socket;

use std::time::Duration;

use client::online::{
    Connection, Gone, Name, TableCommand, TableId, Visit, VisitInput, VisitOutput, deliver, input_of,
};
use client::shell::{Action, FormData, FormName, Shareable};
use client::words::online as texts;
use client::{Settings, catalog};
use text::Text;
use wasm_bindgen::JsValue;

pub(crate) use self::passes::{DeviceLink, DeviceLinkState};
use self::socket::Socket;
use crate::app;
use crate::dom::timing::after;
use crate::dom::{app_address, hash, js, window};
use crate::table::{TablePage, now, random_seed};

/// The storage key of the player's name.
const NAME_KEY: &str = "cardroom.name";

/// The lobby and the current online table.
pub(crate) struct Lobby {
    /// The connection to the server.
    pub(crate) visit: Visit,
    /// The last message while no table is shown.
    pub(crate) said: Text,
    /// The error of the last submitted form.
    pub(crate) error: Option<Text>,
    /// The link that signs the player in on another device.
    pub(crate) device: Option<Result<String, Text>>,
    /// The result of signing out other devices.
    pub(crate) signed_out: Option<Text>,
    /// Who the player of this device was before.
    pub(crate) previous: Option<Name>,
    /// Whether the server was asked for that.
    has_asked_previous: bool,
    /// Whether the host is asked before the table is closed.
    pub(crate) asks_to_close: bool,
    /// What was just copied, by the name of its button.
    pub(crate) copied: Option<&'static str>,
    /// The result of the check of the cards and dice.
    pub(crate) verdict: Option<Text>,
    /// The record of the finished game, once it was requested.
    record: String,
    settings: Settings,
    table: Option<Box<TablePage>>,
    socket: Socket,
}

impl Lobby {
    /// Opens a table or the lobby.
    pub(crate) fn open(table: Option<TableId>, settings: Settings) -> Lobby {
        let pledge = table.and_then(saved_pledge);
        Lobby {
            visit: Visit::new(saved_name(), table, pledge.as_deref(), random_seed()),
            said: Text::EMPTY,
            error: None,
            device: None,
            signed_out: None,
            previous: None,
            has_asked_previous: false,
            asks_to_close: false,
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

    /// The milliseconds left of this turn, if there is a time limit.
    pub(crate) fn time_left(&self, now: u64) -> Option<u64> {
        self.visit.left(now)
    }

    /// Handles an input of the connection or the player.
    pub(crate) fn hear(&mut self, input: VisitInput) {
        self.visit.handle(input, now());
        self.run_effects();
        let is_answered =
            matches!(self.visit.connection(), Connection::There | Connection::Gone(Gone::SignedOut));
        if is_answered && !std::mem::replace(&mut self.has_asked_previous, true) {
            passes::ask_for_previous();
        }
    }

    /// The page is visible again, or the network is back.
    pub(crate) fn look(&mut self) {
        self.hear(VisitInput::Here);
    }

    /// The network is down.
    pub(crate) fn went_offline(&mut self) {
        self.hear(VisitInput::Offline);
    }

    /// Sends the session's messages.
    pub(crate) fn send_outgoing(&mut self) {
        let outgoing = self.table.as_mut().map(|table| table.take_outgoing()).unwrap_or_default();
        for input in outgoing.iter().filter_map(input_of) {
            self.hear(input);
        }
    }

    /// Carries out the visit's requests.
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
                // These are for the session, or another output reports the same.
                VisitOutput::Step(..)
                | VisitOutput::Done
                | VisitOutput::Refused(..)
                | VisitOutput::Answered { .. } => {}
            }
        }
    }

    /// Passes the outputs about the game to its session.
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
                self.send(TableCommand::Fill { seat: *seat, level: level.parse().ok() });
            }
            Action::Ready(true) => self.ready(),
            Action::Ready(false) => self.send(TableCommand::Ready(None)),
            Action::Replace(seat) => self.send(TableCommand::Replace(*seat)),
            Action::TakeBackSeat => self.send(TableCommand::Back),
            Action::Remove(seat) => self.send(TableCommand::Remove(*seat)),
            Action::AllowRemoved => self.send(TableCommand::Allow),
            Action::AskToCloseTable(asks) => self.asks_to_close = *asks,
            Action::CloseTable => self.send(TableCommand::Close),
            Action::AnswerEnd(true) => self.send(TableCommand::End),
            Action::AnswerEnd(false) => self.send(TableCommand::PlayOn),
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
            Action::MoveToDevice => passes::ask_for_device_link(self.visit.at()),
            Action::CancelDeviceLink => passes::cancel_device_link(),
            Action::SignOutOthers => passes::sign_out_others(),
            Action::GoBackToPlayer => passes::go_back(),
            Action::Verify => self.hear(VisitInput::Record),
            _ => {}
        }
    }

    /// A form was submitted.
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

    /// Tells the visit that the player is ready, with random bytes from the browser.
    fn ready(&mut self) {
        let bytes = web_sys::js_sys::Uint8Array::new_with_length(16);
        let crypto = js::get(&window(), "crypto");
        if js::call(&crypto, "getRandomValues", &[bytes.clone().into()]).is_ok() {
            let mut random = [0; 16];
            bytes.copy_to(&mut random);
            self.hear(VisitInput::Ready(random));
        }
    }

    /// The text that is copied, shared or saved.
    pub(crate) fn shareable(&self, what: Shareable) -> Option<String> {
        match what {
            Shareable::TableLink => self.visit.at().map(table_link),
            Shareable::DeviceLink => self.device.as_ref()?.as_ref().ok().cloned(),
            Shareable::Record => Some(self.record.clone()),
            Shareable::DealLink | Shareable::GameLink | Shareable::Statistics => None,
        }
    }
}

/// A connection that stayed open would deliver its messages to the next lobby, which may be another person's.
impl Drop for Lobby {
    fn drop(&mut self) {
        self.socket.close();
    }
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

fn saved_name() -> Option<Name> {
    storage()?.get_item(NAME_KEY).ok().flatten()?.parse().ok()
}

fn save_name(name: &Name) {
    if let Some(storage) = storage() {
        // If the browser stores nothing, the name is asked for again next time.
        let _ = storage.set_item(NAME_KEY, name.as_str());
    }
}

/// The storage key of the contribution to a table's key.
fn pledge_key(table: TableId) -> String {
    format!("cardroom.table.{table}")
}

fn saved_pledge(table: TableId) -> Option<String> {
    storage()?.get_item(&pledge_key(table)).ok().flatten()
}

fn save_pledge(table: TableId, text: Option<&str>) {
    if let Some(storage) = storage() {
        // If nothing can be stored, a reloaded page commits to a new contribution.
        let _ = match text {
            Some(text) => storage.set_item(&pledge_key(table), text),
            None => storage.remove_item(&pledge_key(table)),
        };
    }
}

/// The link to a table.
pub(crate) fn table_link(table: TableId) -> String {
    format!("{}{}", app_address(), table_address(table))
}

/// The part of a table's link after the address of the app.
fn table_address(table: TableId) -> String {
    format!("#table/{table}")
}

/// Changes the address of the page to that of the table.
fn show_address(table: TableId, is_step: bool) {
    let Ok(history) = window().history() else { return };
    let wanted = table_address(table);
    let _ = match is_step && hash() != wanted {
        true => history.push_state_with_url(&JsValue::NULL, "", Some(&wanted)),
        false => history.replace_state_with_url(&JsValue::NULL, "", Some(&wanted)),
    };
}
