use crate::bits::Bit;

/// One thing that a line does, told by the card. Where it comes from follows from the position; where it goes follows too, unless
/// it says onto which card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Act {
    /// From a column or the stock to its foundation.
    Up(Bit),
    /// From the stock to a column.
    Lay(Bit, Option<Bit>),
    /// From a column, with the run on it, to another column.
    Shift(Bit, Option<Bit>),
    /// From its foundation to a column.
    Back(Bit, Option<Bit>),
}

/// The acts of a move, or nothing where a search does not need them.
pub(crate) trait Acts: Clone + Default {
    /// Notes an act.
    fn note(&mut self, act: Act);
}

impl Acts for () {
    fn note(&mut self, _act: Act) {}
}

impl Acts for Vec<Act> {
    fn note(&mut self, act: Act) {
        self.push(act);
    }
}
