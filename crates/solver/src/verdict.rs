use games::klondike::Move;

/// What a solver found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Whether the game can be won.
    pub verdict: Verdict,
    /// How many states were looked at.
    pub nodes: u64,
    /// The most bytes that were in use at once.
    pub peak_bytes: usize,
}

/// Whether a game can be won, with all cards known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It can, by these moves: the rules have replayed them.
    Winnable(Vec<Move>),
    /// It cannot: everything that matters was tried.
    Lost,
    /// A limit was reached before it was known.
    Unknown(Unknown),
}

/// Why a verdict is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unknown {
    /// The limit of nodes.
    #[error("the limit of nodes was reached")]
    Nodes,
    /// The limit of memory.
    #[error("the limit of memory was reached")]
    Memory,
    /// Somebody stopped the search.
    #[error("the search was stopped")]
    Stopped,
    /// The rules did not accept the line that was found: a fault of the solver's, told instead of hidden.
    #[error("the rules refused the line that was found")]
    Refused,
}

/// What a search may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// How many states it may look at.
    pub nodes: u64,
    /// How many bytes it may have in use at once.
    pub bytes: usize,
}

impl Default for Limits {
    /// No limit of nodes, and half a gigabyte.
    fn default() -> Limits {
        Limits { nodes: u64::MAX, bytes: 512 << 20 }
    }
}

/// How far a search is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// How many states were looked at.
    pub nodes: u64,
    /// How many bytes are in use.
    pub bytes: usize,
}
