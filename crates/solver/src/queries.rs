//! Questions about a game that need several verdicts.

use cards::DealId;
use games::klondike::{Config, Klondike, Move};
use table::{Game, Seat, Table, View as _};

use crate::{SearchProgress, Solver, UnknownReason, Verdict};

/// Called regularly during a search. The search stops when it returns `false`.
pub(crate) type KeepGoing<'a> = &'a mut dyn FnMut(&SearchProgress) -> bool;

/// Whether a move keeps the win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Safety {
    /// The game can still be won after it.
    Keeps,
    /// The game can no longer be won after it.
    Loses,
    /// The solver reached no verdict.
    Unknown(UnknownReason),
}

/// Decides for each legal move whether it keeps the win. Moves that change nothing (R6) are left
/// out.
pub fn classify_moves(solver: &Solver, game: &Klondike, keep_going: KeepGoing<'_>) -> Vec<(Move, Safety)> {
    let view = game.sight(Seat::A);
    let moves = view.legal().into_iter().filter(|mv| !view.changes_nothing(*mv));
    moves
        .map(|mv| {
            let mut after = game.clone();
            after.play_unchecked(Seat::A, mv);
            let safety = match after.outcome() {
                Some(outcome) if outcome.winners.is_empty() => Safety::Loses,
                Some(_) => Safety::Keeps,
                None => match solver.solve(&after, keep_going).verdict {
                    Verdict::Winnable(_) => Safety::Keeps,
                    Verdict::Lost => Safety::Loses,
                    Verdict::Unknown(unknown) => Safety::Unknown(unknown),
                },
            };
            (mv, safety)
        })
        .collect()
}

/// Where a game turned from winnable to lost, as numbers of moves from its start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurningPoint {
    /// The last point at which the game is known to be winnable, or `None` if there is none.
    pub winnable: Option<usize>,
    /// The first point at which the game is known to be lost, or `None` if there is none.
    pub lost: Option<usize>,
}

/// Finds the move that lost a game.
///
/// Along a line of play the verdict changes at most once, from winnable to lost, so this is a
/// binary search. If the solver reaches no verdict for some positions, the two points of the result
/// are further apart.
pub fn turning_point(
    solver: &Solver,
    start: &Klondike,
    moves: &[Move],
    keep_going: KeepGoing<'_>,
) -> TurningPoint {
    let mut positions = vec![start.clone()];
    for mv in moves {
        let mut game = positions[positions.len() - 1].clone();
        if game.play(Seat::A, *mv).is_err() {
            break;
        }
        positions.push(game);
    }
    let last = positions.len() - 1;
    let mut turning_point = TurningPoint { winnable: None, lost: None };
    // An unknown verdict must not stop the search for the other point, so there are two searches.
    let mut verdicts: Vec<Option<Option<bool>>> = vec![None; positions.len()];
    let mut ask = |at: usize| {
        *verdicts[at].get_or_insert_with(|| match positions[at].outcome() {
            Some(outcome) => Some(!outcome.winners.is_empty()),
            None => match solver.solve(&positions[at], keep_going).verdict {
                Verdict::Winnable(_) => Some(true),
                Verdict::Lost => Some(false),
                Verdict::Unknown(_) => None,
            },
        })
    };
    if ask(last) == Some(true) {
        return TurningPoint { winnable: Some(last), lost: None };
    }
    let (mut low, mut high) = (0, last + 1);
    while low < high {
        let middle = low.midpoint(high);
        if ask(middle) == Some(true) {
            turning_point.winnable = Some(middle);
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    let (mut low, mut high) = (turning_point.winnable.map_or(0, |at| at + 1), last + 1);
    while low < high {
        let middle = low.midpoint(high);
        if ask(middle) == Some(false) {
            turning_point.lost = Some(middle);
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    turning_point
}

/// A deal that can be won, with a line that proves it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WinnableDeal {
    /// The number of the deal `v1:N`.
    pub number: u64,
    /// The moves that win it.
    pub line: Vec<Move>,
}

/// The first deal from `v1:from` on that can be won. Deals without a verdict within the solver's
/// limits are skipped. Returns `None` if the search is stopped or no number is left.
pub fn next_winnable(
    solver: &Solver,
    config: Config,
    from: u64,
    keep_going: KeepGoing<'_>,
) -> Option<WinnableDeal> {
    for number in from..=u64::MAX {
        let table = Table::<Klondike>::new(config, DealId::V1(number)).ok()?;
        match solver.solve(table.game(), keep_going).verdict {
            Verdict::Winnable(line) => return Some(WinnableDeal { number, line }),
            Verdict::Unknown(UnknownReason::Stopped) => return None,
            Verdict::Lost | Verdict::Unknown(_) => {}
        }
    }
    None
}
