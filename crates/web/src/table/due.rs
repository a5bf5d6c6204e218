//! Invisible effects, which are deferred until the cards are on the screen.

use client::Ask;
use client::shell::Effect;
use client::statistics::Played;

use crate::dom::js;
use crate::storage::{SaveResult, Storage};
use crate::worker_handle::WorkerHandle;

/// The deferred effects.
#[derive(Default)]
pub(super) struct Due {
    save: bool,
    ask: Option<Ask>,
    played: Vec<Played>,
    /// Whether a follow-up is scheduled.
    is_scheduled: bool,
}

impl Due {
    /// Defers an effect, or returns it if it cannot wait.
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

    /// Marks a follow-up as scheduled; returns whether it has to be scheduled now.
    pub(super) fn needs_follow_up(&mut self) -> bool {
        !std::mem::replace(&mut self.is_scheduled, true)
    }

    /// The follow-up has started: later effects need another one.
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
