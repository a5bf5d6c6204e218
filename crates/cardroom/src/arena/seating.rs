use std::str::FromStr;

use anyhow::{Error, Result, bail};
use bots::savannah::Level;
use table::Seat;

use super::sequential::Bounds;
use crate::choice::levels;
use crate::english;

/// Who sits at a table, from seat A on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Seating(Vec<Level>);

impl Seating {
    /// Two players.
    pub(super) fn pair(one: Level, other: Level) -> Seating {
        Seating(vec![one, other])
    }

    /// How many seats the table has.
    pub(super) fn seats(&self) -> usize {
        self.0.len()
    }

    /// Each player once, in the order in which they are named.
    pub(super) fn players(&self) -> Vec<Level> {
        let mut players = Vec::new();
        for player in &self.0 {
            if !players.contains(player) {
                players.push(*player);
            }
        }
        players
    }

    /// How many seats a player has.
    pub(super) fn seats_of(&self, player: Level) -> usize {
        self.0.iter().filter(|other| **other == player).count()
    }

    /// The usual bounds of a test for the player who is named first.
    pub(super) fn fair(&self) -> Bounds {
        Bounds::usual(self.seats_of(self.0[0]), self.seats())
    }

    /// The same players, one seat further with each, until they would sit as they did. In all of them together every player has had
    /// every seat equally often.
    pub(super) fn rotations(&self) -> Vec<Vec<Level>> {
        let mut rotations = vec![self.0.clone()];
        let mut next = self.0.clone();
        next.rotate_left(1);
        while next != self.0 {
            rotations.push(next.clone());
            next.rotate_left(1);
        }
        rotations
    }
}

/// `expert,strong`: a level for each seat.
impl FromStr for Seating {
    type Err = Error;

    fn from_str(text: &str) -> Result<Seating> {
        let levels = levels(text)?;
        if !(2..=Seat::MOST).contains(&levels.len()) {
            bail!("a table has 2 to 8 seats, and `{text}` names {}", english::count(levels.len(), "player"));
        }
        Ok(Seating(levels))
    }
}

#[cfg(test)]
mod tests {
    use bots::savannah::Level;

    use super::Seating;

    fn rotations(text: &str) -> Vec<String> {
        let letter = |level: &Level| level.name()[..1].to_owned();
        let seating: Seating = text.parse().unwrap();
        seating.rotations().iter().map(|players| players.iter().map(letter).collect()).collect()
    }

    #[test]
    fn players_go_round_the_table_once() {
        assert_eq!(rotations("expert,strong"), ["es", "se"]);
        assert_eq!(rotations("expert,strong,strong"), ["ess", "sse", "ses"]);
        assert_eq!(rotations("expert,strong,expert,strong"), ["eses", "sese"]);
        assert_eq!(rotations("keen,keen"), ["kk"]);
    }

    #[test]
    fn a_table_needs_two_to_eight_players() {
        for text in ["", "expert", "expert,", "expert;strong", &["keen"; 9].join(",")] {
            assert!(text.parse::<Seating>().is_err(), "{text}");
        }
        let seating: Seating = "Expert, strong,strong".parse().unwrap();
        assert_eq!(seating.players(), [Level::Expert, Level::Strong]);
        assert_eq!(seating.seats_of(Level::Strong), 2);
    }
}
