use std::ops::Deref;

use bots::Level;
use serde::{Deserialize, Serialize};
use table::{Eye, Game, Seats, View};

use crate::{Name, RawJson, SharedSnapshot, TableEvent};

/// A table as one viewer sees it. It contains everything that this viewer may know and nothing else.
///
/// Clients read it. A server writes the same message in two parts, with
/// [`SharedSnapshot::write`](crate::SharedSnapshot::write).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Snapshot {
    /// What every viewer gets.
    pub shared: SharedSnapshot,
    /// The viewer.
    pub eye: Eye,
    /// Whether the viewer opened the table.
    #[serde(default, rename = "host", skip_serializing_if = "std::ops::Not::not")]
    pub is_host: bool,
    /// The part of the view that is for this viewer alone, if there is one.
    #[serde(rename = "own")]
    pub own_view: Option<RawJson>,
    /// Events since the last snapshot that this viewer got, oldest first.
    #[serde(rename = "news")]
    pub events: Vec<TableEvent>,
}

impl Deref for Snapshot {
    type Target = SharedSnapshot;

    fn deref(&self) -> &SharedSnapshot {
        &self.shared
    }
}

impl Snapshot {
    /// Whether the game has started.
    #[must_use]
    pub fn has_game(&self) -> bool {
        self.public_view.is_some()
    }

    /// The viewer's view of the game; `None` before it has started, or if it is another game.
    #[must_use]
    pub fn view<G: Game>(&self) -> Option<G::View> {
        if self.game.name() != G::NAME {
            return None;
        }
        let own = self.own_view.as_ref().map_or("null", RawJson::as_str);
        let (public, own) = (self.public_view.as_ref()?.read().ok()?, crate::read(own.as_bytes()).ok()?);
        G::View::from_parts(self.eye, public, own)
    }
}

/// The state of one seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatInfo {
    /// Who sits there.
    pub who: Occupant,
    /// Whether the person is connected; always true for a bot.
    pub present: bool,
    /// Whether the person is ready for the game. Their commitment is in [`crate::FairnessState`].
    pub ready: bool,
    /// Whether the person has been away, or has not moved, for so long that the others may let a bot play
    /// (V16).
    pub late: bool,
    /// Who has agreed to that so far.
    pub agreed: Seats,
}

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Occupant {
    /// Nobody yet.
    Nobody,
    /// A person.
    Person(Name),
    /// A bot of this level.
    Bot(Level),
    /// A person who is away, and the level of the bot that plays for them until they return (V16).
    Away(Name, Level),
}
