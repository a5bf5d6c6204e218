use games::klondike::Move;

/// A hint that is shown now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// How much it tells.
    pub strength: Strength,
    /// The move, the moves that can all be made, or the moves one after the other.
    pub moves: Vec<Move>,
}

impl Hint {
    /// The moves that are drawn on the cards: of a whole line the first.
    #[must_use]
    pub fn drawn(&self) -> &[Move] {
        match self.strength {
            Strength::Safe => &self.moves,
            Strength::Nudge | Strength::Line => &self.moves[..self.moves.len().min(1)],
        }
    }
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
