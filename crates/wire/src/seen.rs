use bots::savannah::Level;
use games::savannah::{Config, View};
use serde::{Deserialize, Serialize};
use table::{BySeat, Eye, Seats};

use crate::{Fair, Name, News, TableId};

/// A table as one pair of eyes sees it: all that may be known there, and nothing else.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seen {
    /// Which table.
    pub table: TableId,
    /// Grows with every change that is stored. Where only somebody has come or gone, it stays.
    pub version: u64,
    /// Whose eyes.
    pub eye: Eye,
    /// The options of the game.
    pub config: Config,
    /// Whether the table is in the list of open ones.
    pub public: bool,
    /// Who sits where.
    pub seats: BySeat<Sitting>,
    /// How many look on without a seat.
    pub watching: u32,
    /// How many seconds each turn may take, if there is a clock.
    pub clock: Option<u32>,
    /// How many milliseconds are left of this turn, if the clock runs.
    pub left: Option<u32>,
    /// The game as these eyes see it, once it has begun.
    pub view: Option<View>,
    /// What has happened since what these eyes were told last, the oldest first.
    pub news: Vec<News>,
    /// Where the key of the game comes from, as far as it is shown.
    pub fair: Fair,
    /// Where the game after this one is played.
    pub rematch: Option<TableId>,
}

/// A seat, and who sits there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sitting {
    /// Who.
    pub who: Who,
    /// Whether the person is connected; a bot always is.
    pub present: bool,
    /// Whether the person is ready for the game: their commitment stands in [`Fair`].
    pub ready: bool,
    /// Whether the person has been away for so long that the others may let a bot play (V16).
    pub late: bool,
    /// Who has agreed to that so far.
    pub agreed: Seats,
}

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Who {
    /// Nobody yet.
    Nobody,
    /// A person.
    Person(Name),
    /// A bot that plays so well.
    Bot(Level),
    /// A person for whom a bot plays until they take their cards back (V16).
    Away(Name, Level),
}
