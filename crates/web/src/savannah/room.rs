//! The desk, joined to the browser.

use std::time::Duration;

use client::klondike::Point;
use client::savannah::{Desk, Input, Level, NewGame, Panel, Player, Scene, Step, Wait};
use client::{Out, Reply, Settings};
use games::savannah::Config;
use leptos::prelude::*;
use text::Text;
use web_sys::HtmlElement;

use super::SAVES;
use super::paint::Painter;
use crate::look;
use crate::online::Hall;
use crate::thinker::Thinker;
use crate::ui::due::Due;
use crate::ui::keeper::{Keeper, Kept};
use crate::ui::later::after_paint;
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
    due: StoredValue<Due>,
    /// Whether the desk has changed and only the cards show it.
    changed: StoredValue<bool>,
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
            due: StoredValue::new(Due::default()),
            changed: StoredValue::new(false),
        };
        room.thinker.set_value(Some(Thinker::new(move |reply| room.answer(reply))));
        let settings = Memo::new(move |_| desk.with(|desk| *desk.settings()));
        Effect::new(move |_| look::follow(&settings.get()));
        let leaves = window_event_listener(leptos::ev::pagehide, move |_| room.catch_up());
        on_cleanup(move || {
            leaves.remove();
            room.catch_up();
        });
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
        self.think(Thinker::make_way);
        self.change(|desk, now| desk.handle(input, now));
    }

    /// Does what the player does by a key, and puts the keyboard where the cursor is then.
    pub(super) fn press(self, input: Input) {
        let version = || self.desk.with_untracked(Desk::version);
        let before = version();
        self.send(input);
        // A question has its own buttons.
        if self.desk.with_untracked(|desk| desk.question().is_some() || matches!(desk.wait(), Wait::Cover(_)))
        {
            return;
        }
        if version() == before {
            self.focus_cursor();
        } else {
            // A browser lays out the page before it moves the keyboard: cards that move do not wait for that.
            after_paint(move || self.focus_cursor());
        }
    }

    /// Goes on with a record; the error is a sentence.
    pub(super) fn import(self, record: &str) -> Result<(), Text> {
        if self.elsewhere.get_untracked() == Elsewhere::Gone {
            return Err(client::words::label::TAKEN_OVER);
        }
        let mut result = Ok(());
        self.looks.set(false);
        self.change(|desk, now| result = desk.import(record, now));
        result
    }

    /// Something has come from the table elsewhere.
    pub(crate) fn heard(self, hear: impl FnOnce(&mut Desk, u64)) {
        self.happens(hear);
    }

    fn answer(self, reply: Reply) {
        self.happens(|desk, now| desk.answer(reply, now));
    }

    fn tick(self) {
        // A table that is no longer on the page wants nothing.
        if self.elsewhere.try_get_untracked().is_some_and(|elsewhere| elsewhere != Elsewhere::Gone) {
            self.happens(Desk::tick);
        }
    }

    /// Changes the desk by what nobody here did. No hand waits for the cards then, and one frame for all that follows takes less than two.
    fn happens(self, change: impl FnOnce(&mut Desk, u64)) {
        self.change(change);
        self.show_around();
    }

    fn change(self, change: impl FnOnce(&mut Desk, u64)) {
        self.desk.update_untracked(|desk| change(desk, js::now() as u64));
        self.changed.set_value(true);
        self.run_out();
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

    /// Shows the table as it is, and what stands around it.
    fn paint(self) {
        self.paint_cards();
        self.painted(Painter::beside);
    }

    fn paint_cards(self) {
        let size = self.surface.get_value();
        if size.0 > 0.0 {
            self.painted(|painter, desk| painter.paint(self, desk, size));
        }
    }

    fn painted(self, paint: impl FnOnce(&mut Painter, &Desk)) {
        if self.ready.get_untracked() {
            self.desk.with_untracked(|desk| {
                self.painter.update_value(|painter| {
                    if let Some(painter) = painter {
                        paint(painter, desk);
                    }
                });
            });
        }
    }

    /// Asks about what was painted last.
    pub(super) fn with_scene<T>(self, ask: impl FnOnce(&Scene) -> T) -> Option<T> {
        self.painter.with_value(|painter| painter.as_ref().and_then(Painter::scene).map(ask))
    }

    /// Shows the cards as they are now, and does what the desk wants: at once what is heard, and the rest when the cards are on the screen.
    // Many come here, and each would have a copy of it.
    #[inline(never)]
    fn run_out(self) {
        self.paint_cards();
        let mut out = Vec::new();
        self.desk.update_untracked(|desk| out = desk.take_out());
        for wish in out.into_iter().filter_map(|wish| self.due.try_update_value(|due| due.put_off(wish))?) {
            match wish {
                Out::StopAsking => self.think(Thinker::drop_question),
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
                // The rest can wait.
                Out::Ask(_) | Out::Save | Out::Count(_) => {}
            }
        }
        if self.due.try_update_value(Due::begins) == Some(true) {
            after_paint(move || self.follow());
        }
    }

    /// Lets what stands around the cards follow them, right after the frame that shows a move. What nobody sees comes after that, so that
    /// the next input need not wait for all of it.
    fn follow(self) {
        // Whoever has left the table wants nothing of it.
        if self.desk.is_disposed() {
            return;
        }
        self.due.update_value(Due::is_seen);
        self.show_around();
        set_timeout(move || self.catch_up(), Duration::ZERO);
    }

    /// Shows what stands around the cards, if the desk has changed since it was shown.
    fn show_around(self) {
        if !self.changed.try_update_value(std::mem::take).unwrap_or_default() {
            return;
        }
        self.painted(Painter::beside);
        if self.looks.get_untracked() && self.desk.with_untracked(Desk::wait) != Wait::Over {
            self.looks.set(false);
        }
        self.desk.notify();
    }

    /// Saves and asks what is due: soon, and before the page can go away.
    #[inline(never)]
    fn catch_up(self) {
        let Some(due) = self.due.try_update_value(std::mem::take) else { return };
        let kept = self.keeper.with_value(|keeper| {
            self.thinker.with_value(|thinker| {
                due.settle(keeper, thinker.as_ref(), || self.desk.with_untracked(Desk::saved))
            })
        });
        match kept {
            Kept::Yes => {}
            Kept::No => self.unsaved.set(true),
            Kept::Elsewhere => self.gone(),
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

    /// Puts the keyboard where the desk's cursor is.
    pub(super) fn focus_cursor(self) {
        if let Some(place) = self.desk.try_with_untracked(Desk::cursor) {
            js::focus_place(&place.to_string());
        }
    }
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
