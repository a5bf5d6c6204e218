//! Effects that nobody sees: they wait until the cards are on the screen.

use client::Ask;
use client::shell::Effect;
use client::statistics::Played;

use crate::dom::js;
use crate::storage::{SaveResult, Storage};
use crate::worker_handle::WorkerHandle;

/// What is to be done when the cards are on the screen.
#[derive(Default)]
pub(super) struct Due {
    save: bool,
    ask: Option<Ask>,
    played: Vec<Played>,
    /// Whether a follow-up is scheduled.
    is_scheduled: bool,
}

impl Due {
    /// Takes an effect that can wait, and returns one that cannot.
    pub(super) fn defer(&mut self, effect: Effect) -> Option<Effect> {
        match effect {
            Effect::Ask(ask) => self.ask = Some(ask),
            Effect::Save => self.save = true,
            Effect::Count(played) => self.played.push(played),
            effect => {
                if matches!(effect, Effect::StopAsking) {
                    self.ask = None;
                }
                return Some(effect);
            }
        }
        None
    }

    /// Whether a follow-up has to be scheduled; from now on it is.
    pub(super) fn needs_follow_up(&mut self) -> bool {
        !std::mem::replace(&mut self.is_scheduled, true)
    }

    /// The follow-up has started: what is due from now on needs another.
    pub(super) fn follow_up_started(&mut self) {
        self.is_scheduled = false;
    }

    /// Saves, counts and asks; returns whether the game was saved. `saved` makes the text.
    pub(super) fn settle(
        self,
        storage: &Storage,
        worker: &WorkerHandle,
        saved: impl FnOnce() -> Option<String>,
    ) -> SaveResult {
        let text = self.save.then(saved).flatten();
        let result = text.map_or(SaveResult::Yes, |text| storage.save_game(&text));
        for played in self.played {
            storage.count(|book| book.note(Played { at: js::today(), ..played }));
        }
        if let Some(ask) = self.ask {
            worker.ask(ask);
        }
        result
    }
}
