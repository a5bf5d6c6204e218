//! The actions that lead from one search state to the next.

use crate::bits::Bit;

/// One step of a line, described by the card that moves.
///
/// Where the card comes from follows from the position. So does where it goes, unless the action
/// names the card to put it on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SolverAction {
    /// From a column or the stock to its foundation.
    ToFoundation(Bit),
    /// From the stock to a column.
    StockToColumn(Bit, Option<Bit>),
    /// From a column, together with the run on it, to another column.
    ColumnToColumn(Bit, Option<Bit>),
    /// From its foundation to a column.
    FoundationToColumn(Bit, Option<Bit>),
}

/// Records actions. `()` records nothing, for a search that needs only the states.
pub(crate) trait ActionLog: Clone + Default {
    fn record(&mut self, action: SolverAction);
}

impl ActionLog for () {
    fn record(&mut self, _action: SolverAction) {}
}

impl ActionLog for Vec<SolverAction> {
    fn record(&mut self, action: SolverAction) {
        self.push(action);
    }
}
