//! Measures how often the players of Klondike win, and compares two of them on the same deals.

mod compare;
mod measure;
mod report;
mod row;

pub use self::compare::{CompareError, ComparisonOptions, compare_players};
pub use self::measure::{MeasureOptions, measure};
pub use self::report::{PlayerComparison, PlayerReport};
#[cfg(test)]
pub(crate) use self::row::PROGRESS;
pub use self::row::{GameResult, GameRow};
