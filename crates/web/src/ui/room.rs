//! The desk, joined to the browser.

use std::time::Duration;

use cards::DealId;
use client::klondike::{Desk, Input, Panel, Point, Replay, Scene};
use client::statistics::Book;
use client::{Address, Course, Out, Reply, Settings};
use games::klondike::{Config, Klondike, Place};
use leptos::prelude::*;
use table::Table;
use text::Text;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use super::due::Due;
use super::keeper::{Keeper, Kept};
use super::later::{after_paint, every};
use super::stage::Stage;
use super::{address, js, place, sound};
use crate::look;
use crate::thinker::Thinker;

/// All that the page knows. It is a handful of signals, so that every component can have it.
#[derive(Clone, Copy)]
pub(crate) struct Room {
    /// The table with somebody at it. What stands around the cards follows when they are on the screen.
    pub(crate) desk: RwSignal<Desk>,
    /// Tells the cards, at once, that the desk has changed.
    moved: RwSignal<()>,
    /// The surface of the table, in pixels.
    pub(crate) surface: RwSignal<(f64, f64)>,
    /// What is drawn.
    pub(crate) scene: Memo<Scene>,
    /// What is shown beside the table.
    pub(crate) panel: RwSignal<Option<Panel>>,
    /// The game that is watched.
    pub(crate) replay: RwSignal<Option<Replay>>,
    /// Whether the same game is played in another tab.
    pub(crate) elsewhere: RwSignal<Elsewhere>,
    /// Whether the browser keeps nothing.
    pub(crate) unsaved: RwSignal<bool>,
    /// Whether it is known which game is played here.
    pub(crate) ready: RwSignal<bool>,
    /// The seconds that were played.
    pub(crate) seconds: RwSignal<u64>,
    /// How far held cards are from where they lay, at the moment when they are let go.
    pub(crate) let_go: StoredValue<Option<Point>>,
    thinker: StoredValue<Option<Thinker>, LocalStorage>,
    keeper: StoredValue<Keeper, LocalStorage>,
    due: StoredValue<Due>,
}

/// Which of the games for one is kept here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Game {
    /// Klondike, and its presets.
    Klondike,
    /// The beginner's game.
    OneCard,
}

impl Game {
    /// What its saves are named after.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Game::Klondike => "game",
            Game::OneCard => "one-card",
        }
    }

    /// Where it is played.
    pub(crate) const fn address(self) -> &'static str {
        match self {
            Game::Klondike => "#klondike",
            Game::OneCard => "#one-card",
        }
    }

    const fn course(self) -> Course {
        match self {
            Game::Klondike => Course::Klondike,
            Game::OneCard => Course::OneCard,
        }
    }

    const fn config(self) -> Config {
        match self {
            Game::Klondike => Config::KLONDIKE,
            Game::OneCard => Config::ONE_CARD,
        }
    }
}

/// Where the game is played that was saved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Elsewhere {
    /// Here.
    Here,
    /// In another tab; this one has a game of its own.
    Other,
    /// In another tab, which has taken it from here.
    Gone,
}

impl Room {
    /// The game that was left, or that the address asks for, or a new one.
    pub(crate) fn open(game: Game) -> Room {
        let room = Room::with(Keeper::new(game.name()), |settings| {
            asked_for(settings).unwrap_or_else(|| first(game, settings))
        });
        room.sit_down();
        room
    }

    /// A lesson. It knows nothing of what is saved, and saves nothing.
    pub(crate) fn teach(game: Game) -> Room {
        let room = Room::with(Keeper::new(game.name()), |settings| {
            Desk::lesson(game.course(), settings).unwrap_or_else(|| first(game, settings))
        });
        room.ready.set(true);
        room
    }

    fn with(keeper: Keeper, desk: impl FnOnce(Settings) -> Desk) -> Room {
        let settings = Settings::read(&keeper.settings().unwrap_or_default());
        let desk = RwSignal::new(desk(settings));
        let moved = RwSignal::new(());
        let surface = RwSignal::new((0.0, 0.0));
        let scene = Memo::new(move |_| {
            moved.track();
            let (width, height) = surface.get();
            desk.with_untracked(|desk| desk.scene(width, height))
        });
        let room = Room {
            desk,
            moved,
            surface,
            scene,
            panel: RwSignal::new(None),
            replay: RwSignal::new(None),
            elsewhere: RwSignal::new(Elsewhere::Here),
            unsaved: RwSignal::new(!keeper.keeps()),
            ready: RwSignal::new(false),
            seconds: RwSignal::new(0),
            let_go: StoredValue::new(None),
            thinker: StoredValue::new_local(None),
            keeper: StoredValue::new_local(keeper),
            due: StoredValue::new(Due::default()),
        };
        let thinker = Thinker::new(move |reply| room.answer(reply));
        room.thinker.set_value(Some(thinker));
        room.watch_clock();
        room
    }

    /// Takes a place to save at, and goes on with the game that lies there.
    fn sit_down(self) {
        leptos::reactive::spawn_local(async move {
            let slot = self.keeper.with_value(Keeper::clone).claim(move || self.gone()).await;
            self.keeper.update_value(|keeper| keeper.slot = Some(slot));
            if !slot.is_first() {
                self.elsewhere.set(Elsewhere::Other);
            }
            self.resume();
            self.ready.set(true);
            set_timeout(move || self.rehearse(), Duration::from_millis(400));
        });
    }

    /// Plays at a table that nobody sees, a little at a time. A browser translates a part of the program when it first runs, which takes
    /// longer than the part itself: the first move of the player should not wait for that.
    fn rehearse(self) {
        let settings = self.desk.with_untracked(|desk| *desk.settings());
        let (width, height) = self.surface.get_untracked();
        let (Ok(mut desk), Some(mut stage)) =
            (Desk::new(Config::KLONDIKE, DealId::V1(1), settings, 1), Stage::unseen())
        else {
            return;
        };
        let mut script =
            [Input::Draw, Input::Tap(Place::Waste), Input::Escape, Input::Undo, Input::Redo].into_iter();
        every(Duration::from_millis(40), move || {
            stage.show(&desk.scene(width, height), None, self.pace());
            let next = script.next();
            let goes_on = next.is_some();
            if let Some(input) = next {
                desk.handle(input, 0);
            }
            goes_on
        });
    }

    /// Goes on with what was saved, unless the address asks for a deal.
    fn resume(self) {
        let settings = self.desk.with_untracked(|desk| *desk.settings());
        let saved = self.keeper.with_value(Keeper::game);
        match saved.as_deref().map(|text| Desk::resume(text, settings, seed())) {
            Some(Ok(mut desk)) => {
                // The game that was saved is left for one that the address asks for, and can be gone back to.
                if let Ok(Some(Address::Deal(config, deal))) = address::asked()
                    && (desk.deal_name().to_string(), desk.view().config) != (deal.to_string(), config)
                {
                    desk.handle(Input::Deal(config, deal), self.now());
                }
                self.desk.set(desk);
            }
            Some(Err(_)) => {
                self.keeper.with_value(Keeper::put_aside);
                self.desk.update(|desk| desk.note(client::words::PUT_ASIDE));
            }
            None => {
                // A first deal that was only put there to be looked at gives way to one that can be won.
                let config = self.desk.with_untracked(|desk| desk.view().config);
                if !matches!(address::asked(), Ok(Some(Address::Deal(..)))) && settings.winnable_only(config)
                {
                    self.send(Input::NewGame(config));
                }
            }
        }
        self.send(Input::Here);
        match address::asked() {
            Ok(Some(Address::Replay(table))) => self.watch_game(*table),
            Ok(_) => {}
            Err(error) => self.desk.update(|desk| desk.note(error.text())),
        }
        address::followed(self.desk.with_untracked(|desk| desk.view().config));
    }

    /// Another address was given to the page while it is open.
    fn follow_address(self) {
        match address::asked() {
            Ok(Some(Address::Deal(config, deal))) => {
                // An address without a deal of its own may still have the one that the page was opened with.
                if window().location().hash().is_ok_and(|hash| hash.contains('/')) {
                    self.panel.set(None);
                    self.send(Input::Deal(config, deal));
                }
            }
            Ok(Some(Address::Replay(table))) => self.watch_game(*table),
            // A game of Savannah has a page of its own.
            Ok(None | Some(Address::Watch(_))) => {}
            Err(error) => self.desk.update(|desk| desk.note(error.text())),
        }
        address::followed(self.desk.with_untracked(|desk| desk.view().config));
    }

    /// Shows the game that is played, from its start.
    pub(crate) fn watch(self) {
        self.watch_game(self.desk.with_untracked(|desk| desk.table().clone()));
    }

    fn watch_game(self, table: Table<Klondike>) {
        let settings = self.desk.with_untracked(|desk| *desk.settings());
        self.replay.set(Some(Replay::new(table, settings)));
        self.panel.set(Some(Panel::Replay));
    }

    /// Another tab has taken the game.
    fn gone(self) {
        self.keeper.update_value(|keeper| keeper.slot = None);
        self.elsewhere.set(Elsewhere::Gone);
    }

    /// Takes the saved game from the tab that has it.
    pub(crate) fn take_over(self) {
        self.catch_up();
        leptos::reactive::spawn_local(async move {
            let keeper = self.keeper.with_value(Keeper::clone);
            let slot = keeper.steal(move || self.gone()).await;
            self.keeper.update_value(|keeper| keeper.slot = Some(slot));
            self.elsewhere.set(Elsewhere::Here);
            let settings = self.desk.with_untracked(|desk| *desk.settings());
            if let Some(Ok(desk)) =
                self.keeper.with_value(Keeper::game).map(|text| Desk::resume(&text, settings, seed()))
            {
                self.desk.set(desk);
            }
            self.send(Input::Here);
        });
    }

    /// Does what the player does.
    pub(crate) fn send(self, input: Input) {
        if self.elsewhere.get_untracked() == Elsewhere::Gone {
            return;
        }
        self.think(Thinker::make_way);
        self.change(|desk, now| desk.handle(input, now));
    }

    /// Does what the player does by a key, and puts the keyboard where the cursor is then.
    pub(crate) fn press(self, input: Input) {
        let version = || self.desk.with_untracked(Desk::version);
        let before = version();
        self.send(input);
        if version() == before {
            leptos::reactive::spawn_local(async move {
                leptos::task::tick().await;
                self.focus_cursor();
            });
        } else {
            // A browser lays out the page before it moves the keyboard: cards that move do not wait for that.
            after_paint(move || self.focus_cursor());
        }
    }

    /// Goes on with a record; the error is a sentence.
    pub(crate) fn import(self, record: &str) -> Result<(), Text> {
        if self.elsewhere.get_untracked() == Elsewhere::Gone {
            return Err(client::words::label::TAKEN_OVER);
        }
        let mut result = Ok(());
        self.change(|desk, now| result = desk.import(record, now));
        result
    }

    fn answer(self, reply: Reply) {
        self.change(|desk, now| desk.answer(reply, now));
    }

    fn tick(self) {
        self.change(Desk::tick);
    }

    fn change(self, change: impl FnOnce(&mut Desk, u64)) {
        let now = self.now();
        self.desk.update_untracked(|desk| change(desk, now));
        self.moved.notify();
        self.run_out();
    }

    /// Does what the desk wants: at once what is heard, and the rest when the cards are on the screen.
    // Many come here, and each would have a copy of it.
    #[inline(never)]
    fn run_out(self) {
        let mut out = Vec::new();
        self.desk.update_untracked(|desk| out = desk.take_out());
        for wish in out.into_iter().filter_map(|wish| self.due.try_update_value(|due| due.put_off(wish))?) {
            match wish {
                Out::StopAsking => self.think(Thinker::drop_question),
                Out::SaveSettings(text) => self.keeper.with_value(|keeper| keeper.keep_settings(&text)),
                Out::Wake(after) => {
                    set_timeout(move || self.tick(), Duration::from_millis(u64::from(after)));
                }
                Out::Sound(sound) => {
                    if self.desk.with_untracked(|desk| desk.settings().sound) {
                        sound::play(sound);
                    }
                }
                // The rest can wait; and Klondike is played alone.
                Out::Ask(_) | Out::Save | Out::Count(_) | Out::Act(_) => {}
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
        self.show_time();
        self.desk.notify();
        set_timeout(move || self.catch_up(), Duration::ZERO);
    }

    /// Saves and asks what is due: soon, and before the page can go away.
    #[inline(never)]
    fn catch_up(self) {
        let Some(due) = self.due.try_update_value(std::mem::take) else { return };
        let kept = self.keeper.with_value(|keeper| {
            self.thinker.with_value(|thinker| {
                due.settle(keeper, thinker.as_ref(), || {
                    self.desk.with_untracked(|desk| desk.saved(self.now()))
                })
            })
        });
        match kept {
            Kept::Yes => {}
            Kept::No => self.unsaved.set(true),
            Kept::Elsewhere => self.gone(),
        }
    }

    /// All games that were counted.
    pub(crate) fn book(self) -> Book {
        self.catch_up();
        self.keeper.with_value(Keeper::book)
    }

    /// Takes over games that were counted elsewhere.
    pub(crate) fn add_to_book(self, more: Book) {
        self.keeper.with_value(|keeper| keeper.count(|book| book.merge(more)));
    }

    /// Forgets all that was counted.
    pub(crate) fn forget_book(self) {
        self.keeper.with_value(Keeper::forget_book);
    }

    fn think(self, with: impl FnOnce(&Thinker)) {
        self.thinker.with_value(|thinker| {
            if let Some(thinker) = thinker {
                with(thinker);
            }
        });
    }

    /// The time that the desk is told.
    pub(crate) fn now(self) -> u64 {
        js::now() as u64
    }

    fn show_time(self) {
        let now = self.now();
        let seconds = self.desk.with_untracked(|desk| desk.spent(now)) / 1000;
        if self.seconds.get_untracked() != seconds {
            self.seconds.set(seconds);
        }
    }

    fn watch_clock(self) {
        set_interval(move || self.show_time(), Duration::from_millis(500));
        let hidden = Closure::<dyn Fn()>::new(move || {
            self.send(if document().hidden() { Input::Away } else { Input::Here });
        });
        let _ =
            document().add_event_listener_with_callback("visibilitychange", hidden.as_ref().unchecked_ref());
        hidden.forget();
        let moved = Closure::<dyn Fn()>::new(move || self.follow_address());
        let _ = window().add_event_listener_with_callback("hashchange", moved.as_ref().unchecked_ref());
        moved.forget();
        let leaves = window_event_listener(leptos::ev::pagehide, move |_| self.catch_up());
        on_cleanup(move || {
            leaves.remove();
            self.catch_up();
        });
    }

    /// How long a move takes on the screen, in milliseconds: 0 where nothing moves.
    pub(crate) fn pace(self) -> f64 {
        look::pace(self.desk.with_untracked(|desk| desk.settings().motion), 230.0)
    }

    /// Puts the keyboard where the desk's cursor is.
    fn focus_cursor(self) {
        if let Some(cursor) = self.desk.try_with_untracked(Desk::cursor) {
            js::focus_place(&place::name(cursor));
        }
    }

    /// Keeps the look of the page as the settings have it.
    pub(crate) fn follow_settings(self) {
        let settings = Memo::new(move |_| self.desk.with(|desk| *desk.settings()));
        Effect::new(move |_| {
            look::follow(&settings.get());
        });
    }
}

fn asked_for(settings: Settings) -> Option<Desk> {
    let Ok(Some(Address::Deal(config, deal))) = address::asked() else { return None };
    Desk::new(config, deal, settings, seed()).ok()
}

/// The very first table.
fn first(game: Game, settings: Settings) -> Desk {
    let deal = DealId::V1(seed() % 1_000_000_000);
    match Desk::new(game.config(), deal, settings, seed()) {
        Ok(desk) => desk,
        Err(error) => unreachable!("every number is a deal of Klondike: {error}"),
    }
}

/// A random number of the browser's.
pub(crate) fn seed() -> u64 {
    let random = || (web_sys::js_sys::Math::random() * f64::from(u32::MAX)) as u64;
    random() << 32 | random()
}
