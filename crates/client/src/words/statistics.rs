//! What was played, in words.

use crate::statistics::{Kind, Week};

/// Above all games together.
pub const ALL: &str = "All games";
/// Which games are summed up.
pub const CHOOSE: &str = "Games";
/// Before the first game.
pub const NONE_YET: &str = "Nothing yet. A game counts from its first move on.";
/// Where nothing is counted.
pub const OFF: &str = "Games are not counted. You can change that in the settings.";
/// How it is counted.
pub const HONEST: &str = "A game counts from its first move on. Wins with hints are told apart: they are no part of the share, of \
                          streaks or of your best. Everything stays in this browser.";
#[allow(missing_docs)]
pub const PLAYED: &str = "Played";
#[allow(missing_docs)]
pub const WON: &str = "Won";
#[allow(missing_docs)]
pub const SHARE: &str = "Share";
#[allow(missing_docs)]
pub const WITH_HINTS: &str = "Won with hints";
#[allow(missing_docs)]
pub const LOST: &str = "Not won";
#[allow(missing_docs)]
pub const LEFT: &str = "Left";
#[allow(missing_docs)]
pub const RESTARTED: &str = "Restarted";
#[allow(missing_docs)]
pub const STREAK: &str = "Wins in a row";
#[allow(missing_docs)]
pub const LONGEST: &str = "Most in a row";
#[allow(missing_docs)]
pub const BEST_TIME: &str = "Best time";
#[allow(missing_docs)]
pub const BEST_MOVES: &str = "Fewest moves";
/// In the place of a number that there is not yet.
pub const NO_NUMBER: &str = "–";
/// Above the chart.
pub const WEEKS: &str = "The last twelve weeks";
#[allow(missing_docs)]
pub const EXPORT: &str = "Save as a file";
#[allow(missing_docs)]
pub const IMPORT: &str = "Add from a file";
#[allow(missing_docs)]
pub const RESET: &str = "Reset";
/// Before everything is forgotten.
pub const SURE: &str = "Forget every game that was counted? This cannot be taken back.";
#[allow(missing_docs)]
pub const FORGET: &str = "Forget them";
#[allow(missing_docs)]
pub const KEEP: &str = "Keep them";
#[allow(missing_docs)]
pub const FORGOTTEN: &str = "All games are forgotten.";

/// What was added from a file.
#[must_use]
pub fn added(count: usize) -> String {
    match count {
        0 => "There was no game in the file that was not counted already.".to_owned(),
        1 => "One game was added.".to_owned(),
        _ => format!("{count} games were added."),
    }
}

/// A share in percent.
#[must_use]
pub fn percent(share: u32) -> String {
    format!("{share} %")
}

/// The name of what was played.
#[must_use]
pub fn kind(kind: &Kind) -> String {
    match kind {
        Kind::Klondike(config) => super::title(*config),
        Kind::Savannah { seats, level: Some(level) } => format!("Savannah, {seats} seats, {level}"),
        Kind::Savannah { seats, level: None } => format!("Savannah, {seats} people"),
    }
}

/// What a chart of weeks shows, for those who do not see it.
#[must_use]
pub fn chart(weeks: &[Week]) -> String {
    let (played, won) = weeks.iter().fold((0, 0), |sum, week| (sum.0 + week.played, sum.1 + week.won));
    let last = weeks.last().copied().unwrap_or_default();
    format!(
        "Games by week: {played} played and {won} won in {} weeks; {} played and {} won in this one.",
        weeks.len(),
        last.played,
        last.won
    )
}
