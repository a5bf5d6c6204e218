//! What the solver and the bots are asked, and what they answer: two messages that pass between threads as text.
//!
//! The interface only holds these types; [`answer`](crate::answer()) runs elsewhere, in a browser in a
//! worker. A question has a number, and its answer has the same number, so that a late answer is recognised.

use bots::savannah::Level;
use games::klondike::{Config, Klondike, Move};
use games::savannah;
use serde::{Deserialize, Serialize};
use table::{Entry, Table};

/// A question with its number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ask {
    /// Larger than that of every question before.
    pub id: u64,
    /// What is asked.
    pub question: Question,
}

/// What the solver can be asked. A position is given as the text of a record that ends there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Question {
    /// Can it be won?
    Verdict {
        /// The game up to the position.
        record: String,
    },
    /// Which moves keep the win?
    SafeMoves {
        /// The game up to the position.
        record: String,
    },
    /// Up to where could the game be won?
    LastWinnable {
        /// The game.
        record: String,
    },
    /// The same, and from where on it was lost.
    Span {
        /// The game.
        record: String,
    },
    /// Which is the first deal from a number on that can be won?
    WinnableDeal {
        /// The options.
        config: Config,
        /// The number of the deal to begin with.
        from: u64,
    },
    /// What does a bot play?
    Turn {
        /// How well it plays.
        level: Level,
        /// What its seat may know: all that it is told.
        view: Box<savannah::View>,
        /// What its random numbers are made of, with its seat.
        moment: u64,
    },
    /// What would the best player do in the place of the view's owner?
    Advice {
        /// What the player may know.
        view: Box<savannah::View>,
        /// What the random numbers are made of.
        moment: u64,
    },
}

impl Question {
    /// Whether an expert at a table of two is asked: its weights come by [`bots::savannah::install_duel_weights`].
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
    /// What is answered.
    pub answer: Answer,
}

/// What the solver answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Answer {
    /// Whether it can be won.
    Verdict(Verdict),
    /// Each move of the position, and whether it keeps the win; `None` if that is not known.
    SafeMoves(Vec<(Move, Option<bool>)>),
    /// How many moves of the game were made when it could last be won; `None` if there is no such point, or none is known.
    LastWinnable(Option<usize>),
    /// By the number of moves made in a game: when it could last be won, and when it was lost. Where one is missing, there is no such point
    /// or none is known.
    #[allow(missing_docs)]
    Span { winnable: Option<usize>, lost: Option<usize> },
    /// A deal that can be won, with the moves that win it; `None` if none was found.
    WinnableDeal(Option<(u64, Vec<Move>)>),
    /// What a bot plays; `None` if it is not its turn.
    Turn(Option<savannah::Move>),
    /// What to play; `None` if it is not the player's turn.
    Advice(Option<savannah::Move>),
    /// The question makes no sense: its record cannot be replayed.
    Unreadable,
}

/// Whether a position can be won.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Verdict {
    /// It can, by these moves: the rules have replayed them.
    Winnable(Vec<Move>),
    /// It cannot: that is proved.
    Lost,
    /// The solver had to give up.
    Unknown,
}

/// The table as it was dealt.
pub(crate) fn beginning(table: &Table<Klondike>) -> Option<Table<Klondike>> {
    let record = table.record();
    let mut start = Table::open(record.config, record.origin.clone());
    for entry in record.entries.iter().filter(|entry| matches!(entry, Entry::Chance(_))) {
        start.enter(entry.clone()).ok()?;
    }
    Some(start)
}

/// The moves that led to where the game stands.
pub(crate) fn moves(table: &Table<Klondike>) -> Vec<Move> {
    let line = table.record().line();
    line.into_iter()
        .filter_map(|entry| if let Entry::Move { mv, .. } = entry { Some(*mv) } else { None })
        .collect()
}
