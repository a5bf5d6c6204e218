//! What the solver and the bots are asked, and what they answer: two messages that pass between threads as text.
//!
//! Whoever draws the table runs the solver somewhere else, in a browser in a worker. A question has a number, and an
//! answer the number of its question, so that an answer that comes too late is known as such.

use bots::savannah::Level;
use games::klondike::{Config, Klondike, Move};
use games::savannah;
use serde::{Deserialize, Serialize};
use solver::{Safety, SearchLimits, SearchProgress, Solver};
use table::{Entry, Eye, Table};

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
    /// Whether an expert at a table of two is asked, for whom [`install_duel_weights`](crate::savannah::install_duel_weights) brings the weights.
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

/// What one search may use in a browser.
const POSITION: SearchLimits = SearchLimits { nodes: 20_000_000, bytes: 256 << 20 };
/// What the search about one of many moves or deals may use.
const ONE_OF_MANY: SearchLimits = SearchLimits { nodes: 2_000_000, bytes: 256 << 20 };

/// Answers a question. `go_on` is called every few hundred states, and by a bot after each trial; when it says `false`, the search stops: what
/// it was about is not known, and a bot plays the best that it has found so far.
pub fn answer(ask: &Ask, go_on: &mut dyn FnMut(&SearchProgress) -> bool) -> Reply {
    let answer = try_answer(&ask.question, go_on).unwrap_or(Answer::Unreadable);
    Reply { id: ask.id, answer }
}

fn try_answer(question: &Question, go_on: &mut dyn FnMut(&SearchProgress) -> bool) -> Option<Answer> {
    let within = |limits| Solver { limits, ..Solver::default() };
    Some(match question {
        Question::Verdict { record } => Answer::Verdict(verdict(&within(POSITION), &load(record)?, go_on)),
        Question::SafeMoves { record } => {
            let table = load(record)?;
            let moves = solver::classify_moves(&within(ONE_OF_MANY), table.game(), go_on);
            Answer::SafeMoves(moves.into_iter().map(|(mv, safety)| (mv, known(safety))).collect())
        }
        Question::LastWinnable { record } => {
            Answer::LastWinnable(span(&within(ONE_OF_MANY), record, go_on)?.winnable)
        }
        Question::Span { record } => {
            let solver::TurningPoint { winnable, lost } = span(&within(ONE_OF_MANY), record, go_on)?;
            Answer::Span { winnable, lost }
        }
        Question::WinnableDeal { config, from } => {
            let found = solver::next_winnable(&within(ONE_OF_MANY), *config, *from, go_on);
            Answer::WinnableDeal(found.map(|found| (found.number, found.line)))
        }
        Question::Turn { level, view, moment } => Answer::Turn(choose(*level, view, *moment, go_on)),
        Question::Advice { view, moment } => Answer::Advice(choose(Level::Expert, view, *moment, go_on)),
    })
}

fn span(
    solver: &Solver,
    record: &str,
    go_on: &mut dyn FnMut(&SearchProgress) -> bool,
) -> Option<solver::TurningPoint> {
    let table = load(record)?;
    let (start, moves) = (beginning(&table)?, moves(&table));
    Some(solver::turning_point(solver, start.game(), &moves, go_on))
}

fn choose(
    level: Level,
    view: &savannah::View,
    moment: u64,
    go_on: &mut dyn FnMut(&SearchProgress) -> bool,
) -> Option<savannah::Move> {
    let Eye::Seat(seat) = view.eye() else { return None };
    let mut stop = || !go_on(&SearchProgress { nodes: 0, bytes: 0 });
    level.player().choose(view, &mut bots::random_stream(moment, seat), &mut stop)
}

fn load(record: &str) -> Option<Table<Klondike>> {
    Table::load(record).ok()
}

fn verdict(
    solver: &Solver,
    table: &Table<Klondike>,
    go_on: &mut dyn FnMut(&SearchProgress) -> bool,
) -> Verdict {
    match (table.outcome(), solver.solve(table.game(), go_on).verdict) {
        (Some(outcome), _) if outcome.winners.is_empty() => Verdict::Lost,
        (Some(_), _) => Verdict::Winnable(Vec::new()),
        (None, solver::Verdict::Winnable(line)) => Verdict::Winnable(line),
        (None, solver::Verdict::Lost) => Verdict::Lost,
        (None, solver::Verdict::Unknown(_)) => Verdict::Unknown,
    }
}

fn known(safety: Safety) -> Option<bool> {
    match safety {
        Safety::Keeps => Some(true),
        Safety::Loses => Some(false),
        Safety::Unknown(_) => None,
    }
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
