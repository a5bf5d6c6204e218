//! Runs the solver and the bots to answer a [`Question`].
//!
//! Only this module and [`typed`](crate::typed) call them, so a program that uses neither does not contain
//! them. In a browser, the worker's program contains them and the page's program does not.

use bots::catalog::{self, BotsVisitor};
use bots::{Bots, Level};
use games::klondike::Klondike;
use solver::{Safety, SearchLimits, SearchProgress, Solver};
use table::Table;

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
        Question::Move { game, level, view, moment } => {
            let choice = Choice { level: *level, view, moment: *moment, go_on };
            Answer::Move(catalog::visit(*game, choice)?)
        }
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

/// A bot's choice of a move; `None` if the view is invalid.
struct Choice<'a> {
    level: Level,
    view: &'a str,
    moment: u64,
    go_on: &'a mut dyn FnMut(&SearchProgress) -> bool,
}

impl BotsVisitor for Choice<'_> {
    type Output = Option<Option<String>>;

    fn visit<G: Bots>(self) -> Option<Option<String>> {
        let view = serde_json::from_str(self.view).ok()?;
        let mut stop = || !(self.go_on)(&SearchProgress { nodes: 0, bytes: 0 });
        Some(bots::choose::<G>(self.level, &view, self.moment, &mut stop).map(|mv| mv.to_string()))
    }
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
