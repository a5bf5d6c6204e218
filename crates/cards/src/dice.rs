use std::fmt;
use std::str::FromStr;

use text::Text;

use crate::Source;

/// A roll of two dice. Its notation is two digits, such as `43`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dice {
    first: u8,
    second: u8,
}

impl Dice {
    /// Two dice that show these numbers, each from 1 to 6.
    #[must_use]
    pub const fn new(first: u8, second: u8) -> Option<Dice> {
        if matches!((first, second), (1..=6, 1..=6)) { Some(Dice { first, second }) } else { None }
    }

    /// Rolls both dice, in order.
    pub fn roll(source: &mut dyn Source) -> Dice {
        let mut die = || source.below(6) as u8 + 1;
        Dice { first: die(), second: die() }
    }

    /// The numbers that the two dice show.
    #[must_use]
    pub const fn pips(self) -> [u8; 2] {
        [self.first, self.second]
    }

    /// The sum of both dice, from 2 to 12.
    #[must_use]
    pub const fn sum(self) -> u8 {
        self.first + self.second
    }

    /// Whether both show the same number.
    #[must_use]
    pub const fn is_double(self) -> bool {
        self.first == self.second
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.first, self.second)
    }
}

/// The text is not a roll of two dice.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.text())]
pub struct ParseDiceError(String);

impl ParseDiceError {
    /// What is wrong.
    #[must_use]
    pub fn text(&self) -> Text {
        Text::with("`{}` is no roll of two dice: it takes two digits from 1 to 6", [Text::name(&self.0)])
    }
}

impl FromStr for Dice {
    type Err = ParseDiceError;

    fn from_str(text: &str) -> Result<Dice, ParseDiceError> {
        let dice = match text.as_bytes() {
            [first, second] => Dice::new(first.wrapping_sub(b'0'), second.wrapping_sub(b'0')),
            _ => None,
        };
        dice.ok_or_else(|| ParseDiceError(text.to_owned()))
    }
}

text::serde_as_text!(Dice);

#[cfg(test)]
mod tests {
    use super::Dice;

    #[test]
    fn a_roll_parses_from_its_notation() {
        for first in 1..=6 {
            for second in 1..=6 {
                let dice = Dice::new(first, second).unwrap();
                assert_eq!(dice.to_string().parse(), Ok(dice));
                assert_eq!(dice.sum(), first + second);
                assert_eq!(dice.is_double(), first == second);
            }
        }
    }

    #[test]
    fn other_text_is_not_a_roll() {
        for text in ["", "4", "40", "74", "432", "4 3", "é"] {
            assert!(text.parse::<Dice>().is_err(), "{text}");
        }
        assert_eq!(Dice::new(0, 3), None);
        assert_eq!(Dice::new(3, 7), None);
    }
}
