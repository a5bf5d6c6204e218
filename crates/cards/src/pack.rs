//! Packs and lists of cards.

use std::fmt;

use text::Text;

use crate::{Card, ParseCardError, Rank, Suit};

/// A new pack of 52 cards (K1): clubs, diamonds, hearts, spades, each from ace to king.
pub const PACK: [Card; 52] = {
    let mut pack = [Card::new(Rank::Ace, Suit::Clubs); 52];
    let mut at = 0;
    while at < 52 {
        pack[at] = Card::new(Rank::ALL[at % 13], Suit::ALL[at / 13]);
        at += 1;
    }
    pack
};

/// Several new packs, one after the other.
#[must_use]
pub fn packs(count: usize) -> Vec<Card> {
    PACK.repeat(count)
}

/// An item of a list is not a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseCardsError {
    /// The position of the item, from 1.
    pub position: usize,
    /// Why it is not a card.
    pub error: ParseCardError,
}

impl ParseCardsError {
    /// The message for the player.
    #[must_use]
    pub fn text(&self) -> Text {
        Text::with("card {}: {}", [self.position.into(), self.error.text()])
    }
}

impl fmt::Display for ParseCardsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl std::error::Error for ParseCardsError {}

/// Parses a list of cards, with or without blanks or commas between them.
pub fn parse_cards(text: &str) -> Result<Vec<Card>, ParseCardsError> {
    let mut cards = Vec::new();
    for word in text.split([' ', ',']) {
        let mut rest = word;
        while !rest.is_empty() {
            let ranks = if rest.starts_with("10") { 2 } else { 1 };
            let end = rest.char_indices().nth(ranks + 1).map_or(rest.len(), |(at, _)| at);
            let card = rest[..end].parse();
            cards.push(card.map_err(|error| ParseCardsError { position: cards.len() + 1, error })?);
            rest = &rest[end..];
        }
    }
    Ok(cards)
}

#[cfg(test)]
mod tests {
    use super::{PACK, packs, parse_cards};

    #[test]
    fn k1_a_pack_has_52_different_cards() {
        let mut cards = PACK.to_vec();
        cards.sort();
        cards.dedup();
        assert_eq!(cards.len(), 52);
        for (at, card) in PACK.into_iter().enumerate() {
            assert_eq!(card.index(), at);
        }
        assert_eq!(packs(3).len(), 156);
    }

    #[test]
    fn cards_parse_with_and_without_blanks() {
        let cards = parse_cards("9d 10c, As").unwrap();
        assert_eq!(parse_cards("9D10CAS").unwrap(), cards);
        assert_eq!(parse_cards("9dTcAs").unwrap(), cards);
        assert_eq!(parse_cards("").unwrap(), []);
        assert!(parse_cards("9d4x").unwrap_err().to_string().starts_with("card 2: `4x` has no suit"));
        assert!(parse_cards("9d 4").is_err());
    }
}
