use std::fmt;

use anyhow::{Result, bail};
use bots::Level;
use table::Seat;

use crate::english;

/// The levels of the opponents, in the order of their seats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Opponents(Vec<(Seat, Level)>);

/// The level of an opponent for whom no level is given.
const DEFAULT: Level = Level::Keen;

impl Opponents {
    /// The opponents at a table with this many seats. If only one level is given, all of them have it.
    pub(super) fn new(asked: &[Level], seats: u8, you: Seat) -> Result<Opponents> {
        let others = Seat::all(seats).filter(|seat| *seat != you);
        let level = |at: usize| match asked {
            [] => DEFAULT,
            [all] => *all,
            each => each.get(at).copied().unwrap_or(DEFAULT),
        };
        let opponents: Vec<_> = others.enumerate().map(|(at, seat)| (seat, level(at))).collect();
        if asked.len() > 1 && asked.len() != opponents.len() {
            let there = english::count(opponents.len(), "opponent", "opponents");
            bail!("the table has {there}, but --against names {}", asked.len());
        }
        if !asked.is_empty() && opponents.is_empty() {
            bail!("this game is for one player, so --against is not possible");
        }
        Ok(Opponents(opponents))
    }

    /// Reads the opponents of a saved game; `None` if they are not for this table.
    pub(super) fn read(text: &str, seats: u8, you: Seat) -> Option<Opponents> {
        let read = |line: &str| {
            let (seat, level) = line.split_once(' ')?;
            Some((seat.parse().ok()?, level.parse().ok()?))
        };
        let opponents = Opponents(text.lines().map(read).collect::<Option<_>>()?);
        let usual = Opponents::new(&[], seats, you).ok()?;
        let seats = |opponents: &Opponents| opponents.0.iter().map(|(seat, _)| *seat).collect::<Vec<_>>();
        (seats(&opponents) == seats(&usual)).then_some(opponents)
    }

    /// The level of the opponent in a seat.
    pub(super) fn level(&self, seat: Seat) -> Level {
        self.0.iter().find(|(other, _)| *other == seat).map_or(DEFAULT, |(_, level)| *level)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// "your opponents are B (keen) and C (expert)".
    pub(super) fn describe(&self) -> String {
        let named = |(seat, level): &(Seat, Level)| format!("{seat} ({level})");
        let names = english::list(&self.0.iter().map(named).collect::<Vec<_>>(), "and");
        let verb = if self.0.len() == 1 { "opponent is" } else { "opponents are" };
        format!("your {verb} {names}")
    }
}

/// A line for each: `B keen`.
impl fmt::Display for Opponents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(seat, level)| writeln!(f, "{seat} {level}"))
    }
}

#[cfg(test)]
mod tests {
    use bots::Level::{Casual, Expert, Keen};
    use table::Seat;

    use super::Opponents;

    #[test]
    fn opponents_sit_on_the_other_seats() {
        let b = Seat::new(1).unwrap();
        let opponents = Opponents::new(&[Expert, Casual], 3, b).unwrap();
        assert_eq!(opponents.to_string(), "A expert\nC casual\n");
        assert_eq!(opponents.describe(), "your opponents are A (expert) and C (casual)");
        assert_eq!(Opponents::new(&[], 2, Seat::A).unwrap().describe(), "your opponent is B (keen)");
        assert!(Opponents::new(&[], 1, Seat::A).unwrap().is_empty());
        for (asked, seats) in [(vec![Keen, Keen], 2), (vec![Keen, Keen], 4), (vec![Keen], 1)] {
            assert!(Opponents::new(&asked, seats, Seat::A).is_err());
        }
    }

    #[test]
    fn what_is_written_is_read_back_for_the_same_table_only() {
        let opponents = Opponents::new(&[Expert, Casual], 3, Seat::A).unwrap();
        let text = opponents.to_string();
        assert_eq!(Opponents::read(&text, 3, Seat::A), Some(opponents));
        assert_eq!(Opponents::read(&text, 4, Seat::A), None);
        assert_eq!(Opponents::read(&text, 3, Seat::new(1).unwrap()), None);
        for text in ["", "B", "B max\nC keen\n", "B keen\n", "C keen\nB keen\n", "\u{fffd}"] {
            assert_eq!(Opponents::read(text, 3, Seat::A), None, "{text}");
        }
    }
}
