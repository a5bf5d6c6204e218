/// Whether the game can be won, as it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Standing {
    /// Nobody has asked.
    Off,
    /// The solver thinks.
    Thinking,
    /// It can be won, with all cards known: there is a line that the rules have replayed.
    Winnable,
    /// It could be won, and cannot any more.
    NoLonger,
    /// This deal could never be won.
    Never,
    /// It cannot be won from here; whether it ever could is not known.
    Lost,
    /// The solver had to give up.
    NotKnown,
}
