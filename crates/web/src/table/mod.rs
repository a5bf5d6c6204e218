//! The page with a table: connects a session of any game with the browser.

pub(crate) mod celebration;
mod due;
pub(crate) mod keyboard;
mod motion;
mod pointer;
mod renderer;
mod replaying;
mod saving;

use std::time::Duration;

use client::shell::{Action, Effect, FormData, OverlayKind, Panel, Point, Scene, Screen, Tone, Wait};
use client::{Address, Settings, catalog};
use games::catalog::Offer;
use text::Text;
use web_sys::HtmlElement;

use crate::dom::timing::{after, after_paint, every};
use crate::dom::{document, find, js, window};
use crate::storage::{SlotLock, Storage};
use crate::worker_handle::WorkerHandle;
use crate::{address, app, look, sound};
use due::Due;
pub(crate) use renderer::Renderer;

/// A table on the page.
pub(crate) struct TablePage {
    /// The session.
    pub(crate) screen: Box<dyn Screen>,
    /// The row of the catalogue.
    pub(crate) offer: Offer,
    /// The open panel.
    pub(crate) panel: Option<Panel>,
    /// The error in the panel's input.
    pub(crate) error: Option<Text>,
    /// What was just copied, by the name of its button.
    pub(crate) copied: Option<&'static str>,
    /// The kind of games whose statistics are shown.
    pub(crate) statistics_kind: Option<String>,
    /// Whether the player is asked before the statistics are deleted.
    pub(crate) asks_to_delete: bool,
    /// The result of the last change of the statistics.
    pub(crate) statistics_news: Option<Text>,
    /// Whether a replay is playing.
    pub(crate) plays: bool,
    /// Which tab has the saved game.
    pub(crate) tab: TabState,
    /// Whether nothing can be saved.
    pub(crate) unsaved: bool,
    /// Whether the saved game was loaded, so that it is known which game is played here.
    pub(crate) ready: bool,
    /// Whether the player has hidden the result to look at the table.
    pub(crate) looks_at_table: bool,
    /// Whether the winning animation is running.
    pub(crate) celebrates: bool,
    /// Whether the table is on a server.
    pub(crate) remote: bool,
    /// The serial number of the last message that has faded.
    faded: u32,
    scheduled_fade: u32,
    was_won: bool,
    renderer: Option<Renderer>,
    surface: Point,
    storage: Storage,
    lock: Option<SlotLock>,
    worker: WorkerHandle,
    due: Due,
    /// The unique number of this table.
    pub(crate) serial: u32,
    /// The messages that the session wants to send to the server.
    outgoing: Vec<Effect>,
}

/// Which tab has the saved game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TabState {
    /// This one.
    Here,
    /// Another one; this tab has its own game.
    Elsewhere,
    /// Another one, which has taken it from this tab.
    TakenOver,
}

impl TablePage {
    /// The page of a game: with the deal of the address, the saved game, or a new one.
    pub(crate) fn open(offer: Offer) -> Option<TablePage> {
        let storage = Storage::new(offer.save_key);
        let settings = storage.settings();
        let deal = match address::asked() {
            Ok(Some(Address::Deal { deal, .. })) => Some(deal),
            _ => None,
        };
        let screen = catalog::first_session(&offer, deal, settings, random_seed())?;
        let mut page = TablePage::with(screen, offer, storage);
        page.claim_storage();
        Some(page)
    }

    /// The lesson of a game. It loads and saves nothing.
    pub(crate) fn lesson(offer: Offer) -> Option<TablePage> {
        let storage = Storage::new(offer.save_key);
        let screen = catalog::lesson(&offer, storage.settings())?;
        let mut page = TablePage::with(screen, offer, storage);
        page.ready = true;
        let serial = page.serial;
        // The table must be on the page before the session starts.
        after(Duration::ZERO, move || with_serial(serial, |table| table.set_present(true)));
        Some(page)
    }

    /// A game on a server. Nothing is saved on this device.
    pub(crate) fn remote(screen: Box<dyn Screen>, offer: Offer) -> TablePage {
        let mut page = TablePage::with(screen, offer, Storage::new(offer.save_key));
        (page.remote, page.unsaved, page.ready) = (true, false, true);
        page
    }

    /// A replay.
    pub(crate) fn replay(screen: Box<dyn Screen>, offer: Offer) -> TablePage {
        let mut page = TablePage::with(screen, offer, Storage::new(offer.save_key));
        (page.unsaved, page.ready) = (false, true);
        page.run_effects();
        page
    }

    fn with(screen: Box<dyn Screen>, offer: Offer, storage: Storage) -> TablePage {
        let serial = app::next_serial();
        let worker = WorkerHandle::new(move |reply| {
            with_serial(serial, |table| table.happens(|table, now| table.screen.answer(reply, now)));
        });
        TablePage {
            was_won: screen.is_won(),
            screen,
            offer,
            panel: None,
            error: None,
            copied: None,
            statistics_kind: None,
            asks_to_delete: false,
            statistics_news: None,
            plays: false,
            tab: TabState::Here,
            unsaved: !storage.can_save(),
            ready: false,
            looks_at_table: false,
            celebrates: false,
            remote: false,
            faded: 0,
            scheduled_fade: 0,
            renderer: None,
            surface: Point::default(),
            storage,
            lock: None,
            worker,
            due: Due::default(),
            serial,
            outgoing: Vec::new(),
        }
    }

    /// Opens the deal or game of the address.
    pub(crate) fn follow_address(&mut self) {
        match address::asked() {
            Ok(Some(address)) => {
                let is_deal = matches!(address, Address::Deal { .. });
                if is_deal && address::has_own_deal() {
                    self.panel = None;
                    self.change(|table, now| {
                        table.screen.open_address(&address, now);
                    });
                }
            }
            Ok(None) => {}
            Err(error) => self.change(|table, _| table.screen.note(error.text())),
        }
        address::forget_deal(self.screen.page());
    }

    /// Plays at an invisible table, in small portions. A browser compiles each part of the program when it
    /// first runs, which takes longer than running it. This way, the player's first move does not wait for
    /// it.
    fn warm_up(&self) {
        let (surface, settings) = (self.surface, *self.screen.settings());
        let session = catalog::first_session(&self.offer, None, settings, 1);
        let (Some(mut session), Some(mut renderer)) = (session, Renderer::offscreen()) else { return };
        let keys = ["d", "w", "Escape", "u", "y"];
        let mut step = 0;
        let travel = self.travel();
        every(Duration::from_millis(40), move || {
            renderer.draw(session.scene(surface), travel, None);
            let Some(key) = keys.get(step) else { return false };
            step += 1;
            let press = client::shell::Press { key, control: false, shift: false };
            session.press(press, false, 0);
            true
        });
    }

    /// Whether keys are for the table.
    pub(crate) fn takes_keys(&self) -> bool {
        self.panel.is_none() && self.ready && self.screen.replay_position().is_none()
    }

    /// The table's element.
    pub(crate) fn element(&self) -> Option<&HtmlElement> {
        self.renderer.as_ref().map(Renderer::table)
    }

    /// The scene that was drawn last.
    pub(crate) fn scene(&self) -> Option<&Scene> {
        self.renderer.as_ref().and_then(Renderer::scene)
    }

    /// An input by pointer or button.
    pub(crate) fn input(&mut self, change: impl FnOnce(&mut TablePage, u64)) {
        if self.tab == TabState::TakenOver || !self.ready {
            return;
        }
        self.worker.make_way();
        self.change(change);
    }

    /// An input by key. Afterwards the keyboard focus moves to the cursor.
    pub(crate) fn by_keyboard(&mut self, change: impl FnOnce(&mut TablePage, u64)) {
        let before = self.screen.version();
        self.input(change);
        // A question has its own buttons.
        if self.shows_overlay() {
            return;
        }
        if self.screen.version() == before {
            self.focus_cursor();
        } else {
            // Moving the focus makes the browser lay out the page: do it after the cards have started to
            // move.
            self.focus_cursor_after_paint();
        }
    }

    /// The player drops cards at this distance from their place.
    pub(crate) fn release(&mut self, by: Point, change: impl FnOnce(&mut TablePage, u64)) {
        if self.tab == TabState::TakenOver {
            return;
        }
        self.worker.make_way();
        change(self, now());
        self.draw(Some(by));
        self.run_effects();
    }

    /// Changes the session. The cards are drawn at once; the rest follows when they are on the screen.
    pub(crate) fn change(&mut self, change: impl FnOnce(&mut TablePage, u64)) {
        change(self, now());
        self.draw(None);
        self.run_effects();
    }

    /// Changes the session without an input, for example by a timer. No input waits for the cards, so
    /// everything is rendered in one frame, which is cheaper than two.
    pub(crate) fn happens(&mut self, change: impl FnOnce(&mut TablePage, u64)) {
        self.change(change);
        app::render_soon();
    }

    /// Runs a button's action.
    pub(crate) fn act(&mut self, action: &Action) {
        let shows_hand = matches!(action, Action::ShowHand | Action::Answer(_));
        self.input(|table, now| table.screen.act(action, now));
        if shows_hand || matches!(action, Action::Command(_)) && matches!(self.screen.wait(), Wait::Person(_))
        {
            self.focus_cursor_after_paint();
        }
    }

    /// Starts the game that a form describes.
    pub(crate) fn start_new_game(&mut self, form: &FormData) -> Result<(), Text> {
        let mut result = Ok(());
        self.input(|table, now| result = table.screen.start_new_game(form, now));
        result
    }

    /// Imports a record.
    pub(crate) fn import(&mut self, record: &str) -> Result<(), Text> {
        if self.tab == TabState::TakenOver {
            return Err(client::words::label::TAKEN_OVER);
        }
        let mut result = Ok(());
        self.looks_at_table = false;
        self.change(|table, now| result = table.screen.import(record, now));
        result
    }

    /// The page became visible or hidden.
    pub(crate) fn set_present(&mut self, present: bool) {
        if self.tab != TabState::TakenOver && self.ready {
            self.change(|table, now| table.screen.set_present(present, now));
            app::render_soon();
        }
    }

    /// The element of the table exists: draws the table and adds the listeners.
    pub(crate) fn attach(&mut self) {
        let Some(table) = find("main.table") else { return };
        if self.renderer.as_ref().is_none_or(|renderer| renderer.table() != &table) {
            let Some(surface) = find("main.table > .cards") else { return };
            let is_replay = self.screen.replay_position().is_some();
            if !is_replay {
                pointer::listen(&table);
            }
            app::observe_size(&table);
            self.renderer = Some(Renderer::new(table, surface));
        }
        self.measure();
        self.draw(None);
        self.colour_slider();
    }

    /// Updates the size of the surface.
    pub(crate) fn measure(&mut self) {
        let Some(table) = self.element() else { return };
        let height =
            |selector: &str| find(selector).map_or(0.0, |part| part.get_bounding_client_rect().height());
        let window = window().inner_height().ok().and_then(|height| height.as_f64()).unwrap_or(0.0);
        let left = window - height(".top") - height(".teacher") - height(".bottom");
        let y = if left > 0.0 { left.floor() } else { f64::from(table.client_height()) };
        self.surface = Point { x: f64::from(table.client_width()), y };
    }

    /// Draws the table again because its surface or the language has changed.
    pub(crate) fn redraw(&mut self, from_scratch: bool) {
        let before = self.surface;
        self.measure();
        if from_scratch && let Some(renderer) = &mut self.renderer {
            renderer.reset();
        }
        if from_scratch || self.surface != before {
            self.draw(None);
        }
    }

    fn draw(&mut self, released: Option<Point>) {
        if !self.ready || self.surface.x <= 0.0 {
            return;
        }
        let travel = self.travel();
        if let Some(renderer) = &mut self.renderer {
            renderer.draw(self.screen.scene(self.surface), travel, released);
        }
    }

    fn travel(&self) -> f64 {
        look::travel(self.screen.settings().motion, self.screen.card_travel())
    }

    /// Carries out the session's effects. Those that can wait are deferred until the cards are on the screen.
    fn run_effects(&mut self) {
        for effect in self.screen.take_effects() {
            let Some(effect) = self.due.defer(effect) else { continue };
            match effect {
                Effect::StopAsking => self.worker.cancel(),
                Effect::SaveSettings(text) => self.storage.save_settings(&text),
                Effect::Wake(pause) => {
                    let serial = self.serial;
                    after(Duration::from_millis(u64::from(pause)), move || {
                        with_serial(serial, |table| {
                            if table.tab != TabState::TakenOver {
                                table.happens(|table, now| table.screen.tick(now));
                            }
                        });
                    });
                }
                Effect::SendMove(_) | Effect::SendAutomaticMove(_) | Effect::Send(_) => {
                    self.outgoing.push(effect);
                }
                Effect::Sound(sound) => {
                    if self.screen.settings().sound {
                        sound::play(sound);
                    }
                }
                // These were deferred.
                Effect::Ask(_) | Effect::Save | Effect::Count(_) => {}
            }
        }
        if self.due.needs_follow_up() {
            let serial = self.serial;
            after_paint(move || with_serial(serial, TablePage::follow_up));
        }
        if !self.outgoing.is_empty() {
            app::send_outgoing_soon();
        }
    }

    /// The messages that the session wants to send to the server.
    pub(crate) fn take_outgoing(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.outgoing)
    }

    /// Whether there is an overlay that has to be answered.
    pub(crate) fn shows_overlay(&self) -> bool {
        self.screen.overlay().is_some_and(|overlay| !self.hides(overlay.kind))
    }

    /// Whether an overlay is hidden at the moment.
    pub(crate) fn hides(&self, kind: OverlayKind) -> bool {
        match kind {
            OverlayKind::Result => self.looks_at_table,
            OverlayKind::Victory => self.celebrates,
            OverlayKind::Question | OverlayKind::Handover(_) => false,
        }
    }

    /// Called before the page is rendered: starts the winning animation if it is due.
    pub(crate) fn before_render(&mut self) {
        if self.looks_at_table && self.screen.wait() != Wait::Over {
            self.looks_at_table = false;
        }
        let is_won = self.ready && self.screen.is_won();
        let is_victory = self.screen.overlay().is_some_and(|overlay| overlay.kind == OverlayKind::Victory);
        // A won game that was resumed is not celebrated again.
        if is_won && !self.was_won && is_victory && self.travel() > 0.0 {
            self.celebrates = true;
            let serial = self.serial;
            crate::dom::timing::next_frame(move || with_serial(serial, |table| celebration::fly(table)));
            after(celebration::DURATION, move || with_serial(serial, TablePage::end_celebration));
        }
        self.was_won = is_won;
        self.schedule_fade();
    }

    /// Refusals and notes fade automatically; a hint stays as long as it is valid.
    fn schedule_fade(&mut self) {
        let said = self.screen.said();
        if self.scheduled_fade == said.serial || !matches!(said.tone, Tone::Refused | Tone::Note) {
            return;
        }
        self.scheduled_fade = said.serial;
        let (serial, message) = (self.serial, said.serial);
        after(MESSAGE_DURATION, move || {
            with_serial(serial, |table| {
                table.faded = message;
                app::render_soon();
            });
        });
    }

    /// Whether the last message has faded.
    pub(crate) fn message_has_faded(&self) -> bool {
        self.faded == self.screen.said().serial
    }

    /// Ends the winning animation, if it is running.
    pub(crate) fn end_celebration(&mut self) {
        if std::mem::take(&mut self.celebrates) {
            app::render_soon();
        }
    }

    /// Moves the keyboard focus to the session's cursor.
    pub(crate) fn focus_cursor(&self) {
        js::focus_place(&self.screen.cursor());
    }

    fn focus_cursor_after_paint(&self) {
        let serial = self.serial;
        after_paint(move || with_serial(serial, |table| table.focus_cursor()));
    }

    /// The settings.
    pub(crate) fn settings(&self) -> &Settings {
        self.screen.settings()
    }
}

/// How long a refusal or a note stays on the screen.
const MESSAGE_DURATION: Duration = Duration::from_millis(7000);

/// Calls a function with the table that has this number, if it is still on the page.
fn with_serial(serial: u32, call: impl FnOnce(&mut TablePage)) {
    app::with_table(|table| {
        if table.serial == serial {
            call(table);
        }
    });
}

/// The current time for sessions, in milliseconds.
pub(crate) fn now() -> u64 {
    js::now() as u64
}

/// A random number from the browser.
pub(crate) fn random_seed() -> u64 {
    let random = || (web_sys::js_sys::Math::random() * f64::from(u32::MAX)) as u64;
    random() << 32 | random()
}

/// Whether the page is visible.
pub(crate) fn is_visible() -> bool {
    !document().hidden()
}
