//! The desk, joined to the browser.

use std::time::Duration;

use cards::Text;
use client::klondike::Point;
use client::savannah::{Desk, Input, Level, NewGame, Panel, Player, Scene, Step, Wait};
use client::statistics::Played;
use client::{Out, Reply, Settings};
use games::savannah::Config;
use leptos::prelude::*;
use web_sys::HtmlElement;

use super::SAVES;
use super::paint::Painter;
use crate::look;
use crate::online::Hall;
use crate::thinker::Thinker;
use crate::ui::keeper::{Keeper, Kept};
use crate::ui::room::{Elsewhere, seed};
use crate::ui::{js, sound};

/// All that the page knows. It is a handful of signals, so that every component can have it.
#[derive(Clone, Copy)]
pub(crate) struct Room {
    /// The table with people and bots at it.
    pub(crate) desk: RwSignal<Desk>,
    /// What is shown beside the table.
    pub(crate) panel: RwSignal<Option<Panel>>,
    /// Whether the same game is played in another tab.
    pub(super) elsewhere: RwSignal<Elsewhere>,
    /// Whether the browser keeps nothing.
    pub(super) unsaved: RwSignal<bool>,
    /// Whether a game that is over is looked at.
    pub(super) looks: RwSignal<bool>,
    /// Whether it is known which game is played here.
    pub(super) ready: RwSignal<bool>,
    /// Where the table stands, if that is elsewhere.
    pub(super) hall: Option<Hall>,
    /// Where a held card was let go, until it is drawn elsewhere.
    pub(super) let_go: RwSignal<Option<Point>>,
    /// The surface of the table, in pixels.
    surface: StoredValue<(f64, f64)>,
    painter: StoredValue<Option<Painter>, LocalStorage>,
    thinker: StoredValue<Option<Thinker>, LocalStorage>,
    keeper: StoredValue<Keeper, LocalStorage>,
}

impl Room {
    /// The game that was left, or a new one.
    pub(super) fn open() -> Room {
        let room = Room::with(first);
        room.sit_down();
        room
    }

    /// A lesson. It knows nothing of what is saved, and saves nothing.
    pub(super) fn teach() -> Room {
        let room = Room::with(|settings| Desk::lesson(settings).unwrap_or_else(|| first(settings)));
        // The table is there first, and then who plays at it.
        leptos::reactive::spawn_local(async move {
            room.ready.set(true);
            room.send(Input::Here);
        });
        room
    }

    /// A game at a table elsewhere. Nothing of it is saved here.
    pub(super) fn remote(hall: Hall, step: Step) -> Room {
        let room = Room { hall: Some(hall), ..Room::with(|settings| Desk::remote(step, settings)) };
        room.unsaved.set(false);
        room.ready.set(true);
        room
    }

    /// A game that was played. Nothing can be done but to look.
    pub(super) fn watch(game: &table::Table<games::savannah::Savannah>) -> Room {
        let room = Room::with(|settings| Desk::watch(game, settings));
        room.unsaved.set(false);
        room.ready.set(true);
        room
    }

    fn with(desk: impl FnOnce(Settings) -> Desk) -> Room {
        let keeper = Keeper::new(SAVES);
        let settings = Settings::read(&keeper.settings().unwrap_or_default());
        let desk = RwSignal::new(desk(settings));
        let room = Room {
            desk,
            panel: RwSignal::new(None),
            elsewhere: RwSignal::new(Elsewhere::Here),
            unsaved: RwSignal::new(!keeper.keeps()),
            looks: RwSignal::new(false),
            ready: RwSignal::new(false),
            hall: None,
            let_go: RwSignal::new(None),
            surface: StoredValue::new((0.0, 0.0)),
            painter: StoredValue::new_local(None),
            thinker: StoredValue::new_local(None),
            keeper: StoredValue::new_local(keeper),
        };
        room.thinker.set_value(Some(Thinker::new(move |reply| room.answer(reply))));
        let settings = Memo::new(move |_| desk.with(|desk| *desk.settings()));
        Effect::new(move |_| look::follow(&settings.get()));
        room
    }

    /// Takes a place to save at, and goes on with the game that lies there; without one, a newcomer is asked who plays.
    fn sit_down(self) {
        leptos::reactive::spawn_local(async move {
            let slot = self.keeper.with_value(Keeper::clone).claim(move || self.gone()).await;
            self.keeper.update_value(|keeper| keeper.slot = Some(slot));
            if !slot.is_first() {
                self.elsewhere.set(Elsewhere::Other);
            }
            if !self.resume() {
                self.panel.set(Some(Panel::New));
            }
            self.ready.set(true);
            // Only now is it known which game goes on: whoever is to think about it is asked from here on.
            self.send(Input::Here);
        });
    }

    /// Goes on with what was saved; tells whether there was something.
    fn resume(self) -> bool {
        let settings = self.desk.with_untracked(|desk| *desk.settings());
        let saved = self.keeper.with_value(Keeper::game);
        match saved.as_deref().map(|text| Desk::resume(text, settings, seed())) {
            Some(Ok(desk)) => {
                self.desk.set(desk);
                true
            }
            Some(Err(_)) => {
                self.keeper.with_value(Keeper::put_aside);
                self.desk.update(|desk| desk.note(client::words::PUT_ASIDE));
                true
            }
            None => false,
        }
    }

    /// Another tab has taken the game.
    fn gone(self) {
        self.keeper.update_value(|keeper| keeper.slot = None);
        self.elsewhere.set(Elsewhere::Gone);
    }

    /// Takes the saved game from the tab that has it.
    pub(super) fn take_over(self) {
        leptos::reactive::spawn_local(async move {
            let keeper = self.keeper.with_value(Keeper::clone);
            let slot = keeper.steal(move || self.gone()).await;
            self.keeper.update_value(|keeper| keeper.slot = Some(slot));
            self.elsewhere.set(Elsewhere::Here);
            self.resume();
            self.send(Input::Here);
        });
    }

    /// Does what the player does.
    pub(super) fn send(self, input: Input) {
        if self.elsewhere.get_untracked() == Elsewhere::Gone || !self.ready.get_untracked() {
            return;
        }
        let now = now();
        self.desk.update(|desk| desk.handle(input, now));
        self.run_out();
    }

    /// Goes on with a record; the error is a sentence.
    pub(super) fn import(self, record: &str) -> Result<(), Text> {
        if self.elsewhere.get_untracked() == Elsewhere::Gone {
            return Err(client::words::label::TAKEN_OVER);
        }
        let mut result = Ok(());
        self.looks.set(false);
        self.desk.update(|desk| result = desk.import(record, now()));
        self.run_out();
        result
    }

    /// Something has come from the table elsewhere.
    pub(crate) fn heard(self, hear: impl FnOnce(&mut Desk, u64)) {
        self.desk.update(|desk| hear(desk, now()));
        self.run_out();
    }

    fn answer(self, reply: Reply) {
        self.desk.update(|desk| desk.answer(reply, now()));
        self.run_out();
    }

    fn tick(self) {
        // A table that is no longer on the page wants nothing.
        if self.elsewhere.try_get_untracked().is_some_and(|elsewhere| elsewhere != Elsewhere::Gone) {
            self.desk.update(|desk| desk.tick(now()));
            self.run_out();
        }
    }

    /// The table is painted on this element from now on.
    pub(super) fn paint_on(self, table: HtmlElement) {
        self.painter.set_value(Some(Painter::new(table)));
        self.paint();
    }

    /// The table has that size from now on.
    pub(super) fn resize(self, size: (f64, f64)) {
        if self.surface.try_get_value().is_some_and(|old| old != size) {
            self.surface.set_value(size);
            self.paint();
        }
    }

    /// Shows the table as it is.
    fn paint(self) {
        let size = self.surface.get_value();
        if size.0 <= 0.0 || !self.ready.get_untracked() {
            return;
        }
        self.desk.with_untracked(|desk| {
            self.painter.update_value(|painter| {
                if let Some(painter) = painter {
                    painter.paint(self, desk, size);
                }
            });
        });
    }

    /// Asks about what was painted last.
    pub(super) fn with_scene<T>(self, ask: impl FnOnce(&Scene) -> T) -> Option<T> {
        self.painter.with_value(|painter| painter.as_ref().and_then(Painter::scene).map(ask))
    }

    /// Shows what has changed, and does what the desk wants.
    fn run_out(self) {
        self.paint();
        if self.looks.get_untracked() && self.desk.with_untracked(Desk::wait) != Wait::Over {
            self.looks.set(false);
        }
        let mut out = Vec::new();
        self.desk.update_untracked(|desk| out = desk.take_out());
        for wish in out {
            match wish {
                Out::Ask(ask) => self.think(|thinker| thinker.ask(ask)),
                Out::StopAsking => self.think(Thinker::drop_question),
                Out::Save(text) => match self.keeper.with_value(|keeper| keeper.keep_game(&text)) {
                    Kept::Yes => {}
                    Kept::No => self.unsaved.set(true),
                    Kept::Elsewhere => self.gone(),
                },
                Out::Count(played) => {
                    let played = Played { at: js::today(), ..played };
                    self.keeper.with_value(|keeper| keeper.count(|book| book.note(played)));
                }
                Out::SaveSettings(text) => self.keeper.with_value(|keeper| keeper.keep_settings(&text)),
                Out::Wake(after) => {
                    set_timeout(move || self.tick(), Duration::from_millis(u64::from(after)));
                }
                Out::Act(act) => {
                    if let Some(hall) = self.hall {
                        hall.act(act);
                    }
                }
                Out::Sound(sound) => {
                    if self.desk.with_untracked(|desk| desk.settings().sound) {
                        sound::play(sound);
                    }
                }
            }
        }
    }

    fn think(self, with: impl FnOnce(&Thinker)) {
        self.thinker.with_value(|thinker| {
            if let Some(thinker) = thinker {
                with(thinker);
            }
        });
    }

    /// How long a move takes on the screen, in milliseconds: 0 where nothing moves.
    pub(super) fn pace(self) -> f64 {
        look::pace(self.desk.with_untracked(|desk| desk.settings().motion), 280.0)
    }

    /// Puts the keyboard where the desk's cursor is, once the page shows it.
    pub(super) fn focus_cursor(self) {
        leptos::reactive::spawn_local(async move {
            leptos::task::tick().await;
            if let Some(place) = self.desk.try_with_untracked(Desk::cursor) {
                js::focus_place(&place.to_string());
            }
        });
    }
}

/// The time that the desk is told.
fn now() -> u64 {
    js::now() as u64
}

/// The very first table: it stands there while a newcomer is asked who plays.
fn first(settings: Settings) -> Desk {
    // As in the lesson: one other, who is easily beaten.
    let players = vec![Player::person(), Player::bot(Level::Beginner)];
    let desk = Config::new(2)
        .and_then(|config| config.with_first(Some(table::Seat::A)))
        .map_err(|error| error.text())
        .and_then(|config| Desk::new(NewGame { config, deal: None, players }, settings, seed()));
    match desk {
        Ok(desk) => desk,
        Err(error) => unreachable!("every number is a deal of Savannah: {error}"),
    }
}
