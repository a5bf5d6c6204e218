use bots::savannah::Level;
use games::savannah::{Config, Move};
use serde::{Deserialize, Serialize};
use table::{BySeat, Seat};

use crate::{Commitment, Contribution, Phrase, TableId};

/// What a client says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum ToServer {
    /// Which public tables have a free seat? The answer is [`ToClient::Tables`](crate::ToClient::Tables).
    List,
    /// Opens a table. The answer is [`ToClient::Created`](crate::ToClient::Created): then it is joined as any other. Sent again with the
    /// same id, it is the same table.
    Create {
        /// A random number of the client's.
        id: u64,
        /// What is to be played, and with whom.
        table: NewTable,
    },
    /// Comes to a table, to one's seat if one has one there, else to watch. The answer is the table as it is; every change follows.
    /// Whoever is at another table leaves that one.
    Join {
        /// The table.
        table: TableId,
        /// The version up to which the client has been told what happened there; 0 if nothing.
        since: u64,
    },
    /// Turns away from the table. Seats are kept.
    Part,
    /// Does something at the table.
    Do {
        /// A random number of the client's. The answer has it too, and what is sent again with the same one happens once.
        id: u64,
        /// The version of the table that it was made for.
        version: u64,
        /// What is done.
        act: Act,
    },
    /// Says something at the table. Only those who sit there are heard.
    Say(Phrase),
    /// Asks for the record of the game with all its proof, when it is over. The answer is [`ToClient::Record`](crate::ToClient::Record).
    Record,
}

/// What can be done at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Act {
    /// Takes a seat that is free, before the game.
    Sit(Seat),
    /// Before the game: gives the seat up. During it: leaves, so that the others may let a bot play at once.
    Stand,
    /// Before the game: a bot plays on a seat where no person is, or nobody does. Those who sit at the table may do it.
    Fill {
        /// The seat.
        seat: Seat,
        /// How well it plays; nobody if there is none.
        level: Option<Level>,
    },
    /// Is ready for the game, with the commitment to one's contribution ([`Pledge`](crate::Pledge) makes both), or is not. When no seat is
    /// free and every person is ready, all are asked to show their contributions, which clients do by themselves.
    Ready(Option<Commitment>),
    /// Shows one's contribution. When all have, the cards are dealt. Whoever has not after a while loses the seat, and nobody is ready any more.
    Reveal(Contribution),
    /// Plays a move.
    Play(Move),
    /// Gives up, where that can be done.
    Resign,
    /// Agrees that a bot plays for somebody who is away (V16).
    Replace(Seat),
    /// Takes one's cards back from the bot.
    Back,
    /// After the game: another one with the same players, the next seat begins. All go there.
    Rematch,
}

/// A table that is to be opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The options of the game.
    pub config: Config,
    /// Who is to sit on each seat.
    pub seats: BySeat<Plan>,
    /// Whether it is in the list of open tables, or only for those who have the link.
    pub public: bool,
    /// How many seconds each turn may take, if there is a clock: after that a bot plays for the one who is late. 30 at least.
    pub clock: Option<u32>,
}

/// Who is to sit on a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Plan {
    /// Whoever comes.
    Open,
    /// Whoever opens the table: on one seat at most.
    Me,
    /// A bot that plays so well.
    Bot(Level),
}
