//! Runs the solver and the bots to answer a [`Question`].
//!
//! No other module of this crate calls them, so a program that never calls [`answer`] does not contain them.
//! In a browser, the worker's program contains them and the page's program does not.

use bots::savannah::Level;
use games::klondike::Klondike;
use games::savannah;
use solver::{Safety, SearchLimits, SearchProgress, Solver};
use table::{Eye, Table};

use crate::ask::{beginning, moves};
use crate::{Answer, Ask, Question, Reply, Winnability};

/// The limits of a single search, chosen for browsers.
const POSITION: SearchLimits = SearchLimits { nodes: 20_000_000, bytes: 256 << 20 };
/// The limits of each search if a question needs many of them.
const ONE_OF_MANY: SearchLimits = SearchLimits { nodes: 2_000_000, bytes: 256 << 20 };

/// Answers a question. The solver calls `go_on` every few hundred states, and a bot calls it after each
/// trial. If it returns `false`, the search stops: the solver's result is unknown, and a bot plays the best
/// move found so far.
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
) -> Winnability {
    match (table.outcome(), solver.solve(table.game(), go_on).verdict) {
        (Some(outcome), _) if outcome.winners.is_empty() => Winnability::Lost,
        (Some(_), _) => Winnability::Winnable(Vec::new()),
        (None, solver::Verdict::Winnable(line)) => Winnability::Winnable(line),
        (None, solver::Verdict::Lost) => Winnability::Lost,
        (None, solver::Verdict::Unknown(_)) => Winnability::Unknown,
    }
}

fn known(safety: Safety) -> Option<bool> {
    match safety {
        Safety::Keeps => Some(true),
        Safety::Loses => Some(false),
        Safety::Unknown(_) => None,
    }
}
