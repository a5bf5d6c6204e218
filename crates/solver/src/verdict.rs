//! What the solver answers, and what limits its search.

use games::klondike::Move;

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolveReport {
    /// Whether the game can be won.
    pub verdict: Verdict,
    /// How many states were visited.
    pub nodes: u64,
    /// The peak memory of the search, in bytes.
    pub peak_bytes: usize,
}

/// Whether a game can be won, with all cards known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// These moves win it. The rules have replayed them.
    Winnable(Vec<Move>),
    /// It cannot be won: the search was exhaustive.
    Lost,
    /// The search ended before it had a result.
    Unknown(UnknownReason),
}

/// Why a search ended without a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnknownReason {
    /// It reached [`SearchLimits::nodes`].
    #[error("the limit of nodes was reached")]
    Nodes,
    /// It reached [`SearchLimits::bytes`].
    #[error("the limit of memory was reached")]
    Memory,
    /// The caller stopped it.
    #[error("the search was stopped")]
    Stopped,
    /// The rules refused the line that was found. This is a bug in the solver, and it is reported
    /// instead of a false win.
    #[error("the rules refused the line that was found")]
    Refused,
}

/// The limits of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchLimits {
    /// How many states it may visit.
    pub nodes: u64,
    /// How many bytes it may use at once.
    pub bytes: usize,
}

impl Default for SearchLimits {
    /// Any number of nodes, and half a gigabyte.
    fn default() -> SearchLimits {
        SearchLimits { nodes: u64::MAX, bytes: 512 << 20 }
    }
}

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchProgress {
    /// How many states it has visited.
    pub nodes: u64,
    /// How many bytes it uses.
    pub bytes: usize,
}
