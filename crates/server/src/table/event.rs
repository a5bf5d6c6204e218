use bots::Level;
use games::catalog::GameId;
use serde::{Deserialize, Serialize};
use table::{BySeat, Seat, Seats};
use wire::{Commitment, Contribution, Name, TableId};

use super::secret::StoredSecret;
use crate::Identity;

/// A stored event besides the game itself, as a JSON line. Presence is not stored. Names and fields
/// never change, so that stored tables stay readable.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Event {
    /// The table was opened. This is the first line of every table.
    Opened {
        #[serde(default = "game_of_old_tables")]
        game: String,
        config: String,
        public: bool,
        clock: Option<u32>,
        chairs: Box<BySeat<Chair>>,
    },
    /// Somebody took a seat.
    Sat { seat: Seat, who: Identity, name: Name },
    /// Somebody gave up a seat before the game.
    Stood(Seat),
    /// A bot was put on a seat or removed.
    Filled { seat: Seat, level: Option<Level> },
    /// Somebody is ready and has committed to a contribution, or is no longer ready.
    Ready { seat: Seat, commitment: Option<Commitment> },
    /// Somebody revealed their contribution.
    Revealed { seat: Seat, contribution: Contribution },
    /// The host took the seat from somebody before the game, who cannot sit down again.
    Removed(Seat),
    /// The host lets everybody who was removed sit down again.
    Allowed,
    /// The host closed the table before the game.
    Closed,
    /// Some did not reveal their contributions in time and lost their seats. The revealed
    /// contributions are known now, so everybody has to get ready again, under a new secret.
    Void { silent: Seats, secret: StoredSecret },
    /// Somebody left during the game.
    Left(Seat),
    /// A bot took over from somebody (V16).
    Away { seat: Seat, level: Level },
    /// The person took over again from the bot.
    Back(Seat),
    /// A rematch was opened.
    Rematch(TableId),
}

/// Whether a line says that a bot took over from somebody.
#[cfg(any(test, feature = "suite"))]
pub(crate) fn is_replacement(line: &crate::store::Line) -> bool {
    line.kind == crate::store::LineKind::Event
        && matches!(serde_json::from_str(&line.text), Ok(Event::Away { .. }))
}

/// Before a first line named its game, there was only one.
fn game_of_old_tables() -> String {
    GameId::Savannah.name().to_owned()
}

/// A seat, and who sits there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Chair {
    Nobody,
    Bot(Level),
    /// Boxed, because most tables have fewer people than there is room for.
    Person(Box<Person>),
}

/// A person who has a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Person {
    pub(crate) who: Identity,
    pub(crate) name: Name,
    /// The commitment that came with *ready*.
    pub(crate) commitment: Option<Commitment>,
    /// The contribution, once it is revealed.
    pub(crate) contribution: Option<Contribution>,
    /// Whether the person left during the game.
    pub(crate) left: bool,
    /// The level of the bot that plays for them.
    pub(crate) bot: Option<Level>,
}

impl Chair {
    pub(crate) fn person(who: Identity, name: Name) -> Chair {
        let person = Person { who, name, commitment: None, contribution: None, left: false, bot: None };
        Chair::Person(Box::new(person))
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
