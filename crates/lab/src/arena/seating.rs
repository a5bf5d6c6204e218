use std::str::FromStr;

use bots::{Level, ParseLevelError};
use table::Seat;

use super::sequential::TestBounds;

/// The players at a table, from seat A on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seating(Vec<Level>);

impl Seating {
    pub(super) fn pair(one: Level, other: Level) -> Seating {
        Seating(vec![one, other])
    }

    /// How many seats the table has.
    #[must_use]
    pub fn seats(&self) -> usize {
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

    /// The default bounds of a sequential test of the player who is named first.
    #[must_use]
    pub fn default_bounds(&self) -> TestBounds {
        TestBounds::from_equal_share(self.seats_of(self.0[0]), self.seats())
    }

    /// All different rotations of the players around the table. Together they give every player every seat
    /// equally often.
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

/// A text that does not name the players of a table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseSeatingError {
    /// A part of it is not a level.
    #[error(transparent)]
    Level(#[from] ParseLevelError),
    /// It names too few or too many players.
    #[error("a table has 2 to 8 seats, but `{text}` names {players} player{}", plural_s(*players))]
    Seats {
        /// The text.
        text: String,
        /// How many players it names.
        players: usize,
    },
}

fn plural_s(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// A level for each seat: `expert,strong`.
impl FromStr for Seating {
    type Err = ParseSeatingError;

    fn from_str(text: &str) -> Result<Seating, ParseSeatingError> {
        let levels = parse_levels(text)?;
        if !(2..=Seat::COUNT).contains(&levels.len()) {
            return Err(ParseSeatingError::Seats { text: text.to_owned(), players: levels.len() });
        }
        Ok(Seating(levels))
    }
}

/// Parses levels with commas between them.
pub(super) fn parse_levels(text: &str) -> Result<Vec<Level>, ParseLevelError> {
    text.split(',').map(str::parse).collect()
}

#[cfg(test)]
mod tests {
    use bots::Level;

    use super::Seating;

    fn rotations(text: &str) -> Vec<String> {
        let letter = |level: &Level| level.name()[..1].to_owned();
        let seating: Seating = text.parse().unwrap();
        seating.rotations().iter().map(|players| players.iter().map(letter).collect()).collect()
    }

    #[test]
    fn players_rotate_around_the_table_once() {
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
