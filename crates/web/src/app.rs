//! The app: one model, one update loop.
//!
//! Every event becomes a call of [`with`], [`with_table`] or [`act`], which changes the model. The page is
//! then rendered from the model: cards at once by the [`Renderer`](crate::table::Renderer), everything around
//! them by patching [`view`].

use std::cell::{Cell, RefCell};
use std::time::Duration;

use client::shell::Action;
use client::words;
use client::{Address, Settings, catalog};
use games::catalog as games_catalog;
use text::Text;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, HtmlDialogElement, HtmlElement};

use crate::actions::act;
use crate::dom::timing::{after, next_frame};
use crate::dom::{Mount, create, document, find, hash, js, listen, on_event, tag, window};
use crate::online::{DeviceLink, Lobby};
use crate::route::Route;
use crate::storage::Storage;
use crate::table::{self, TablePage, keyboard};
use crate::{language, look, update, view};

/// The model of the app.
pub(crate) struct App {
    /// The current address.
    route: Route,
    /// The page.
    pub(crate) page: Page,
    /// Whether a new version is ready.
    pub(crate) update_ready: bool,
    /// The settings while no table is shown.
    pub(crate) settings: Settings,
    /// Short descriptions of the games that can be resumed, for the home page.
    pub(crate) saved_games: Vec<(games_catalog::Offer, Option<Text>)>,
    mount: Mount<Action>,
    /// The element that had the focus when a panel was opened.
    focus_before_panel: Option<HtmlElement>,
    /// The last overlay.
    shown_overlay: Option<Text>,
}

/// A page.
pub(crate) enum Page {
    /// The home page.
    Home,
    /// The rules of a game.
    Rules(games_catalog::Offer),
    /// A game.
    Table(Box<TablePage>),
    /// The lobby and online tables.
    Online(Box<Lobby>),
    /// A link from another device was opened.
    Moving(Box<DeviceLink>),
    /// The address is invalid.
    Error(Text),
}

thread_local! {
    static APP: RefCell<Option<App>> = const { RefCell::new(None) };
    static RENDER_IS_DUE: Cell<bool> = const { Cell::new(false) };
    static SERIAL: Cell<u32> = const { Cell::new(0) };
}

/// Starts the app.
pub(crate) fn start() {
    let settings = Storage::new("").settings();
    language::begin(settings.language, move || {
        let (Some(body), Some(root)) = (document().body(), create("div", "app")) else { return };
        let _ = body.append_child(&root);
        let root: Element = root.into();
        let empty = tag("div").class("app");
        let app = App {
            route: Route::Home,
            page: Page::Home,
            update_ready: false,
            settings,
            saved_games: Vec::new(),
            mount: Mount::new(root.clone(), empty),
            focus_before_panel: None,
            shown_overlay: None,
        };
        APP.set(Some(app));
        listen(&root, lend_mount, |action, event| act(action, Some(&event)));
        listen_to_window();
        go(Route::now());
        update::watch(|| with(|app| app.update_ready = true));
    });
}

fn lend_mount(call: &mut dyn FnMut(&Mount<Action>)) {
    APP.with(|app| {
        if let Ok(app) = app.try_borrow()
            && let Some(app) = app.as_ref()
        {
            call(&app.mount);
        }
    });
}

fn listen_to_window() {
    let window = window();
    on_event(&window, "hashchange", |_| follow_hash());
    on_event(&window, "pagehide", |_| with_table(TablePage::settle_due));
    on_event(&document(), "visibilitychange", |_| {
        let is_visible = table::is_visible();
        with_table(|table| table.set_present(is_visible));
        if is_visible {
            with_lobby(Lobby::look);
        }
    });
    for name in ["online", "pageshow"] {
        on_event(&window, name, |_| with_lobby(Lobby::look));
    }
    on_event(&window, "offline", |_| with_lobby(Lobby::went_offline));
    keyboard::listen();
    for name in ["keydown", "pointerdown"] {
        on_event(&window, name, |_| with_table(TablePage::end_celebration));
    }
    crate::dom::timing::every(Duration::from_millis(500), || {
        show_clocks();
        true
    });
}

/// The address has changed.
fn follow_hash() {
    let next = Route::now();
    let current = APP.with_borrow(|app| app.as_ref().map(|app| app.route));
    match (current, next) {
        (Some(Route::Game(old)), Route::Game(new)) if old == new => with_table(TablePage::follow_address),
        // A damaged link does not interrupt a game.
        (Some(Route::Game(_)), Route::Replay) if Address::read(&hash()).is_err() => {
            with_table(TablePage::follow_address);
        }
        (Some(old), new) if old == new && !matches!(new, Route::Replay) => {}
        // The lobby itself changes the address when it joins a table.
        (Some(Route::Lobby | Route::Table(_)), Route::Table(table))
            if with_lobby_value(|lobby| lobby.is_at(table)).unwrap_or(false) =>
        {
            with(|app| app.route = next);
        }
        _ => go(next),
    }
}

/// Shows the page of an address.
pub(crate) fn go(route: Route) {
    with_table(TablePage::settle_due);
    let settings = Storage::new("").settings();
    let page = match route {
        Route::Home => Page::Home,
        Route::Rules(offer) => Page::Rules(offer),
        Route::Game(offer) => table_page(TablePage::open(offer)),
        Route::Lesson(offer) => table_page(TablePage::lesson(offer)),
        Route::Replay => replay_page(settings),
        Route::Lobby => Page::Online(Box::new(Lobby::open(None, settings))),
        Route::Table(table) => Page::Online(Box::new(Lobby::open(Some(table), settings))),
        Route::Move => Page::Moving(Box::new(DeviceLink::here())),
    };
    with(|app| {
        (app.route, app.page, app.settings) = (route, page, settings);
        if matches!(app.page, Page::Home) {
            app.saved_games = saved_games();
        }
        app.shown_overlay = None;
        look::follow(&app.settings);
    });
    match route {
        Route::Move => with(|app| {
            if let Page::Moving(link) = &app.page {
                link.look_up();
            }
        }),
        Route::Lobby | Route::Table(_) => with_lobby(Lobby::run_effects),
        _ => {}
    }
    let _ = js::call(&window(), "scrollTo", &[0.into(), 0.into()]);
}

fn table_page(table: Option<TablePage>) -> Page {
    table.map_or_else(|| Page::Error(words::address::DAMAGED), |table| Page::Table(Box::new(table)))
}

fn replay_page(settings: Settings) -> Page {
    let address = match Address::read(&hash()) {
        Ok(Some(address)) => address,
        Ok(None) => return Page::Error(words::address::DAMAGED),
        Err(error) => return Page::Error(error.text()),
    };
    let screen = catalog::replay(&address, settings);
    let table = screen.and_then(|screen| {
        let offer = games_catalog::offer(screen.page())?;
        Some(TablePage::replay(screen, offer))
    });
    table_page(table)
}

/// The games of the home page, those that can be resumed first.
fn saved_games() -> Vec<(games_catalog::Offer, Option<Text>)> {
    let saved = |offer: games_catalog::Offer| {
        let text = Storage::new(offer.save_key).first_game();
        (offer, text.and_then(|text| catalog::saved_summary(&offer, &text)))
    };
    let mut games: Vec<_> = games_catalog::pages().map(saved).collect();
    games.sort_by_key(|(_, saved)| saved.is_none());
    games
}

/// Changes the model and schedules a rendering of the page.
pub(crate) fn with(call: impl FnOnce(&mut App)) {
    APP.with(|app| {
        // Ignore events that a change causes itself, such as a focus that moves.
        if let Ok(mut app) = app.try_borrow_mut()
            && let Some(app) = app.as_mut()
        {
            call(app);
        }
    });
    render_soon();
}

/// Changes the current table, if there is one. The page around the cards is rendered when the table requests
/// it.
pub(crate) fn with_table(call: impl FnOnce(&mut TablePage)) {
    APP.with(|app| {
        if let Ok(mut app) = app.try_borrow_mut()
            && let Some(table) = app.as_mut().and_then(App::table_mut)
        {
            call(table);
        }
    });
}

/// Changes the lobby, if it is shown.
pub(crate) fn with_lobby(call: impl FnOnce(&mut Lobby)) {
    with_lobby_value(call);
    render_soon();
}

pub(crate) fn with_lobby_value<T>(call: impl FnOnce(&mut Lobby) -> T) -> Option<T> {
    APP.with(|app| match app.try_borrow_mut().ok()?.as_mut()?.page {
        Page::Online(ref mut lobby) => Some(call(lobby)),
        _ => None,
    })
}

/// Whether a new version is ready.
pub(crate) fn is_update_ready() -> bool {
    APP.with_borrow(|app| app.as_ref().is_some_and(|app| app.update_ready))
}

/// A unique number for a table.
pub(crate) fn next_serial() -> u32 {
    SERIAL.set(SERIAL.get() + 1);
    SERIAL.get()
}

/// Renders the page after the current events.
pub(crate) fn render_soon() {
    if !RENDER_IS_DUE.replace(true) {
        wasm_bindgen_futures::spawn_local(async {
            RENDER_IS_DUE.set(false);
            APP.with(|app| {
                if let Ok(mut app) = app.try_borrow_mut()
                    && let Some(app) = app.as_mut()
                {
                    app.render();
                }
            });
        });
    }
}

/// The language has changed: renders everything again.
pub(crate) fn language_changed() {
    with_table(|table| table.redraw(true));
    render_soon();
}

/// Sends the session's messages to the server after the current events.
pub(crate) fn send_outgoing_soon() {
    after(Duration::ZERO, || with_lobby(Lobby::send_outgoing));
}

/// Draws the table again whenever the size of its element or of the window changes. There is one observer for
/// all tables.
pub(crate) fn observe_size(table: &HtmlElement) {
    thread_local! {
        static OBSERVER: Option<web_sys::ResizeObserver> = {
            let changed = Closure::<dyn Fn()>::new(|| with_table(|table| table.redraw(false)));
            let observer = web_sys::ResizeObserver::new(changed.as_ref().unchecked_ref()).ok();
            changed.forget();
            observer
        };
    }
    OBSERVER.with(|observer| {
        if let Some(observer) = observer {
            observer.disconnect();
            observer.observe(table);
            if let Some(root) = document().document_element() {
                observer.observe(&root);
            }
        }
    });
}

/// Updates the displayed times. Called regularly.
fn show_clocks() {
    let now = table::now();
    let mut is_due = false;
    with_table(|table| is_due = table.screen.bar().counts && !table.screen.is_over());
    let left = with_lobby_value(|lobby| lobby.time_left(now)).flatten();
    if let Some(clock) = find("[data-clock]") {
        let text = left.map(words::time).unwrap_or_default();
        if clock.text_content().as_deref() != Some(&text) {
            clock.set_text_content(Some(&text));
        }
    }
    if is_due {
        render_soon();
    }
}

impl App {
    /// The current table.
    pub(crate) fn table(&self) -> Option<&TablePage> {
        match &self.page {
            Page::Table(table) => Some(table),
            Page::Online(lobby) => lobby.table(),
            _ => None,
        }
    }

    fn table_mut(&mut self) -> Option<&mut TablePage> {
        match &mut self.page {
            Page::Table(table) => Some(table),
            Page::Online(lobby) => lobby.table_mut(),
            _ => None,
        }
    }

    fn render(&mut self) {
        if let Some(table) = self.table_mut() {
            table.before_render();
        }
        if let Some(table) = self.table() {
            self.settings = *table.settings();
        }
        look::follow(&self.settings);
        let page = view::page(self);
        self.mount.show(page);
        self.show_dialog();
        self.focus_overlay();
        if let Some(table) = self.table_mut() {
            table.attach();
        }
    }

    /// Opens or closes the dialog, depending on whether there is a panel.
    fn show_dialog(&mut self) {
        let Some(dialog) =
            find("dialog.panel").and_then(|dialog| dialog.dyn_into::<HtmlDialogElement>().ok())
        else {
            return;
        };
        let is_open = self.table().is_some_and(|table| table.panel.is_some());
        if is_open && !dialog.open() {
            self.focus_before_panel = document().active_element().and_then(|element| element.dyn_into().ok());
            let _ = dialog.show_modal();
        } else if !is_open && dialog.open() {
            dialog.close();
            // Restore the focus, as the browser does if it closes the dialog itself.
            if let Some(focus) = self.focus_before_panel.take().filter(|focus| focus.is_connected()) {
                let _ = focus.focus();
            }
        }
    }

    /// Moves the keyboard focus to the main button of a new overlay.
    fn focus_overlay(&mut self) {
        let overlay = self.table().and_then(|table| {
            let overlay = table.screen.overlay().filter(|overlay| table.ready && !table.hides(overlay.kind));
            overlay.map(|overlay| overlay.title)
        });
        if overlay.is_some() && overlay != self.shown_overlay {
            next_frame(|| {
                if let Some(button) = find(".overlay button.main") {
                    let _ = button.focus();
                }
            });
        }
        self.shown_overlay = overlay;
    }
}
