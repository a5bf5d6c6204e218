//! Saves games, settings and statistics in the browser's local storage.
//!
//! Each tab saves in its own slot: the first tab in the first slot, the second in the second, without a
//! limit. A tab owns its slot by a lock of the browser, which is released when the tab is closed or crashes.
//! So two tabs never overwrite each other's games. A new tab takes the first free slot and the game in it.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use client::statistics::Book;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::js_sys::{Function, Promise};

use client::Settings;

use crate::dom::js;
use crate::dom::timing::after;

const SETTINGS: &str = "cardroom.settings";
const BROKEN: &str = "cardroom.broken";
/// The prefix of the keys of all statistics, for all games and tabs.
const BOOKS: &str = "cardroom.played.";

/// A slot of local storage: a game and the number of a tab.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Slot {
    game: &'static str,
    number: u32,
}

impl Slot {
    /// The first slot of a game, which a new visit resumes.
    pub(crate) const fn first(game: &'static str) -> Slot {
        Slot { game, number: 1 }
    }

    /// Whether this is the first slot.
    pub(crate) const fn is_first(self) -> bool {
        self.number == 1
    }

    fn key(self) -> String {
        format!("cardroom.{}.{}", self.game, self.number)
    }

    fn book(self) -> String {
        format!("{BOOKS}{}.{}", self.game, self.number)
    }

    fn owner(self) -> String {
        format!("cardroom.{}.owner.{}", self.game, self.number)
    }
}

/// The local storage of the browser, as used by one tab for one game.
#[derive(Clone)]
pub(crate) struct Storage {
    /// The game. Each game has its own slots.
    game: &'static str,
    storage: Option<web_sys::Storage>,
    /// The slot of this tab.
    pub(crate) slot: Option<Slot>,
    /// The name of this tab, for browsers without locks.
    token: String,
}

/// The result of saving a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SaveResult {
    /// The game is saved, or the tab has no slot yet and will save after the next move.
    Yes,
    /// The browser refuses to store it.
    No,
    /// Another tab has taken the slot.
    TakenOver,
}

impl Storage {
    pub(crate) fn new(game: &'static str) -> Storage {
        let storage = web_sys::window().and_then(|window| window.local_storage().ok().flatten());
        Storage { game, storage, slot: None, token: web_sys::js_sys::Math::random().to_string() }
    }

    /// Whether the browser provides local storage.
    pub(crate) fn can_save(&self) -> bool {
        self.storage.is_some()
    }

    /// The saved settings, or the defaults.
    pub(crate) fn settings(&self) -> Settings {
        let text = self.storage.as_ref().and_then(|storage| storage.get_item(SETTINGS).ok().flatten());
        Settings::read(&text.unwrap_or_default())
    }

    pub(crate) fn save_settings(&self, text: &str) {
        if let Some(storage) = &self.storage {
            // Settings that cannot be saved are valid until the page is closed.
            let _ = storage.set_item(SETTINGS, text);
        }
    }

    /// The game in the first slot, whichever tab owns it.
    pub(crate) fn first_game(&self) -> Option<String> {
        self.storage.as_ref()?.get_item(&Slot::first(self.game).key()).ok().flatten()
    }

    /// The game of this tab.
    pub(crate) fn game(&self) -> Option<String> {
        self.storage.as_ref()?.get_item(&self.slot?.key()).ok().flatten()
    }

    /// Saves the game of this tab.
    pub(crate) fn save_game(&self, text: &str) -> SaveResult {
        let (Some(storage), Some(slot)) = (&self.storage, self.slot) else {
            return if self.storage.is_some() { SaveResult::Yes } else { SaveResult::No };
        };
        let owner = storage.get_item(&slot.owner()).ok().flatten();
        if owner.is_some_and(|owner| owner != self.token) {
            return SaveResult::TakenOver;
        }
        if storage.set_item(&slot.key(), text).is_ok() { SaveResult::Yes } else { SaveResult::No }
    }

    /// The merged statistics of all tabs. Each tab writes only to its own key.
    pub(crate) fn statistics(&self) -> Book {
        let mut book = Book::default();
        self.books().iter().for_each(|name| book.merge(self.book_at(name)));
        book
    }

    /// The keys of the statistics of all games and tabs.
    fn books(&self) -> Vec<String> {
        let Some(storage) = &self.storage else { return Vec::new() };
        let names = (0..storage.length().unwrap_or(0)).filter_map(|at| storage.key(at).ok().flatten());
        names.filter(|name| name.starts_with(BOOKS)).collect()
    }

    fn book_at(&self, name: &str) -> Book {
        let text = self.storage.as_ref().and_then(|storage| storage.get_item(name).ok().flatten());
        text.and_then(|text| text.parse().ok()).unwrap_or_default()
    }

    /// Updates the statistics of this tab.
    pub(crate) fn count(&self, change: impl FnOnce(&mut Book)) {
        if let (Some(storage), Some(slot)) = (&self.storage, self.slot) {
            let mut book = self.book_at(&slot.book());
            change(&mut book);
            // Playing goes on even if the statistics cannot be saved.
            let _ = storage.set_item(&slot.book(), &book.to_string());
        }
    }

    /// Deletes the statistics of all tabs.
    pub(crate) fn delete_statistics(&self) {
        if let Some(storage) = &self.storage {
            for name in self.books() {
                let _ = storage.remove_item(&name);
            }
        }
    }

    /// Copies a game that cannot be read to a separate key, so that it is not overwritten.
    pub(crate) fn put_aside(&self) {
        if let (Some(storage), Some(text)) = (&self.storage, self.game()) {
            let _ = storage.set_item(BROKEN, &text);
        }
    }

    /// Claims the first slot that no other tab owns.
    pub(crate) async fn claim(self, lost: impl Fn() + Clone + 'static) -> (Slot, SlotLock) {
        let mut slot = Slot::first(self.game);
        let mut tries = 0;
        loop {
            if let Some(lock) = lock(slot, false, lost.clone()).await {
                return (self.sign(slot), lock);
            }
            // A game that was just closed in this tab may not have released its lock yet.
            if slot.is_first() && tries < 3 {
                tries += 1;
                pause(30).await;
            } else {
                slot.number += 1;
            }
        }
    }

    /// Takes the first slot from the tab that owns it.
    pub(crate) async fn steal(self, lost: impl Fn() + Clone + 'static) -> (Slot, SlotLock) {
        let slot = Slot::first(self.game);
        let lock = lock(slot, true, lost).await;
        (self.sign(slot), lock.unwrap_or_default())
    }

    /// Writes the name of this tab to a slot, so that the previous owner notices, even without locks.
    fn sign(&self, slot: Slot) -> Slot {
        if let Some(storage) = &self.storage {
            let _ = storage.set_item(&slot.owner(), &self.token);
        }
        slot
    }
}

/// The lock of a slot. The browser releases it when the tab is closed, or when this value is dropped.
#[derive(Default)]
pub(crate) struct SlotLock(Option<Function>);

impl Drop for SlotLock {
    fn drop(&mut self) {
        if let Some(release) = &self.0 {
            let _ = release.call0(&JsValue::UNDEFINED);
        }
    }
}

/// Takes the lock of a slot, if it is free or `steal` is set. Calls `lost` when another tab steals it. If the
/// browser does not support locks, every request succeeds.
async fn lock(slot: Slot, steal: bool, lost: impl Fn() + Clone + 'static) -> Option<SlotLock> {
    let locks = web_sys::window().map(|window| js::get(&window.navigator(), "locks"));
    let Some(locks) = locks.filter(JsValue::is_object) else { return Some(SlotLock::default()) };
    let release: Rc<RefCell<Option<Function>>> = Rc::default();
    let asked = {
        let release = Rc::clone(&release);
        Promise::new(&mut |answer: Function, _| {
            let release = Rc::clone(&release);
            let granted = Closure::once_into_js(move |held: JsValue| -> JsValue {
                // Report the result at once. The lock is held until the returned promise resolves.
                let _ = answer.call1(&JsValue::UNDEFINED, &JsValue::from_bool(held.is_object()));
                if !held.is_object() {
                    return JsValue::UNDEFINED;
                }
                Promise::new(&mut |resolve: Function, _| *release.borrow_mut() = Some(resolve)).into()
            });
            let mode = if steal { "steal" } else { "ifAvailable" };
            let options = js::object(&[(mode, JsValue::TRUE)]);
            let request = js::call(&locks, "request", &[slot.key().into(), options, granted]);
            // If the lock is stolen, its promise is rejected.
            if let Ok(promise) = request.and_then(JsCast::dyn_into::<Promise>) {
                let lost = lost.clone();
                let rejected = Closure::<dyn FnMut(JsValue)>::new(move |_| lost());
                let _ = promise.catch(&rejected);
                rejected.forget();
            }
        })
    };
    let is_held = JsFuture::from(asked).await.is_ok_and(|held| held.is_truthy());
    is_held.then(|| SlotLock(release.borrow_mut().take()))
}

/// Waits for some milliseconds.
async fn pause(milliseconds: u64) {
    let waited = Promise::new(&mut |done: Function, _| {
        after(Duration::from_millis(milliseconds), move || {
            let _ = done.call0(&JsValue::UNDEFINED);
        });
    });
    let _ = JsFuture::from(waited).await;
}
