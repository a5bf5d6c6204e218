use bots::Level;
use games::savannah::{Config, View};
use serde::{Deserialize, Serialize};
use table::{BySeat, Eye, Seats};

use crate::{FairnessState, Name, TableEvent, TableId};

/// A table as one viewer sees it. It contains everything that this viewer may know and nothing else.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Snapshot {
    /// The table.
    pub table: TableId,
    /// Increases with every stored change. Presence is not stored and does not change it.
    pub version: u64,
    /// The viewer.
    pub eye: Eye,
    /// The options of the game.
    pub config: Config,
    /// Whether the table is in the list of open tables.
    pub public: bool,
    /// Who sits where.
    pub seats: BySeat<SeatInfo>,
    /// The number of spectators.
    pub watching: u32,
    /// Seconds per turn, if there is a clock.
    pub clock: Option<u32>,
    /// Milliseconds left of this turn, if the clock runs.
    pub left: Option<u32>,
    /// The viewer's view of the game, once it has started.
    pub view: Option<View>,
    /// Events since the last snapshot that this viewer got, oldest first.
    #[serde(rename = "news")]
    pub events: Vec<TableEvent>,
    /// The public part of how the key of the game is made.
    pub fair: FairnessState,
    /// The table of the rematch, once there is one.
    pub rematch: Option<TableId>,
}

/// The state of one seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatInfo {
    /// Who sits there.
    pub who: Occupant,
    /// Whether the person is connected; always true for a bot.
    pub present: bool,
    /// Whether the person is ready for the game. Their commitment is in [`FairnessState`].
    pub ready: bool,
    /// Whether the person has been away for so long that the others may let a bot play (V16).
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
