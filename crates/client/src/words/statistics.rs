//! What was played, in words.

use text::Text;

use crate::statistics::Week;

/// Above all games together.
pub const ALL: Text = Text::of("All games");
/// Which games are summed up.
pub const CHOOSE: Text = Text::of("Games");
/// Before the first game.
pub const NONE_YET: Text = Text::of("Nothing yet. A game counts from its first move on.");
/// Where nothing is counted.
pub const OFF: Text = Text::of("Games are not counted. You can change that in the settings.");
/// How it is counted.
pub const HONEST: Text = Text::of(
    "A game counts from its first move on. Wins with hints are told apart: they are no part of the share, of \
                          streaks or of your best. Everything stays in this browser.",
);
#[allow(missing_docs)]
pub const PLAYED: Text = Text::of("Played");
#[allow(missing_docs)]
pub const WON: Text = Text::of("Won");
#[allow(missing_docs)]
pub const SHARE: Text = Text::of("Share");
#[allow(missing_docs)]
pub const WITH_HINTS: Text = Text::of("Won with hints");
#[allow(missing_docs)]
pub const LOST: Text = Text::of("Not won");
#[allow(missing_docs)]
pub const LEFT: Text = Text::of("Left");
#[allow(missing_docs)]
pub const RESTARTED: Text = Text::of("Restarted");
#[allow(missing_docs)]
pub const STREAK: Text = Text::of("Wins in a row");
#[allow(missing_docs)]
pub const LONGEST: Text = Text::of("Most in a row");
#[allow(missing_docs)]
pub const BEST_TIME: Text = Text::of("Best time");
#[allow(missing_docs)]
pub const BEST_MOVES: Text = Text::of("Fewest moves");
/// In the place of a number that there is not yet.
pub const NO_NUMBER: Text = Text::of("–");
/// Above the chart.
pub const WEEKS: Text = Text::of("The last twelve weeks");
#[allow(missing_docs)]
pub const EXPORT: Text = Text::of("Save as a file");
#[allow(missing_docs)]
pub const IMPORT: Text = Text::of("Add from a file");
#[allow(missing_docs)]
pub const RESET: Text = Text::of("Reset");
/// Before everything is forgotten.
pub const SURE: Text = Text::of("Delete all statistics? This cannot be undone.");
#[allow(missing_docs)]
pub const FORGET: Text = Text::of("Delete them");
#[allow(missing_docs)]
pub const KEEP: Text = Text::of("Keep them");
#[allow(missing_docs)]
pub const FORGOTTEN: Text = Text::of("All statistics were deleted.");

/// What was added from a file.
#[must_use]
pub fn added(count: usize) -> Text {
    match count {
        0 => Text::of("Every game in the file was counted already."),
        _ => Text::count(count, "One game was added.", "{} games were added."),
    }
}

/// A share in percent.
#[must_use]
pub fn percent(share: u32) -> Text {
    Text::with("{} %", [share.into()])
}

/// What a chart of weeks shows, for those who do not see it.
#[must_use]
pub fn chart(weeks: &[Week]) -> Text {
    let (played, won) = weeks.iter().fold((0, 0), |sum, week| (sum.0 + week.played, sum.1 + week.won));
    let last = weeks.last().copied().unwrap_or_default();
    Text::with(
        "Games by week: {} played and {} won in {} weeks; {} played and {} won in this one.",
        [played.into(), won.into(), weeks.len().into(), last.played.into(), last.won.into()],
    )
}
