//! The texts of the statistics.

use text::Text;

use crate::statistics::Week;

/// The heading for all games together.
pub const ALL: Text = Text::of("All games");
/// The label of the choice of games.
pub const CHOOSE: Text = Text::of("Games");
/// Shown before the first game.
pub const NONE_YET: Text = Text::of("No games yet. A game counts from its first move.");
/// Shown if games are not counted.
pub const OFF: Text = Text::of("Games are not counted. You can change that in the settings.");
/// Explains what is counted.
pub const HONEST: Text = Text::of(
    "A game counts from its first move. Wins with hints are listed separately: they don't count towards your win rate, streaks or best results. Everything stays in this browser.",
);
#[allow(missing_docs)]
pub const PLAYED: Text = Text::of("Played");
#[allow(missing_docs)]
pub const WON: Text = Text::of("Won");
#[allow(missing_docs)]
pub const SHARE: Text = Text::of("Win rate");
#[allow(missing_docs)]
pub const WITH_HINTS: Text = Text::of("Won with hints");
#[allow(missing_docs)]
pub const LOST: Text = Text::of("Not won");
#[allow(missing_docs)]
pub const LEFT: Text = Text::of("Abandoned");
#[allow(missing_docs)]
pub const RESTARTED: Text = Text::of("Restarted");
#[allow(missing_docs)]
pub const STREAK: Text = Text::of("Current streak");
#[allow(missing_docs)]
pub const LONGEST: Text = Text::of("Longest streak");
#[allow(missing_docs)]
pub const BEST_TIME: Text = Text::of("Best time");
#[allow(missing_docs)]
pub const BEST_MOVES: Text = Text::of("Fewest moves");
/// Stands for a number that does not exist yet.
pub const NO_NUMBER: Text = Text::of("–");
/// The heading of the chart.
pub const WEEKS: Text = Text::of("The last twelve weeks");
#[allow(missing_docs)]
pub const EXPORT: Text = Text::of("Save as a file");
#[allow(missing_docs)]
pub const IMPORT: Text = Text::of("Add from a file");
#[allow(missing_docs)]
pub const RESET: Text = Text::of("Reset");
/// Asks before everything is deleted.
pub const SURE: Text = Text::of("Delete all statistics? This cannot be undone.");
#[allow(missing_docs)]
pub const FORGET: Text = Text::of("Delete them");
#[allow(missing_docs)]
pub const KEEP: Text = Text::of("Keep them");
#[allow(missing_docs)]
pub const FORGOTTEN: Text = Text::of("All statistics were deleted.");

/// How many games were added from a file.
#[must_use]
pub fn added(count: usize) -> Text {
    match count {
        0 => Text::of("All games in the file were already counted."),
        _ => Text::count(count, "One game was added.", "{} games were added."),
    }
}

/// A share in percent.
#[must_use]
pub fn percent(share: u32) -> Text {
    Text::with("{} %", [share.into()])
}

/// Describes the chart of weeks for screen readers.
#[must_use]
pub fn chart(weeks: &[Week]) -> Text {
    let (played, won) = weeks.iter().fold((0, 0), |sum, week| (sum.0 + week.played, sum.1 + week.won));
    let last = weeks.last().copied().unwrap_or_default();
    Text::with(
        "Games by week: {} played and {} won in {} weeks; {} played and {} won this week.",
        [played.into(), won.into(), weeks.len().into(), last.played.into(), last.won.into()],
    )
}
