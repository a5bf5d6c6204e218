//! Questions that players ask, answered by verdicts.

use cards::DealId;
use games::klondike::{Config, Klondike, Move};
use table::{Game, Seat, Table, View as _};

use crate::{Progress, Solver, Unknown, Verdict};

/// Asks whether to go on.
pub(crate) type GoOn<'a> = &'a mut dyn FnMut(&Progress) -> bool;

/// Whether a move keeps the win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Safety {
    /// After it the game can still be won.
    Keeps,
    /// After it the game cannot be won any more.
    Loses,
    /// It is not known.
    Unknown(Unknown),
}

/// Each legal move of a position, and whether it keeps the win. Moves that change nothing (R6) are left out.
pub fn safe_moves(solver: &Solver, game: &Klondike, go_on: GoOn<'_>) -> Vec<(Move, Safety)> {
    let view = game.sight(Seat::A);
    let moves = view.legal().into_iter().filter(|mv| !view.changes_nothing(*mv));
    moves
        .map(|mv| {
            let mut after = game.clone();
            after.play_unchecked(Seat::A, mv);
            let safety = match after.outcome() {
                Some(outcome) if outcome.winners.is_empty() => Safety::Loses,
                Some(_) => Safety::Keeps,
                None => match solver.solve(&after, go_on).verdict {
                    Verdict::Winnable(_) => Safety::Keeps,
                    Verdict::Lost => Safety::Loses,
                    Verdict::Unknown(unknown) => Safety::Unknown(unknown),
                },
            };
            (mv, safety)
        })
        .collect()
}

/// How long a game could be won, by the number of moves made in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// It could be won after so many moves; `None` if never.
    pub winnable: Option<usize>,
    /// It was lost after so many moves; `None` if it is not.
    pub lost: Option<usize>,
}

/// Up to where a line of play could be won: along it the verdict turns once, from winnable to lost, so that a search by halves
/// finds the move. Where the solver must give up, the two ends of the span lie further apart.
pub fn still_winnable(solver: &Solver, start: &Klondike, moves: &[Move], go_on: GoOn<'_>) -> Span {
    let mut positions = vec![start.clone()];
    for mv in moves {
        let mut game = positions[positions.len() - 1].clone();
        if game.play(Seat::A, *mv).is_err() {
            break;
        }
        positions.push(game);
    }
    let last = positions.len() - 1;
    let mut span = Span { winnable: None, lost: None };
    // What is not known cuts the search short on its side: both ends are looked for on their own.
    let mut verdicts: Vec<Option<Option<bool>>> = vec![None; positions.len()];
    let mut ask = |at: usize| {
        *verdicts[at].get_or_insert_with(|| match positions[at].outcome() {
            Some(outcome) => Some(!outcome.winners.is_empty()),
            None => match solver.solve(&positions[at], go_on).verdict {
                Verdict::Winnable(_) => Some(true),
                Verdict::Lost => Some(false),
                Verdict::Unknown(_) => None,
            },
        })
    };
    if ask(last) == Some(true) {
        return Span { winnable: Some(last), lost: None };
    }
    let (mut low, mut high) = (0, last + 1);
    while low < high {
        let middle = low.midpoint(high);
        if ask(middle) == Some(true) {
            span.winnable = Some(middle);
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    let (mut low, mut high) = (span.winnable.map_or(0, |at| at + 1), last + 1);
    while low < high {
        let middle = low.midpoint(high);
        if ask(middle) == Some(false) {
            span.lost = Some(middle);
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    span
}

/// A deal that can be won, with its certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The number of the deal: `v1:number`.
    pub number: u64,
    /// A line that wins it.
    pub line: Vec<Move>,
}

/// The first deal from `v1:from` on that can be won. Deals about which nothing is known in the solver's limits are passed over;
/// `None` if the search is stopped or the numbers run out.
pub fn next_winnable(solver: &Solver, config: Config, from: u64, go_on: GoOn<'_>) -> Option<Found> {
    for number in from..=u64::MAX {
        let table = Table::<Klondike>::new(config, DealId::V1(number)).ok()?;
        match solver.solve(table.game(), go_on).verdict {
            Verdict::Winnable(line) => return Some(Found { number, line }),
            Verdict::Unknown(Unknown::Stopped) => return None,
            Verdict::Lost | Verdict::Unknown(_) => {}
        }
    }
    None
}
