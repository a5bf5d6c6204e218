//! Saving: which tab has the game, what is saved and counted, and when.

use std::time::Duration;

use client::shell::{Action, Panel, Screen};
use client::statistics::Book;
use client::{Address, catalog};
use wasm_bindgen_futures::spawn_local;

use super::{TabState, TablePage, now, random_seed, with_serial};
use crate::dom::timing::after;
use crate::storage::SaveResult;
use crate::{address, app};

impl TablePage {
    /// Claims a place to save at, and resumes the game that is saved there. A newcomer is asked who plays.
    pub(super) fn claim_storage(&mut self) {
        let (serial, storage) = (self.serial, self.storage.clone());
        spawn_local(async move {
            let (slot, lock) = storage.claim(move || with_serial(serial, TablePage::lost_storage)).await;
            // If the table has been left meanwhile, the lock is released here.
            with_serial(serial, |table| {
                table.storage.slot = Some(slot);
                table.lock = Some(lock);
                if !slot.is_first() {
                    table.tab = TabState::Elsewhere;
                }
                let had_game = table.resume();
                table.ready = true;
                if !had_game && !table.screen.is_solo() {
                    table.panel = Some(Panel::NewGame);
                }
                table.set_present(true);
                table.follow_address();
                after(Duration::from_millis(400), move || with_serial(serial, |table| table.warm_up()));
            });
        });
    }

    /// Resumes what was saved; returns whether there was something.
    fn resume(&mut self) -> bool {
        let settings = *self.screen.settings();
        let Some(text) = self.storage.game() else {
            self.start_first_game();
            return false;
        };
        match catalog::resume(&self.offer, &text, settings, random_seed()) {
            Ok(screen) => self.put_on_table(screen),
            Err(_) => {
                self.storage.put_aside();
                self.screen.note(client::words::PUT_ASIDE);
            }
        }
        true
    }

    /// A first deal that was only put there to be looked at gives way to one that can be won, if that is
    /// wanted.
    fn start_first_game(&mut self) {
        let asked = matches!(address::asked(), Ok(Some(Address::Deal { .. })));
        if !asked && self.screen.wants_winnable_deal() {
            self.change(|table, now| table.screen.act(&Action::Again, now));
        }
    }

    fn put_on_table(&mut self, screen: Box<dyn Screen>) {
        self.was_won = screen.is_won();
        self.screen = screen;
        self.looks_at_table = false;
        if let Some(renderer) = &mut self.renderer {
            renderer.reset();
        }
    }

    /// Another tab has taken the game.
    pub(super) fn lost_storage(&mut self) {
        self.storage.slot = None;
        self.lock = None;
        self.tab = TabState::TakenOver;
        app::render_soon();
    }

    /// Takes the saved game from the tab that has it.
    pub(crate) fn take_over(&mut self) {
        self.settle_due();
        let (serial, storage) = (self.serial, self.storage.clone());
        spawn_local(async move {
            let (slot, lock) = storage.steal(move || with_serial(serial, TablePage::lost_storage)).await;
            with_serial(serial, |table| {
                table.storage.slot = Some(slot);
                table.lock = Some(lock);
                table.tab = TabState::Here;
                table.resume();
                table.set_present(true);
            });
        });
    }

    /// Lets what is around the cards follow them, right after the frame that shows a move. What nobody sees
    /// comes after that, so that the next input need not wait for all of it.
    pub(super) fn follow_up(&mut self) {
        self.due.follow_up_started();
        app::render_soon();
        let serial = self.serial;
        after(Duration::ZERO, move || with_serial(serial, TablePage::settle_due));
    }

    /// Saves and asks what is due: soon, and before the page can go away.
    pub(crate) fn settle_due(&mut self) {
        let due = std::mem::take(&mut self.due);
        let (screen, storage) = (&self.screen, &self.storage);
        match due.settle(storage, &self.worker, || screen.saved(now())) {
            SaveResult::Yes => {}
            SaveResult::No => {
                self.unsaved = true;
                app::render_soon();
            }
            SaveResult::TakenOver => self.lost_storage(),
        }
    }

    /// All games that were counted.
    pub(crate) fn statistics(&self) -> Book {
        self.storage.statistics()
    }

    /// Adds games that were counted elsewhere; returns how many were new.
    pub(crate) fn add_statistics(&mut self, more: Book) -> usize {
        let before = self.statistics().games().len();
        self.storage.count(|book| book.merge(more));
        self.statistics().games().len().saturating_sub(before)
    }

    /// Deletes the statistics.
    pub(crate) fn delete_statistics(&mut self) {
        self.storage.delete_statistics();
    }
}
