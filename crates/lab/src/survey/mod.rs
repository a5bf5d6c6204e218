//! Solves many deals of Klondike, and reports how many can be won.
//!
//! A survey is a CSV file with a row for each deal. It can be killed at any time: the same command resumes
//! it. Files from several machines can be merged, and the files of two games can be compared deal by deal.

mod chart;
mod compare;
mod deal;
mod deal_run;
mod error;
mod file;
mod merge;
mod progress;
mod row;
mod run;
mod summary;
mod workers;

pub use self::compare::{Comparison, Side};
pub use self::deal::{DealRange, NumberedDeal, ParseDealRangeError};
pub(crate) use self::deal_run::{DealRun, DealRunResult};
pub use self::error::{FormatError, SurveyError};
pub use self::merge::merge;
#[cfg(test)]
pub(crate) use self::row::SURVEY_PROGRESS;
pub(crate) use self::row::{DealRow, parse_ms};
pub use self::row::{ParseRowError, SurveyRow};
pub use self::run::{SurveyOptions, SurveyRun, survey};
pub use self::summary::SurveySummary;
