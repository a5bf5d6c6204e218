//! The visit, joined to the browser.

use std::time::Duration;

use client::online::{Act, Connection, Input, Name, Out, TableId, Visit};
use client::savannah::{Desk, Step};
use client::words::{self, online};
use leptos::prelude::*;
use text::Text;
use wasm_bindgen::JsValue;

use super::socket::Socket;
use crate::html::{button, say};
use crate::look;
use crate::savannah::{Room, SAVES};
use crate::ui::keeper::Keeper;
use crate::ui::room::seed;
use crate::ui::{address, js, later};

/// Where the browser keeps what somebody is called.
const NAME: &str = "cardroom.name";

/// All that the page knows of the card room elsewhere.
#[derive(Clone, Copy)]
pub(crate) struct Hall {
    pub(super) visit: RwSignal<Visit>,
    /// What was said last, where no table is shown.
    pub(super) said: RwSignal<Text>,
    /// The game that is to be seen, as it was when it was first heard of.
    pub(super) game: RwSignal<Option<Step>>,
    /// The link that brings somebody to another device.
    pub(super) device: RwSignal<Option<Result<String, Text>>>,
    /// The record of the game that is over, once it was asked for.
    pub(super) record: StoredValue<String>,
    /// What was found when its cards and dice were checked.
    verdict: RwSignal<Option<Text>>,
    /// A new version of the page.
    pub(super) update: crate::update::Update,
    /// The table on the page that shows the game.
    pub(crate) room: StoredValue<Option<Room>>,
    socket: StoredValue<Socket, LocalStorage>,
}

impl Hall {
    /// Comes to a table, or looks for one.
    pub(super) fn open(update: crate::update::Update, table: Option<TableId>) -> Hall {
        let settings = Keeper::new(SAVES).settings().unwrap_or_default();
        look::follow(&client::Settings::read(&settings));
        let hall = Hall {
            visit: RwSignal::new(Visit::new(kept_name(), table, table.and_then(kept).as_deref(), seed())),
            said: RwSignal::new(Text::EMPTY),
            game: RwSignal::new(None),
            device: RwSignal::new(None),
            record: StoredValue::new(String::new()),
            verdict: RwSignal::new(None),
            update,
            room: StoredValue::new(None),
            socket: StoredValue::new_local(Socket::default()),
        };
        for (event, input) in
            [("online", Input::Here), ("pageshow", Input::Here), ("offline", Input::Offline)]
        {
            let listens = window_event_listener_untyped(event, move |_| hall.hear(input.clone()));
            on_cleanup(move || listens.remove());
        }
        let seen = window_event_listener_untyped("visibilitychange", move |_| {
            if !document().hidden() {
                hall.hear(Input::Here);
            }
        });
        on_cleanup(move || seen.remove());
        later::every(Duration::from_millis(500), move || hall.show_clock());
        hall.run_out();
        hall
    }

    /// Takes in what happened.
    pub(super) fn hear(self, input: Input) {
        if self.visit.try_update(|visit| visit.handle(input, now())).is_some() {
            self.run_out();
        }
    }

    /// Does something at the table.
    pub(crate) fn act(self, act: Act) {
        self.hear(Input::Do(act));
    }

    /// Is ready for the game, with random bytes of the browser's.
    pub(super) fn ready(self) {
        let bytes = web_sys::js_sys::Uint8Array::new_with_length(16);
        let crypto = js::get(&window(), "crypto");
        if js::call(&crypto, "getRandomValues", &[bytes.clone().into()]).is_ok() {
            let mut random = [0; 16];
            bytes.copy_to(&mut random);
            self.hear(Input::Ready(random));
        }
    }

    /// Somebody has said who is here.
    pub(super) fn named(self, name: Name) {
        keep_name(&name);
        self.hear(Input::Name(name));
    }

    /// The same, where a name is known already.
    pub(super) fn renamed(self, name: Name) {
        if self.visit.with_untracked(|visit| visit.name() != Some(&name)) {
            self.named(name);
        }
    }

    /// Goes to a table of the list.
    pub(super) fn go(self, table: TableId) {
        show_address(table, true);
        self.hear(Input::Go(table));
    }

    fn run_out(self) {
        let mut out = Vec::new();
        self.visit.update_untracked(|visit| out = visit.take_out());
        for wish in out {
            match wish {
                Out::Connect(name) => {
                    self.socket.update_value(|socket| socket.connect(name, move |input| self.hear(input)));
                }
                Out::Disconnect => self.socket.update_value(Socket::close),
                Out::Send(text) => self.socket.with_value(|socket| socket.send(&text)),
                Out::Wake(after) => {
                    set_timeout(move || self.hear(Input::Tick), Duration::from_millis(u64::from(after)));
                }
                Out::Keep(table, text) => keep(table, text.as_deref()),
                Out::Draw => self.ready(),
                Out::At(table) => {
                    show_address(table, self.game.with_untracked(Option::is_none));
                    self.room.set_value(None);
                    self.game.set(None);
                }
                Out::Begin(step) => {
                    self.room.set_value(None);
                    self.verdict.set(None);
                    self.game.set(Some(*step));
                }
                Out::Step(step) => self.step(*step),
                Out::Done => self.at_desk(Desk::done),
                Out::Refused(refusal, why) => {
                    self.at_desk(|desk, now| desk.refused(refusal.as_ref(), why, now));
                }
                Out::Record(record, verdict) => {
                    self.verdict.set(Some(verdict));
                    self.record.set_value(record);
                }
                Out::Say(text) | Out::Said { text, .. } => match self.room.get_value() {
                    Some(room) => room.heard(|desk, _| desk.note(text)),
                    None => self.said.set(text.sentence()),
                },
                Out::Answered { .. } => {}
            }
        }
    }

    fn at_desk(self, hear: impl FnOnce(&mut Desk, u64)) {
        if let Some(room) = self.room.get_value() {
            room.heard(hear);
        }
    }

    fn step(self, step: Step) {
        match self.room.get_value() {
            Some(room) => room.heard(|desk, now| desk.hear(step, now)),
            // The page has not been drawn yet: it will be as the table is now.
            None => self.game.update(|game| {
                let before = game.take().map_or_else(Vec::new, |before| before.news);
                *game = Some(Step { news: [before, step.news].concat(), ..step });
            }),
        }
    }

    /// How the page is, for programs.
    pub(super) fn stage_name(self) -> &'static str {
        self.visit.with(|visit| match visit.connection() {
            Connection::Nameless => "name",
            Connection::Gone(_) => "gone",
            Connection::Connecting => "connecting",
            Connection::Broken(_) => "broken",
            Connection::There if visit.at().is_none() => "lobby",
            Connection::There => "table",
        })
    }

    /// What has to be told beside what is shown.
    pub(crate) fn notices(self) -> String {
        let notice = |name: &str, words: Text, buttons: String| {
            format!(
                r#"<p class="notice" role="status" data-notice="{name}"><span>{}</span>{buttons}</p>"#,
                say(words)
            )
        };
        self.visit.with(|visit| {
            let mut html = String::new();
            match visit.connection() {
                Connection::Broken(_) => html += &notice("broken", online::RECONNECTING, String::new()),
                Connection::Gone(why) if visit.seen().is_some_and(|seen| seen.view.is_some()) => {
                    let reload = button("main", "reload", online::RELOAD);
                    html += &notice("gone", online::gone(why), reload);
                }
                _ => {}
            }
            if !visit.seen().and_then(|seen| seen.view.as_ref()).is_some_and(is_running) {
                return html;
            }
            if visit.is_replaced() {
                html += &notice("replaced", online::REPLACED, button("main", "take-back", online::BACK));
            }
            for (seat, name, agreed) in visit.late() {
                let act = match agreed {
                    true => format!("<span class=\"dim\">{}</span>", say(online::AGREED)),
                    false => format!(
                        r#"<button class="main" data-do="replace" data-seat="{seat}">{}</button>"#,
                        say(online::REPLACE)
                    ),
                };
                html += &notice("late", online::late(name), act);
            }
            html
        })
    }

    /// Whether the one at this page sits at the table.
    pub(crate) fn has_seat(self) -> bool {
        self.visit.with_untracked(|visit| visit.seat().is_some())
    }

    /// After a game: the check of its cards and dice, or what it has found.
    pub(crate) fn checked(self) -> String {
        match self.verdict.get() {
            None => format!("<p>{}</p>", button("quiet", "verify", online::VERIFY)),
            Some(verdict) => format!(
                r#"<p role="status" data-checked>{}</p><p>{}</p>"#,
                say(verdict),
                button("quiet", "save-record", online::SAVE)
            ),
        }
    }

    /// The time that is left of a turn.
    fn show_clock(self) -> bool {
        let Some(left) = self.visit.try_with_untracked(|visit| visit.left(now())) else { return false };
        if let Ok(Some(clock)) = document().query_selector("[data-clock]") {
            let text = left.map(words::time).unwrap_or_default();
            if clock.text_content().as_deref() != Some(&text) {
                clock.set_text_content(Some(&text));
            }
        }
        true
    }
}

fn is_running(view: &games::savannah::View) -> bool {
    view.public().outcome.is_none()
}

fn now() -> u64 {
    js::now() as u64
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

fn kept_name() -> Option<Name> {
    storage()?.get_item(NAME).ok().flatten()?.parse().ok()
}

/// Keeps what somebody is called.
pub(super) fn keep_name(name: &Name) {
    if let Some(storage) = storage() {
        // A browser that keeps nothing asks again next time.
        let _ = storage.set_item(NAME, name.as_str());
    }
}

/// Where the browser keeps what was promised to a table.
fn place(table: TableId) -> String {
    format!("cardroom.table.{table}")
}

fn kept(table: TableId) -> Option<String> {
    storage()?.get_item(&place(table)).ok().flatten()
}

fn keep(table: TableId, text: Option<&str>) {
    if let Some(storage) = storage() {
        // Where nothing is kept, a page that is loaded again promises anew.
        let _ = match text {
            Some(text) => storage.set_item(&place(table), text),
            None => storage.remove_item(&place(table)),
        };
    }
}

/// The address of a table, to be given to others.
pub(super) fn link(table: TableId) -> String {
    format!("{}#table/{table}", address::home())
}

/// The page has the address of the table that it shows.
fn show_address(table: TableId, further: bool) {
    let Ok(history) = window().history() else { return };
    let hash = format!("#table/{table}");
    let _ = match further && window().location().hash().as_deref() != Ok(hash.as_str()) {
        true => history.push_state_with_url(&JsValue::NULL, "", Some(&hash)),
        false => history.replace_state_with_url(&JsValue::NULL, "", Some(&hash)),
    };
}
