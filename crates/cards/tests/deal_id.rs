//! Names of deals parse back to the same deal, and invalid names are refused.

use cards::{Card, DealId, PACK, ParseDealError};
use proptest::prelude::*;

fn permutation() -> impl Strategy<Value = Vec<Card>> {
    Just(PACK.to_vec()).prop_shuffle()
}

fn list(cards: &[Card], between: &str) -> String {
    let cards: Vec<_> = cards.iter().map(Card::to_string).collect();
    format!("cards:{}", cards.join(between))
}

fn error(text: &str) -> ParseDealError {
    text.parse::<DealId>().expect_err(text)
}

proptest! {
    #[test]
    fn numbers_parse_back(number: u64, seed: u32) {
        for id in [DealId::V1(number), DealId::Solvitaire(seed)] {
            prop_assert_eq!(id.to_string().parse(), Ok(id));
        }
    }

    #[test]
    fn listed_cards_parse_back(cards in permutation()) {
        let id = DealId::Cards(Box::new(cards.clone().try_into().unwrap()));
        prop_assert_eq!(id.to_string(), list(&cards, ""));
        for between in ["", " ", ",", ", "] {
            let text = list(&cards, between);
            prop_assert_eq!(text.parse(), Ok(id.clone()));
            let uppercase = format!("cards:{}", text["cards:".len()..].to_uppercase());
            prop_assert_eq!(uppercase.parse(), Ok(id.clone()));
        }
    }

    #[test]
    fn one_card_less_is_refused(cards in permutation(), at in 0..52_usize) {
        let mut cards = cards;
        let missing = cards.remove(at);
        prop_assert_eq!(error(&list(&cards, "")), ParseDealError::Missing { count: 51, missing });
    }

    /// There are only 52 cards, so a 53rd is always a duplicate.
    #[test]
    fn one_card_more_is_refused(cards in permutation(), again in 0..52_usize) {
        let mut cards = cards;
        let card = cards[again];
        cards.push(card);
        prop_assert_eq!(error(&list(&cards, "")), ParseDealError::Duplicate { card, first: again + 1, second: 53 });
    }

    #[test]
    fn a_duplicate_is_reported_with_name_and_positions(cards in permutation(), one in 0..52_usize, other in 0..52_usize) {
        prop_assume!(one != other);
        let mut cards = cards;
        cards[other] = cards[one];
        let (first, second) = (one.min(other) + 1, one.max(other) + 1);
        prop_assert_eq!(error(&list(&cards, " ")), ParseDealError::Duplicate { card: cards[one], first, second });
    }

    #[test]
    fn an_unknown_letter_is_reported_with_its_position(cards in permutation(), at in 0..52_usize, letter in "[b-zéß♠]") {
        prop_assume!(!"tjqk".contains(&letter));
        let mut words: Vec<_> = cards.iter().map(Card::to_string).collect();
        words[at].replace_range(0..1, &letter);
        for between in ["", " "] {
            match error(&format!("cards:{}", words.join(between))) {
                ParseDealError::BadCard(error) => prop_assert_eq!(error.position, at + 1),
                other => prop_assert!(false, "{}", other),
            }
        }
    }

    #[test]
    fn any_text_is_a_deal_or_an_error(text in "(v1:|solvitaire:|cards:)?.{0,120}") {
        if let Ok(id) = text.parse::<DealId>() {
            prop_assert_eq!(id.to_string().parse(), Ok(id));
        }
    }
}

#[test]
fn other_numbers_are_refused() {
    let texts =
        ["v1:", "v1:-3", "v1:+3", "v1: 3", "v1:3 ", "v1:0x3", "v1:3.0", "v1:٣", "v1:18446744073709551616"];
    for text in texts {
        let number = text["v1:".len()..].to_owned();
        assert_eq!(error(text), ParseDealError::BadNumber { kind: "v1", number, max: u64::MAX });
    }
    for text in ["solvitaire:", "solvitaire:-1", "solvitaire:4294967296", "solvitaire:18446744073709551616"] {
        let number = text["solvitaire:".len()..].to_owned();
        assert_eq!(
            error(text),
            ParseDealError::BadNumber { kind: "solvitaire", number, max: u64::from(u32::MAX) }
        );
    }
    assert_eq!("v1:18446744073709551615".parse(), Ok(DealId::V1(u64::MAX)));
    assert_eq!("solvitaire:4294967295".parse(), Ok(DealId::Solvitaire(u32::MAX)));
}

#[test]
fn other_kinds_are_refused() {
    for text in ["", "42", "v2:3", "V1:3", "v1", "cards", ":", " v1:3"] {
        assert_eq!(error(text), ParseDealError::UnknownKind(text.to_owned()));
    }
}

#[test]
fn an_error_says_what_is_wrong() {
    let mut cards = PACK.to_vec();
    let ace = cards.remove(0);
    assert_eq!(
        error(&list(&cards, "")).to_string(),
        "the deal has 51 cards instead of 52: the ace of clubs is missing"
    );
    assert_eq!(
        error("cards:").to_string(),
        "the deal has 0 cards instead of 52: the ace of clubs is missing"
    );
    cards.extend([ace, Card::new(cards::Rank::King, cards::Suit::Spades)]);
    assert_eq!(
        error(&list(&cards, "")).to_string(),
        "the king of spades is in the deal twice, as card 51 and card 53"
    );
    assert!(error("cards:Ac 2c 3x").to_string().starts_with("card 3: `3x` has no suit"));
    assert!(error("v1:-3").to_string().contains("whole number from 0 to 18446744073709551615"));
    assert!(error("v2:3").to_string().starts_with("`v2:3` is not a deal"));
}
