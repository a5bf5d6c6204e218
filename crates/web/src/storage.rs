//! What the browser keeps, and for which tab.
//!
//! Each tab saves in a slot of its own: the first tab in the first slot, the second in the second, without a
//! limit. A lock of the browser's says whose a slot is, and is released when the tab goes, however it goes.
//! So two tabs never write over each other, and a new tab takes the first free slot, with the game in it.

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
/// What the names of all statistics begin with, of whatever game and tab.
const BOOKS: &str = "cardroom.played.";

/// A place to save at: for a game, the number of a tab.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Slot {
    game: &'static str,
    number: u32,
}

impl Slot {
    /// The place of the game that is gone on with.
    pub(crate) const fn first(game: &'static str) -> Slot {
        Slot { game, number: 1 }
    }

    /// Whether it is that one.
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

/// What the browser keeps.
#[derive(Clone)]
pub(crate) struct Storage {
    /// Each game has places of its own.
    game: &'static str,
    storage: Option<web_sys::Storage>,
    /// Where this tab saves.
    pub(crate) slot: Option<Slot>,
    /// This tab's name, for browsers without locks.
    token: String,
}

/// Whether a game was kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Saved {
    /// It was, or the tab has no place yet and will keep its next move.
    Yes,
    /// The browser keeps nothing.
    No,
    /// Another tab has taken the place.
    TakenOver,
}

impl Storage {
    pub(crate) fn new(game: &'static str) -> Storage {
        let storage = web_sys::window().and_then(|window| window.local_storage().ok().flatten());
        Storage { game, storage, slot: None, token: web_sys::js_sys::Math::random().to_string() }
    }

    /// Whether it keeps anything at all.
    pub(crate) fn can_save(&self) -> bool {
        self.storage.is_some()
    }

    /// The settings; those of a newcomer if there are none.
    pub(crate) fn settings(&self) -> Settings {
        let text = self.storage.as_ref().and_then(|storage| storage.get_item(SETTINGS).ok().flatten());
        Settings::read(&text.unwrap_or_default())
    }

    pub(crate) fn save_settings(&self, text: &str) {
        if let Some(storage) = &self.storage {
            // Settings that cannot be kept hold until the page is closed.
            let _ = storage.set_item(SETTINGS, text);
        }
    }

    /// The game that a visit goes on with, whatever tab has it.
    pub(crate) fn first_game(&self) -> Option<String> {
        self.storage.as_ref()?.get_item(&Slot::first(self.game).key()).ok().flatten()
    }

    /// The game of this tab.
    pub(crate) fn game(&self) -> Option<String> {
        self.storage.as_ref()?.get_item(&self.slot?.key()).ok().flatten()
    }

    /// Keeps the game of this tab.
    pub(crate) fn save_game(&self, text: &str) -> Saved {
        let (Some(storage), Some(slot)) = (&self.storage, self.slot) else {
            return if self.storage.is_some() { Saved::Yes } else { Saved::No };
        };
        let owner = storage.get_item(&slot.owner()).ok().flatten();
        if owner.is_some_and(|owner| owner != self.token) {
            return Saved::TakenOver;
        }
        if storage.set_item(&slot.key(), text).is_ok() { Saved::Yes } else { Saved::No }
    }

    /// All games that were counted, by whatever tab. Each tab counts at its own place, so none writes over another.
    pub(crate) fn statistics(&self) -> Book {
        let mut book = Book::default();
        self.books().iter().for_each(|name| book.merge(self.book_at(name)));
        book
    }

    /// The names of the statistics of all games and tabs.
    fn books(&self) -> Vec<String> {
        let Some(storage) = &self.storage else { return Vec::new() };
        let names = (0..storage.length().unwrap_or(0)).filter_map(|at| storage.key(at).ok().flatten());
        names.filter(|name| name.starts_with(BOOKS)).collect()
    }

    fn book_at(&self, name: &str) -> Book {
        let text = self.storage.as_ref().and_then(|storage| storage.get_item(name).ok().flatten());
        text.and_then(|text| text.parse().ok()).unwrap_or_default()
    }

    /// Changes what was counted in this tab.
    pub(crate) fn count(&self, change: impl FnOnce(&mut Book)) {
        if let (Some(storage), Some(slot)) = (&self.storage, self.slot) {
            let mut book = self.book_at(&slot.book());
            change(&mut book);
            // A game that cannot be counted is played all the same.
            let _ = storage.set_item(&slot.book(), &book.to_string());
        }
    }

    /// Forgets all that was counted.
    pub(crate) fn delete_statistics(&self) {
        if let Some(storage) = &self.storage {
            for name in self.books() {
                let _ = storage.remove_item(&name);
            }
        }
    }

    /// Keeps a game that cannot be read where nothing writes over it.
    pub(crate) fn put_aside(&self) {
        if let (Some(storage), Some(text)) = (&self.storage, self.game()) {
            let _ = storage.set_item(BROKEN, &text);
        }
    }

    /// Claims the first slot that no other tab has.
    pub(crate) async fn claim(self, lost: impl Fn() + Clone + 'static) -> (Slot, SlotLock) {
        let mut slot = Slot::first(self.game);
        let mut tries = 0;
        loop {
            if let Some(lock) = lock(slot, false, lost.clone()).await {
                return (self.sign(slot), lock);
            }
            // A table that was just left in this tab may not have released its lock yet.
            if slot.is_first() && tries < 3 {
                tries += 1;
                pause(30).await;
            } else {
                slot.number += 1;
            }
        }
    }

    /// Takes the first slot from the tab that has it.
    pub(crate) async fn steal(self, lost: impl Fn() + Clone + 'static) -> (Slot, SlotLock) {
        let slot = Slot::first(self.game);
        let lock = lock(slot, true, lost).await;
        (self.sign(slot), lock.unwrap_or_default())
    }

    /// Writes this tab's name to a slot, so that a tab that had it notices, even where there are no locks.
    fn sign(&self, slot: Slot) -> Slot {
        if let Some(storage) = &self.storage {
            let _ = storage.set_item(&slot.owner(), &self.token);
        }
        slot
    }
}

/// The lock of a slot. The browser releases it when the tab goes, or when this is dropped.
#[derive(Default)]
pub(crate) struct SlotLock(Option<Function>);

impl Drop for SlotLock {
    fn drop(&mut self) {
        if let Some(release) = &self.0 {
            let _ = release.call0(&JsValue::UNDEFINED);
        }
    }
}

/// Takes the lock of a slot, if it is free or is to be stolen. When another tab steals it, `lost` is called. Where the
/// browser has no locks, every tab gets what it asks for.
async fn lock(slot: Slot, steal: bool, lost: impl Fn() + Clone + 'static) -> Option<SlotLock> {
    let locks = web_sys::window().map(|window| js::get(&window.navigator(), "locks"));
    let Some(locks) = locks.filter(JsValue::is_object) else { return Some(SlotLock::default()) };
    let release: Rc<RefCell<Option<Function>>> = Rc::default();
    let asked = {
        let release = Rc::clone(&release);
        Promise::new(&mut |answer: Function, _| {
            let release = Rc::clone(&release);
            let granted = Closure::once_into_js(move |held: JsValue| -> JsValue {
                // The answer goes out at once. The lock is held until the promise that is returned resolves.
                let _ = answer.call1(&JsValue::UNDEFINED, &JsValue::from_bool(held.is_object()));
                if !held.is_object() {
                    return JsValue::UNDEFINED;
                }
                Promise::new(&mut |resolve: Function, _| *release.borrow_mut() = Some(resolve)).into()
            });
            let mode = if steal { "steal" } else { "ifAvailable" };
            let options = js::object(&[(mode, JsValue::TRUE)]);
            let request = js::call(&locks, "request", &[slot.key().into(), options, granted]);
            // A lock that is stolen rejects its promise.
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
