use games::klondike::Move;

/// What a player thinks of a position, from what can be seen.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Evaluation {
    /// The candidates, the best first.
    pub candidates: Vec<Candidate>,
    /// How many worlds were imagined.
    pub worlds: u32,
    /// In how many of them the solver, which sees all cards, can win.
    pub winnable: u32,
    /// In how many of them it reached its limit.
    pub unknown: u32,
    /// How many positions the solver has visited.
    pub nodes: u64,
    /// Whether all possible worlds were considered.
    pub is_exact: bool,
    /// Whether it was stopped before it was finished.
    pub was_stopped: bool,
}

/// A line of play up to the first card that it reveals.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The moves. The last one reveals a card, unless the line ends the game.
    pub moves: Vec<Move>,
    /// In how many worlds it wins, of those in which it was tried. A world whose result is unknown counts as
    /// a part of a win.
    pub wins: f64,
    /// In how many worlds it was tried, including those that are lost from the start. A candidate that falls
    /// behind is not tried any further.
    pub worlds: u32,
}

impl Candidate {
    /// The share of worlds that it wins.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.wins / f64::from(self.worlds.max(1))
    }
}

impl Evaluation {
    /// The best candidate; `None` if no world is known to be won.
    #[must_use]
    pub fn best(&self) -> Option<&Candidate> {
        self.candidates.first()
    }

    /// Whether no way to win was found, although the budget was used up.
    #[must_use]
    pub fn is_hopeless(&self) -> bool {
        self.candidates.is_empty() && !self.was_stopped
    }
}
