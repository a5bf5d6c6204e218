use cards::{Card, Colour, Rank, Suit};

use super::{StyledLine, TextStyle};

/// The characters that a terminal has for cards and frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GlyphSet {
    /// ♣ ♦ ♥ ♠ and lines.
    Unicode,
    /// Letters only.
    Ascii,
}

impl GlyphSet {
    /// One or the other.
    #[must_use]
    pub const fn either(self, unicode: &'static str, ascii: &'static str) -> &'static str {
        match self {
            GlyphSet::Unicode => unicode,
            GlyphSet::Ascii => ascii,
        }
    }

    /// A card in three columns: ` K♠`, `10♥`.
    #[must_use]
    pub fn card(self, card: Card) -> StyledLine {
        let rank = rank_text(card.rank);
        let blanks = StyledLine::blank(2 - rank.len());
        let face = StyledLine::styled(style(card.suit), format!("{rank}{}", self.symbol(card.suit)));
        [blanks, face].into_iter().collect()
    }

    /// A suit.
    #[must_use]
    pub fn suit(self, suit: Suit) -> StyledLine {
        StyledLine::styled(style(suit), self.symbol(suit))
    }

    /// The back of a card, that many columns wide.
    #[must_use]
    pub fn back(self, width: usize) -> StyledLine {
        StyledLine::styled(TextStyle::CardBack, self.either("▒", "#").repeat(width))
    }

    /// A text of the rulebook in these characters.
    #[must_use]
    pub fn spell(self, text: &str) -> String {
        if self == GlyphSet::Unicode {
            return text.to_owned();
        }
        let mut spelled = String::with_capacity(text.len());
        for letter in text.chars() {
            match letter {
                '×' => spelled.push('x'),
                '…' => spelled.push_str("..."),
                '⚀'..='⚅' => spelled.extend(char::from_digit(letter as u32 - '⚀' as u32 + 1, 10)),
                '∞' => spelled.push_str("no limit"),
                _ => spelled.push(
                    Suit::ALL.into_iter().find(|suit| suit.symbol() == letter).map_or(letter, Suit::letter),
                ),
            }
        }
        spelled
    }

    fn symbol(self, suit: Suit) -> char {
        match self {
            GlyphSet::Unicode => suit.symbol(),
            GlyphSet::Ascii => suit.letter(),
        }
    }
}

/// A rank as players write it: ten is `10`.
#[must_use]
pub fn rank_text(rank: Rank) -> String {
    if rank == Rank::Ten { "10".to_owned() } else { rank.to_string() }
}

fn style(suit: Suit) -> TextStyle {
    match suit.colour() {
        Colour::Red => TextStyle::RedCard,
        Colour::Black => TextStyle::BlackCard,
    }
}

#[cfg(test)]
mod tests {
    use super::GlyphSet;

    #[test]
    fn a_card_takes_three_columns() {
        for card in cards::PACK {
            for glyphs in [GlyphSet::Unicode, GlyphSet::Ascii] {
                assert_eq!(glyphs.card(card).width(), 3);
            }
            assert!(GlyphSet::Ascii.card(card).text().is_ascii());
        }
        assert_eq!(GlyphSet::Unicode.card("Th".parse().unwrap()).text(), "10♥");
        assert_eq!(GlyphSet::Ascii.card("Ks".parse().unwrap()).text(), " Ks");
    }

    #[test]
    fn the_rules_can_be_spelled_with_letters_only() {
        for offer in games::catalog::OFFERS {
            let page = games::rulebook::page(offer.name).unwrap();
            assert!(GlyphSet::Ascii.spell(&page).is_ascii(), "{}", offer.name);
            assert_eq!(GlyphSet::Unicode.spell(&page), page);
        }
        assert_eq!(GlyphSet::Ascii.spell("2 × ♥ …"), "2 x h ...");
    }
}
