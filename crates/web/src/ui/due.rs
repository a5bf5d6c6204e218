//! What the desk wants and nobody sees: it can wait until the cards are on the screen.

use client::statistics::Played;
use client::{Ask, Out};

use super::js;
use super::keeper::{Keeper, Kept};
use crate::thinker::Thinker;

/// What is to be done when the cards are on the screen.
#[derive(Default)]
pub(crate) struct Due {
    save: bool,
    ask: Option<Ask>,
    played: Vec<Played>,
    /// Whether somebody comes to look after it.
    awaited: bool,
}

impl Due {
    /// Takes over what can wait, and gives back what cannot.
    pub(crate) fn put_off(&mut self, wish: Out) -> Option<Out> {
        match wish {
            Out::Ask(ask) => self.ask = Some(ask),
            Out::Save => self.save = true,
            Out::Count(played) => self.played.push(played),
            wish => {
                if matches!(wish, Out::StopAsking) {
                    self.ask = None;
                }
                return Some(wish);
            }
        }
        None
    }

    /// Whether nobody comes yet to look after it. From now on somebody does.
    pub(crate) fn begins(&mut self) -> bool {
        !std::mem::replace(&mut self.awaited, true)
    }

    /// Somebody has come: for what is due from now on, somebody has to come again.
    pub(crate) fn is_seen(&mut self) {
        self.awaited = false;
    }

    /// Saves, counts and asks; tells whether what was saved is kept. `saved` makes the text of the game.
    pub(crate) fn settle(
        self,
        keeper: &Keeper,
        thinker: Option<&Thinker>,
        saved: impl FnOnce() -> Option<String>,
    ) -> Kept {
        let text = self.save.then(saved).flatten();
        let kept = text.map_or(Kept::Yes, |text| keeper.keep_game(&text));
        for played in self.played {
            keeper.count(|book| book.note(Played { at: js::today(), ..played }));
        }
        if let (Some(ask), Some(thinker)) = (self.ask, thinker) {
            thinker.ask(ask);
        }
        kept
    }
}
