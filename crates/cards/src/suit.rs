use std::fmt;

use text::Text;

/// A suit, in the order in which the table lists the foundations (R5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

/// The colour of a suit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Colour {
    Black,
    Red,
}

impl Suit {
    /// All suits: clubs, diamonds, hearts, spades.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// Spades and clubs are black, hearts and diamonds red (K1).
    #[must_use]
    pub const fn colour(self) -> Colour {
        match self {
            Suit::Clubs | Suit::Spades => Colour::Black,
            Suit::Diamonds | Suit::Hearts => Colour::Red,
        }
    }

    /// The other suit of the same colour.
    #[must_use]
    pub const fn twin(self) -> Suit {
        match self {
            Suit::Clubs => Suit::Spades,
            Suit::Spades => Suit::Clubs,
            Suit::Diamonds => Suit::Hearts,
            Suit::Hearts => Suit::Diamonds,
        }
    }

    /// The letter of the suit: one of `cdhs`.
    #[must_use]
    pub const fn letter(self) -> char {
        b"cdhs"[self as usize] as char
    }

    /// The suit with a letter, in either case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Suit> {
        let letter = letter.to_ascii_lowercase();
        Suit::ALL.into_iter().find(|suit| suit.letter() == letter)
    }

    /// The symbol of the suit: one of ♣ ♦ ♥ ♠.
    #[must_use]
    pub const fn symbol(self) -> char {
        ['♣', '♦', '♥', '♠'][self as usize]
    }

    /// Its name in words: "clubs".
    #[must_use]
    pub const fn name(self) -> Text {
        match self {
            Suit::Clubs => Text::of("clubs"),
            Suit::Diamonds => Text::of("diamonds"),
            Suit::Hearts => Text::of("hearts"),
            Suit::Spades => Text::of("spades"),
        }
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::{Colour, Suit};

    #[test]
    fn k1_spades_and_clubs_are_black_hearts_and_diamonds_red() {
        assert_eq!(Suit::Spades.colour(), Colour::Black);
        assert_eq!(Suit::Clubs.colour(), Colour::Black);
        assert_eq!(Suit::Hearts.colour(), Colour::Red);
        assert_eq!(Suit::Diamonds.colour(), Colour::Red);
    }

    #[test]
    fn a_twin_is_the_other_suit_of_the_colour() {
        for suit in Suit::ALL {
            assert_ne!(suit.twin(), suit);
            assert_eq!(suit.twin().colour(), suit.colour());
            assert_eq!(suit.twin().twin(), suit);
        }
    }

    #[test]
    fn letters_parse_back() {
        for suit in Suit::ALL {
            assert_eq!(Suit::from_letter(suit.letter()), Some(suit));
        }
        assert_eq!(Suit::from_letter('x'), None);
    }
}
