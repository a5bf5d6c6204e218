use bots::savannah::Level;
use games::savannah::Config;
use serde::{Deserialize, Serialize};
use table::{BySeat, Seat, Seats};
use wire::{Commitment, Contribution, Name, TableId};

use super::key::Kept;
use crate::Identity;

/// Something that happened around the game: a line of the store, as JSON. Presence is none: it is not kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Event {
    /// The table was opened: the first line of each.
    Opened { config: Config, public: bool, clock: Option<u32>, chairs: Box<BySeat<Chair>> },
    /// Somebody took a seat.
    Sat { seat: Seat, who: Identity, name: Name },
    /// Somebody gave a seat up before the game.
    Stood(Seat),
    /// A bot was set on a seat, or taken away.
    Filled { seat: Seat, level: Option<Level> },
    /// Somebody is ready, and has committed themselves to a contribution, or is not.
    Ready { seat: Seat, commitment: Option<Commitment> },
    /// Somebody has shown their contribution.
    Revealed { seat: Seat, contribution: Contribution },
    /// Some have not shown theirs in time, and have lost their seats. What the others have shown is known now, so that nobody is ready any
    /// more, and there is another secret.
    Void { silent: Seats, secret: Kept },
    /// Somebody left during the game.
    Left(Seat),
    /// A bot plays for somebody (V16).
    Away { seat: Seat, level: Level },
    /// The person plays again.
    Back(Seat),
    /// There is another game.
    Rematch(TableId),
}

/// A seat, and who sits there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Chair {
    Nobody,
    Bot(Level),
    Person(Person),
}

/// Somebody who sits at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Person {
    pub(crate) who: Identity,
    pub(crate) name: Name,
    /// What came with *ready* for the game.
    pub(crate) commitment: Option<Commitment>,
    /// What was shown when all were ready.
    pub(crate) contribution: Option<Contribution>,
    /// Has said goodbye during the game.
    pub(crate) left: bool,
    /// The bot that plays in their place.
    pub(crate) bot: Option<Level>,
}

impl Chair {
    pub(crate) fn person(who: Identity, name: Name) -> Chair {
        Chair::Person(Person { who, name, commitment: None, contribution: None, left: false, bot: None })
    }

    pub(crate) fn as_person(&self) -> Option<&Person> {
        match self {
            Chair::Person(person) => Some(person),
            Chair::Nobody | Chair::Bot(_) => None,
        }
    }

    /// The level of the bot that plays here, if one does.
    pub(crate) fn bot(&self) -> Option<Level> {
        match self {
            Chair::Nobody => None,
            Chair::Bot(level) => Some(*level),
            Chair::Person(person) => person.bot,
        }
    }
}
