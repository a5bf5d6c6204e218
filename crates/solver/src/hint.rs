//! Hints for a player.

use games::klondike::{Klondike, Move};

use crate::queries::KeepGoing;
use crate::{Safety, Solver, UnknownReason, Verdict, classify_moves};

/// Moves that keep a winnable game winnable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// How much the hint reveals.
    pub strength: Strength,
    /// One move; or the alternatives, the first of them from the winning line; or the whole line.
    /// It depends on the strength.
    pub moves: Vec<Move>,
}

/// How much a hint reveals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    /// One move that keeps the win.
    Nudge,
    /// All moves that are known to keep the win.
    Safe,
    /// The whole line to the win.
    Line,
}

/// Why there is no hint.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoHint {
    /// The game can no longer be won.
    #[error("the game cannot be won from here")]
    Lost,
    /// The solver reached no verdict.
    #[error("it is not known whether the game can be won: {0}")]
    Unknown(#[from] UnknownReason),
}

impl Hint {
    /// The moves that can be made now. Of a whole line, that is only the first.
    #[must_use]
    pub fn now(&self) -> &[Move] {
        match self.strength {
            Strength::Safe => &self.moves,
            Strength::Nudge | Strength::Line => &self.moves[..self.moves.len().min(1)],
        }
    }
}

impl Strength {
    /// The next stronger hint. The strongest is followed by the weakest.
    #[must_use]
    pub const fn stronger(self) -> Strength {
        match self {
            Strength::Nudge => Strength::Safe,
            Strength::Safe => Strength::Line,
            Strength::Line => Strength::Nudge,
        }
    }
}

/// A hint for a game that is not over. Every move in it is proved to keep the win: a move whose
/// verdict is unknown is left out.
pub fn hint(
    solver: &Solver,
    game: &Klondike,
    strength: Strength,
    keep_going: KeepGoing<'_>,
) -> Result<Hint, NoHint> {
    let line = match solver.solve(game, keep_going).verdict {
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
            let others = classify_moves(solver, game, keep_going).into_iter().filter_map(keeps);
            first.into_iter().chain(others).collect()
        }
    };
    Ok(Hint { strength, moves })
}
