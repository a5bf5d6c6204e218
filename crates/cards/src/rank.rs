use std::fmt;

use text::Text;

/// A card's rank, from the ace (low) to the king (K2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Rank {
    Ace = 1,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
}

use Rank::{Ace, Eight, Five, Four, Jack, King, Nine, Queen, Seven, Six, Ten, Three, Two};

impl Rank {
    /// All ranks, from low to high.
    pub const ALL: [Rank; 13] =
        [Ace, Two, Three, Four, Five, Six, Seven, Eight, Nine, Ten, Jack, Queen, King];

    /// The number of the rank: 1 for the ace, 11 for the jack, 13 for the king.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The rank with a number from 1 to 13.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Rank> {
        match number {
            1..=13 => Some(Rank::ALL[number as usize - 1]),
            _ => None,
        }
    }

    /// The next higher rank. A king has none.
    #[must_use]
    pub const fn above(self) -> Option<Rank> {
        Rank::from_number(self.number() + 1)
    }

    /// The next lower rank. An ace has none.
    #[must_use]
    pub const fn below(self) -> Option<Rank> {
        Rank::from_number(self.number() - 1)
    }

    /// The letter of the rank: one of `A23456789TJQK`.
    #[must_use]
    pub const fn letter(self) -> char {
        b"A23456789TJQK"[self as usize - 1] as char
    }

    /// The rank with a letter, in either case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Rank> {
        let letter = letter.to_ascii_uppercase();
        Rank::ALL.into_iter().find(|rank| rank.letter() == letter)
    }

    /// Its name in words: "ace", "ten", "queen".
    #[must_use]
    pub const fn name(self) -> Text {
        match self {
            Rank::Ace => Text::of("ace"),
            Rank::Two => Text::of("two"),
            Rank::Three => Text::of("three"),
            Rank::Four => Text::of("four"),
            Rank::Five => Text::of("five"),
            Rank::Six => Text::of("six"),
            Rank::Seven => Text::of("seven"),
            Rank::Eight => Text::of("eight"),
            Rank::Nine => Text::of("nine"),
            Rank::Ten => Text::of("ten"),
            Rank::Jack => Text::of("jack"),
            Rank::Queen => Text::of("queen"),
            Rank::King => Text::of("king"),
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::Rank;

    #[test]
    fn k2_ranks_run_from_the_ace_to_the_king() {
        let letters: String = Rank::ALL.iter().map(|rank| rank.letter()).collect();
        assert_eq!(letters, "A23456789TJQK");
        assert!(Rank::ALL.is_sorted());
        for pair in Rank::ALL.windows(2) {
            assert_eq!(pair[0].above(), Some(pair[1]));
            assert_eq!(pair[1].below(), Some(pair[0]));
        }
        assert_eq!(Rank::Ace.below(), None);
        assert_eq!(Rank::King.above(), None);
    }

    #[test]
    fn letters_and_numbers_parse_back() {
        for rank in Rank::ALL {
            assert_eq!(Rank::from_letter(rank.letter()), Some(rank));
            assert_eq!(Rank::from_number(rank.number()), Some(rank));
        }
        assert_eq!(Rank::from_letter('1'), None);
        assert_eq!(Rank::from_number(0), None);
        assert_eq!(Rank::from_number(14), None);
    }
}
