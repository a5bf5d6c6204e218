//! Checks each frozen shuffle against its test vectors.
//!
//! The vectors of `v1` were computed by a second program that was written from `docs/deals.md`
//! alone. If a test fails, existing deals have changed: fix the code, never the vectors.

use std::fmt::Write as _;

use cards::{Card, ChanceKind, Dice, Key, PACK, Source, packs, parse_cards, shuffle, solvitaire};
use sha2::{Digest, Sha256};

const VECTORS: &str = include_str!("data/v1.txt");
const VERDICTS: &str = include_str!("../../../data/klondike-verdicts.csv");

/// The remaining words of each line that starts with the word `first`.
fn vectors(first: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    VECTORS.lines().filter_map(move |line| {
        let mut words = line.split(' ');
        (words.next() == Some(first)).then(|| words.collect())
    })
}

fn number(text: &str) -> u64 {
    text.parse().expect("a number")
}

fn deal(number: u64) -> String {
    text(&shuffled(&PACK, number, ChanceKind::Deal, 0))
}

fn shuffled(cards: &[Card], key: u64, kind: ChanceKind, ordinal: u64) -> Vec<Card> {
    let mut cards = cards.to_vec();
    shuffle(&mut cards, &mut Key::from_number(key).stream(kind, ordinal));
    cards
}

fn text(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect()
}

fn hex(bytes: impl IntoIterator<Item = u8>) -> String {
    bytes.into_iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("writing to a string cannot fail");
        text
    })
}

#[test]
fn ten_deals_match_their_vectors() {
    let mut count = 0;
    for vector in vectors("deal") {
        assert_eq!(deal(number(vector[0])), vector[1], "v1:{}", vector[0]);
        count += 1;
    }
    assert_eq!(count, 10);
}

#[test]
fn ten_thousand_deals_match_their_hash() {
    let vector = vectors("deals").next().unwrap();
    assert_eq!(vector[0], "10000");
    let mut hash = Sha256::new();
    for number in 0..number(vector[0]) {
        hash.update(deal(number));
        hash.update("\n");
    }
    assert_eq!(hex(hash.finalize()), vector[1]);
}

/// A shuffle rejects hardly any words. With a bound of this size, every third is rejected.
#[test]
fn draws_below_a_large_bound_reject_words() {
    let vector = vectors("draws").next().unwrap();
    let mut stream = Key::from_number(number(vector[0])).stream(ChanceKind::Deal, 0);
    assert_eq!(vector.len(), 2 + 10);
    for drawn in &vector[2..] {
        assert_eq!(stream.below(vector[1].parse().unwrap()).to_string(), *drawn);
    }
}

#[test]
fn rolls_have_their_own_streams() {
    let vector = vectors("rolls").next().unwrap();
    let key = Key::from_number(number(vector[0]));
    assert_eq!(vector.len(), 1 + 20);
    for (ordinal, dice) in (0..).zip(&vector[1..]) {
        assert_eq!(
            Dice::roll(&mut key.stream(ChanceKind::Roll, ordinal)).to_string(),
            *dice,
            "roll {ordinal}"
        );
    }
}

#[test]
fn reshuffles_have_their_own_streams() {
    let mut count = 0;
    for vector in vectors("reshuffle") {
        let cards = packs(number(vector[2]) as usize);
        let cards = shuffled(&cards, number(vector[0]), ChanceKind::Reshuffle, number(vector[1]));
        assert_eq!(text(&cards), vector[3], "reshuffle {} of {} packs", vector[1], vector[2]);
        count += 1;
    }
    assert_eq!(count, 4);
}

#[test]
fn the_vectors_in_the_docs_are_the_same() {
    let docs = include_str!("../../../docs/deals.md");
    for vector in vectors("deal").filter(|vector| ["0", "1", "42"].contains(&vector[0])) {
        assert!(docs.contains(&format!("v1:{:<4}{}\n", vector[0], vector[1])), "v1:{}", vector[0]);
    }
    assert!(docs.contains(vectors("deals").next().unwrap()[1]));
    assert!(docs.contains(&vectors("draws").next().unwrap()[2..6].join(", ")));
    let rolls: Vec<_> =
        vectors("rolls").next().unwrap()[1..11].iter().map(|dice| format!("`{dice}`")).collect();
    assert!(docs.contains(&rolls.join(", ")));
}

/// The five test vectors of the block function in RFC 8439, appendix A.1.
#[test]
fn a_stream_is_the_keystream_of_rfc_8439() {
    let zeros = Key::new([0; 32]);
    let mut last_is_1 = [0; 32];
    last_is_1[31] = 1;
    let mut second_is_ff = [0; 32];
    second_is_ff[1] = 0xff;
    // The nonce of the fifth vector ends in 2, which is the highest byte of the ordinal.
    let nonce_2 = 2 << 56;
    let blocks = [
        (
            zeros.stream(ChanceKind::Deal, 0),
            0,
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7\
             da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586",
        ),
        (
            zeros.stream(ChanceKind::Deal, 0),
            1,
            "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed\
             29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f",
        ),
        (
            Key::new(last_is_1).stream(ChanceKind::Deal, 0),
            1,
            "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a\
             8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0",
        ),
        (
            Key::new(second_is_ff).stream(ChanceKind::Deal, 0),
            2,
            "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca\
             13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096",
        ),
        (
            zeros.stream(ChanceKind::Deal, nonce_2),
            0,
            "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7\
             8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d",
        ),
    ];
    for (mut stream, counter, block) in blocks {
        (0..counter * 16).for_each(|_| _ = stream.next());
        assert_eq!(hex((0..16).flat_map(|_| stream.next().to_le_bytes())), block);
    }
}

#[test]
fn sixty_deals_match_solvitaire() {
    let mut count = 0;
    for line in VERDICTS.lines().skip(1) {
        let (seed, rest) = line.split_once(',').unwrap();
        let (_, cards) = rest.rsplit_once(',').unwrap();
        assert_eq!(
            solvitaire(seed.parse().unwrap()).to_vec(),
            parse_cards(cards).unwrap(),
            "solvitaire:{seed}"
        );
        count += 1;
    }
    assert_eq!(count, 60);
}
