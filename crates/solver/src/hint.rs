use games::klondike::{Klondike, Move};

use crate::questions::GoOn;
use crate::{Safety, Solver, Unknown, Verdict, safe_moves};

/// Moves that never lose a won game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// How much it tells.
    pub strength: Strength,
    /// The move; or the moves that can all be made, the best known first; or the moves one after the other.
    pub moves: Vec<Move>,
}

/// How much a hint tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    /// A move that keeps the win.
    Nudge,
    /// All moves that keep the win.
    Safe,
    /// The whole way to the win.
    Line,
}

/// Why there is no hint.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoHint {
    /// No move can win.
    #[error("the game cannot be won from here")]
    Lost,
    /// Nobody knows.
    #[error("it is not known whether the game can be won: {0}")]
    Unknown(#[from] Unknown),
}

impl Hint {
    /// The moves that can be made now: of a whole line the first.
    #[must_use]
    pub fn now(&self) -> &[Move] {
        match self.strength {
            Strength::Safe => &self.moves,
            Strength::Nudge | Strength::Line => &self.moves[..self.moves.len().min(1)],
        }
    }
}

impl Strength {
    /// The next stronger one; after the strongest comes the weakest again.
    #[must_use]
    pub const fn stronger(self) -> Strength {
        match self {
            Strength::Nudge => Strength::Safe,
            Strength::Safe => Strength::Line,
            Strength::Line => Strength::Nudge,
        }
    }
}

/// A hint for a game that is not over. What it says keeps the win for certain: a move about which nothing is known is not safe.
pub fn hint(solver: &Solver, game: &Klondike, strength: Strength, go_on: GoOn<'_>) -> Result<Hint, NoHint> {
    let line = match solver.solve(game, go_on).verdict {
        Verdict::Winnable(line) => line,
        Verdict::Lost => return Err(NoHint::Lost),
        Verdict::Unknown(unknown) => return Err(unknown.into()),
    };
    let moves = match strength {
        Strength::Nudge => line.into_iter().take(1).collect(),
        Strength::Line => line,
        Strength::Safe => {
            let first = line.first().copied();
            let keeps = |(mv, safety)| (safety == Safety::Keeps && Some(mv) != first).then_some(mv);
            let others = safe_moves(solver, game, go_on).into_iter().filter_map(keeps);
            first.into_iter().chain(others).collect()
        }
    };
    Ok(Hint { strength, moves })
}
