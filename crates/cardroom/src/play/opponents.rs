use std::fmt;

use anyhow::{Result, bail};
use bots::Level;
use table::Seat;

use crate::english;

/// How well each of the others plays, from the first seat on that is not the player's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Opponents(Vec<(Seat, Level)>);

/// Those who do not say whom they want to play against.
const USUAL: Level = Level::Keen;

impl Opponents {
    /// The opponents at a table with so many seats: those that are asked for, or all of one level if only one
    /// is.
    pub(super) fn new(asked: &[Level], seats: u8, you: Seat) -> Result<Opponents> {
        let others = Seat::all(seats).filter(|seat| *seat != you);
        let level = |at: usize| match asked {
            [] => USUAL,
            [all] => *all,
            each => each.get(at).copied().unwrap_or(USUAL),
        };
        let opponents: Vec<_> = others.enumerate().map(|(at, seat)| (seat, level(at))).collect();
        if asked.len() > 1 && asked.len() != opponents.len() {
            let there = english::count(opponents.len(), "opponent");
            bail!("the table has {there}, and {} are named", asked.len());
        }
        if !asked.is_empty() && opponents.is_empty() {
            bail!("this game is played alone: there is nobody to play against");
        }
        Ok(Opponents(opponents))
    }

    /// Reads what was written with a saved game; `None` if it is not for this table.
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

    /// How well the opponent in a seat plays.
    pub(super) fn level(&self, seat: Seat) -> Level {
        self.0.iter().find(|(other, _)| *other == seat).map_or(USUAL, |(_, level)| *level)
    }

    pub(super) fn are_there(&self) -> bool {
        !self.0.is_empty()
    }

    /// "B plays as keen and C plays as expert".
    pub(super) fn told(&self) -> String {
        let each = |(seat, level): &(Seat, Level)| format!("{seat} plays as {level}");
        let mut told: Vec<String> = self.0.iter().map(each).collect();
        if let [(_, first), rest @ ..] = &self.0[..]
            && !rest.is_empty()
            && rest.iter().all(|(_, level)| level == first)
        {
            told = vec![format!("your opponents play as {first}")];
        }
        english::list(&told, "and")
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
        assert_eq!(opponents.told(), "A plays as expert and C plays as casual");
        assert_eq!(Opponents::new(&[Expert], 3, b).unwrap().told(), "your opponents play as expert");
        assert_eq!(Opponents::new(&[], 2, Seat::A).unwrap().told(), "B plays as keen");
        assert!(!Opponents::new(&[], 1, Seat::A).unwrap().are_there());
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
