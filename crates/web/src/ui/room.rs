//! The desk, joined to the browser.

use std::time::Duration;

use cards::DealId;
use client::klondike::{Desk, Input, Panel, Point, Scene};
use client::{Motion, Out, Reply, Settings};
use games::klondike::{Config, Place};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use super::keeper::{Keeper, Kept};
use super::{js, motion, place, sound};
use crate::thinker::Thinker;

/// All that the page knows. It is a handful of signals, so that every component can have it.
#[derive(Clone, Copy)]
pub(crate) struct Room {
    /// The table with somebody at it.
    pub(crate) desk: RwSignal<Desk>,
    /// The surface of the table, in pixels.
    pub(crate) surface: RwSignal<(f64, f64)>,
    /// What is drawn.
    pub(crate) scene: Memo<Scene>,
    /// What is shown beside the table.
    pub(crate) panel: RwSignal<Option<Panel>>,
    /// Whether the same game is played in another tab.
    pub(crate) elsewhere: RwSignal<Elsewhere>,
    /// Whether the browser keeps nothing.
    pub(crate) unsaved: RwSignal<bool>,
    /// Whether it is known which game is played here.
    pub(crate) ready: RwSignal<bool>,
    /// The seconds that were played.
    pub(crate) seconds: RwSignal<u64>,
    /// How far held cards are from where they lay, at the moment when they are let go.
    pub(crate) let_go: RwSignal<Option<Point>>,
    thinker: StoredValue<Option<Thinker>, LocalStorage>,
    keeper: StoredValue<Keeper, LocalStorage>,
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
        let keeper = Keeper::new(game.name());
        let settings = Settings::read(&keeper.settings().unwrap_or_default());
        let desk = RwSignal::new(asked_for(settings).unwrap_or_else(|| first(game, settings)));
        let surface = RwSignal::new((0.0, 0.0));
        let scene = Memo::new(move |_| {
            let (width, height) = surface.get();
            desk.with(|desk| desk.scene(width, height))
        });
        let room = Room {
            desk,
            surface,
            scene,
            panel: RwSignal::new(None),
            elsewhere: RwSignal::new(Elsewhere::Here),
            unsaved: RwSignal::new(!keeper.keeps()),
            ready: RwSignal::new(false),
            seconds: RwSignal::new(0),
            let_go: RwSignal::new(None),
            thinker: StoredValue::new_local(None),
            keeper: StoredValue::new_local(keeper),
        };
        let thinker = Thinker::new(move |reply| room.answer(reply));
        room.thinker.set_value(Some(thinker));
        room.sit_down();
        room.watch_clock();
        motion::watch(room);
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
        });
    }

    /// Goes on with what was saved, unless the address asks for a deal.
    fn resume(self) {
        let settings = self.desk.with_untracked(|desk| *desk.settings());
        let saved = self.keeper.with_value(Keeper::game);
        match saved.as_deref().map(|text| Desk::resume(text, settings, seed())) {
            Some(Ok(mut desk)) => {
                // The game that was saved is left for one that the address asks for, and can be gone back to.
                if let Some((config, deal)) = address()
                    && (desk.deal_name(), desk.view().config) != (deal.to_string(), config)
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
                if address().is_none() && settings.winnable_only(config) {
                    self.send(Input::NewGame(config));
                }
            }
        }
        self.send(Input::Here);
    }

    /// Another tab has taken the game.
    fn gone(self) {
        self.keeper.update_value(|keeper| keeper.slot = None);
        self.elsewhere.set(Elsewhere::Gone);
    }

    /// Takes the saved game from the tab that has it.
    pub(crate) fn take_over(self) {
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
        let now = self.now();
        self.desk.update(|desk| desk.handle(input, now));
        self.run_out();
    }

    /// Goes on with a record; the error is a sentence.
    pub(crate) fn import(self, record: &str) -> Result<(), String> {
        if self.elsewhere.get_untracked() == Elsewhere::Gone {
            return Err(client::words::label::TAKEN_OVER.to_owned());
        }
        let now = self.now();
        let mut result = Ok(());
        self.desk.update(|desk| result = desk.import(record, now));
        self.run_out();
        result
    }

    fn answer(self, reply: Reply) {
        let now = self.now();
        self.desk.update(|desk| desk.answer(reply, now));
        self.run_out();
    }

    fn tick(self) {
        let now = self.now();
        self.desk.update(|desk| desk.tick(now));
        self.run_out();
    }

    /// Does what the desk wants.
    fn run_out(self) {
        let mut out = Vec::new();
        self.desk.update_untracked(|desk| out = desk.take_out());
        for wish in out {
            match wish {
                Out::Ask(ask) => self.think(|thinker| {
                    thinker.drop_questions();
                    thinker.ask(&ask);
                }),
                Out::StopAsking => self.think(Thinker::drop_questions),
                Out::Save(text) => match self.keeper.with_value(|keeper| keeper.keep_game(&text)) {
                    Kept::Yes => {}
                    Kept::No => self.unsaved.set(true),
                    Kept::Elsewhere => self.gone(),
                },
                Out::SaveSettings(text) => self.keeper.with_value(|keeper| keeper.keep_settings(&text)),
                Out::Wake(after) => {
                    set_timeout(move || self.tick(), Duration::from_millis(u64::from(after)));
                }
                Out::Sound(sound) => {
                    if self.desk.with_untracked(|desk| desk.settings().sound) {
                        sound::play(sound);
                    }
                }
            }
        }
        self.show_time();
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
        let Some(document) = web_sys::window().and_then(|window| window.document()) else { return };
        let hidden = {
            let document = document.clone();
            Closure::<dyn Fn()>::new(move || {
                self.send(if document.hidden() { Input::Away } else { Input::Here });
            })
        };
        let _ =
            document.add_event_listener_with_callback("visibilitychange", hidden.as_ref().unchecked_ref());
        hidden.forget();
    }

    /// How long a move takes on the screen, in milliseconds: 0 where nothing moves.
    pub(crate) fn pace(self) -> f64 {
        match self.desk.with_untracked(|desk| desk.settings().motion) {
            Motion::Off => 0.0,
            _ if js::media("(prefers-reduced-motion: reduce)") => 0.0,
            Motion::Quick => 115.0,
            Motion::System => 230.0,
        }
    }

    /// Puts the keyboard where the desk's cursor is, once the page shows it.
    pub(crate) fn focus_cursor(self) {
        leptos::reactive::spawn_local(async move {
            leptos::task::tick().await;
            focus_place(self.desk.with_untracked(Desk::cursor));
        });
    }

    /// Keeps the look of the page as the settings have it.
    pub(crate) fn follow_settings(self) {
        let settings = Memo::new(move |_| self.desk.with(|desk| *desk.settings()));
        Effect::new(move |_| {
            crate::look::follow(&settings.get());
        });
    }
}

fn focus_place(at: Place) {
    let selector = format!("[data-place='{}'][tabindex]", place::name(at));
    if let Ok(Some(element)) = document().query_selector(&selector)
        && let Ok(element) = element.dyn_into::<web_sys::HtmlElement>()
    {
        let _ = element.focus();
    }
}

/// What the address asks for: `?game=one-card&deal=v1:42`.
fn address() -> Option<(Config, DealId)> {
    let search = web_sys::window()?.location().search().ok()?;
    let params = web_sys::UrlSearchParams::new_with_str(&search).ok()?;
    let deal = Desk::read_deal(&params.get("deal")?).ok()?;
    let config = params.get("game").and_then(|name| name.parse().ok()).unwrap_or(Config::KLONDIKE);
    Some((config, deal))
}

fn asked_for(settings: Settings) -> Option<Desk> {
    let (config, deal) = address()?;
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
