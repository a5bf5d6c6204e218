//! Requests to the solver and the bots, and their answers: messages that threads exchange as text.
//!
//! The user interface uses only these types. [`answer`](crate::answer()) runs in another thread; in a
//! browser, that is a worker. A question and its answer have the same number, so that late answers can be
//! recognised.

use bots::savannah::Level;
use games::klondike::{Config, Klondike, Move};
use games::savannah;
use serde::{Deserialize, Serialize};
use table::{Entry, Table};

/// A question with its number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ask {
    /// The number of the question. It increases with every question.
    pub id: u64,
    /// The question.
    pub question: Question,
}

/// A question to the solver or a bot. A Klondike position is given as a record that ends there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Question {
    /// Can the position be won?
    Verdict {
        /// The game up to the position.
        record: String,
    },
    /// After which moves can the position still be won?
    SafeMoves {
        /// The game up to the position.
        record: String,
    },
    /// What was the last point at which the game could be won?
    LastWinnable {
        /// The game.
        record: String,
    },
    /// What was the last point at which the game could be won, and the first at which it was lost?
    Span {
        /// The game.
        record: String,
    },
    /// Which is the first winnable deal, starting at a deal number?
    WinnableDeal {
        /// The options.
        config: Config,
        /// The deal number to start with.
        from: u64,
    },
    /// Which move does a bot make?
    Turn {
        /// How well it plays.
        level: Level,
        /// What the bot may know.
        view: Box<savannah::View>,
        /// The seed of its random numbers, together with its seat.
        moment: u64,
    },
    /// Which move would the best bot make in the player's place?
    Advice {
        /// What the player may know.
        view: Box<savannah::View>,
        /// The seed of the random numbers.
        moment: u64,
    },
}

impl Question {
    /// Whether the answer needs the weights for two players: see [`bots::savannah::install_duel_weights`].
    #[must_use]
    pub fn wants_duel(&self) -> bool {
        match self {
            Question::Turn { level: Level::Expert, view, .. } | Question::Advice { view, .. } => {
                view.public().config.seats() == 2
            }
            _ => false,
        }
    }
}

/// An answer with the number of its question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reply {
    /// The number of the question.
    pub id: u64,
    /// The answer.
    pub answer: Answer,
}

/// An answer of the solver or a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Answer {
    /// Whether the position can be won.
    Verdict(Winnability),
    /// Each legal move, and whether the position can be won after it; `None` if that is unknown.
    SafeMoves(Vec<(Move, Option<bool>)>),
    /// The number of moves made when the game could last be won; `None` if there is no such point, or it is
    /// unknown.
    LastWinnable(Option<usize>),
    /// The number of moves made when the game could last be won, and when it was first lost; `None` if there
    /// is no such point, or it is unknown.
    #[allow(missing_docs)]
    Span { winnable: Option<usize>, lost: Option<usize> },
    /// A winnable deal and the moves that win it; `None` if none was found.
    WinnableDeal(Option<(u64, Vec<Move>)>),
    /// The move of a bot; `None` if it is not its turn.
    Turn(Option<savannah::Move>),
    /// The recommended move; `None` if it is not the player's turn.
    Advice(Option<savannah::Move>),
    /// The record of the question is invalid.
    Unreadable,
}

/// Whether a position can be won.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Winnability {
    /// It can be won by these moves. They have been checked against the rules.
    Winnable(Vec<Move>),
    /// It is proved that it cannot be won.
    Lost,
    /// The solver has reached a limit.
    Unknown,
}

/// The table right after the deal.
pub(crate) fn beginning(table: &Table<Klondike>) -> Option<Table<Klondike>> {
    let record = table.record();
    let mut start = Table::open(record.config, record.origin.clone());
    for entry in record.entries.iter().filter(|entry| matches!(entry, Entry::Chance(_))) {
        start.enter(entry.clone()).ok()?;
    }
    Some(start)
}

/// The moves that led to the current position.
pub(crate) fn moves(table: &Table<Klondike>) -> Vec<Move> {
    let line = table.record().line();
    line.into_iter()
        .filter_map(|entry| if let Entry::Move { mv, .. } = entry { Some(*mv) } else { None })
        .collect()
}
