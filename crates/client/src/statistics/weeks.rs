use super::{End, Played};

/// The games of one week.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Week {
    /// When it began, in milliseconds since 1970.
    pub began: u64,
    /// Games.
    pub played: u32,
    /// Games won, with or without hints.
    pub won: u32,
}

const WEEK: u64 = 7 * 24 * 3600 * 1000;
/// The first Monday: 5 January 1970.
const MONDAY: u64 = 4 * 24 * 3600 * 1000;

/// The last weeks up to now, the oldest first. Weeks begin on Monday, in UTC.
pub fn weeks<'a>(games: impl IntoIterator<Item = &'a Played>, now: u64, count: usize) -> Vec<Week> {
    let week = |at: u64| at.saturating_sub(MONDAY) / WEEK;
    let first = week(now).saturating_sub(count.saturating_sub(1) as u64);
    let mut weeks: Vec<Week> =
        (0..count as u64).map(|at| Week { began: MONDAY + (first + at) * WEEK, ..Week::default() }).collect();
    for played in games {
        let at = week(played.at).checked_sub(first).and_then(|at| usize::try_from(at).ok());
        if let Some(week) = at.and_then(|at| weeks.get_mut(at)) {
            week.played += 1;
            week.won += u32::from(played.end == End::Won);
        }
    }
    weeks
}
