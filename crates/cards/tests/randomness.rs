//! Chi-square tests of ten million dice and a million shuffles, one by one and in pairs. The keys
//! are fixed, so the results are reproducible.

use cards::{ChanceKind, ChiSquare, Dice, Key, PACK, Source, shuffle};

/// Fair chance would fail this for one key in a thousand. The fixed keys pass.
fn looks_fair(what: &str, test: ChiSquare) {
    println!(
        "{what}: chi-square {:.1} with {} degrees of freedom, p = {:.3}",
        test.statistic, test.freedom, test.p
    );
    assert!(test.p > 0.001, "{what}: {test:?}");
}

fn even(what: &str, counts: &[u64]) {
    looks_fair(what, ChiSquare::uniform(counts).expect("something was counted"));
}

fn key(number: u8) -> Key {
    Key::new(std::array::from_fn(|at| (usize::from(number) * 37 + at * 11) as u8))
}

#[test]
fn dice_look_fair_one_by_one_and_in_pairs() {
    let rolls = 5_000_000;
    let (mut faces, mut pairs, mut next, mut twins) = ([0; 6], [0; 36], [0; 36], [0; 36]);
    let (mut before, mut doubles) = (None, [0, 0]);
    let key = key(1);
    for ordinal in 0..rolls {
        // As in a game, each roll has its own stream.
        let dice = Dice::roll(&mut key.stream(ChanceKind::Roll, ordinal));
        let [first, second] = dice.pips().map(|pip| usize::from(pip - 1));
        faces[first] += 1;
        faces[second] += 1;
        pairs[first * 6 + second] += 1;
        if let Some(before) = before.replace(second) {
            next[before * 6 + first] += 1;
        }
        // The same roll in two games whose keys differ in one bit.
        let mut other = *key.expose();
        other[31] ^= 1;
        if ordinal % 8 == 0 {
            let other = Dice::roll(&mut Key::new(other).stream(ChanceKind::Roll, ordinal));
            twins[first * 6 + usize::from(other.pips()[0] - 1)] += 1;
        }
        doubles[usize::from(dice.is_double())] += 1;
    }
    println!("{} dice", 2 * rolls);
    even("faces", &faces);
    even("both dice of a roll", &pairs);
    even("a die and the next", &next);
    even("the same roll by keys that differ in one bit", &twins);
    let expected = rolls as f64 / 6.0;
    let far = (f64::from(doubles[1]) - expected).powi(2);
    looks_fair("doubles", ChiSquare::new(far / expected + far / (rolls as f64 - expected), 1));
}

#[test]
fn shuffles_look_fair_place_by_place_and_in_pairs() {
    let shuffles = 1_000_000;
    let mut places = vec![0; 52 * 52];
    let mut pairs = [(0, 1), (50, 51), (0, 51), (25, 26)].map(|places| (places, vec![0; 52 * 52]));
    let mut next = vec![0; 52 * 52];
    let (key, mut before) = (key(2), None);
    for ordinal in 0..shuffles {
        let mut cards: Vec<usize> = (0..PACK.len()).collect();
        shuffle(&mut cards, &mut key.stream(ChanceKind::Reshuffle, ordinal));
        for (place, card) in cards.iter().enumerate() {
            places[place * 52 + card] += 1;
        }
        for ((one, other), counts) in &mut pairs {
            counts[cards[*one] * 52 + cards[*other]] += 1;
        }
        if let Some(before) = before.replace(cards[0]) {
            next[before * 52 + cards[0]] += 1;
        }
    }
    println!("{shuffles} shuffles");
    // Each card is in one place and each place has one card, so there are 51 × 51 degrees of
    // freedom, and the statistic has to be scaled accordingly.
    let whole = ChiSquare::uniform(&places).expect("something was counted");
    looks_fair("which card is where", ChiSquare::new(whole.statistic * 51.0 / 52.0, 51 * 51));
    for ((one, other), counts) in pairs {
        // No card is in two places.
        let counts: Vec<u64> =
            (0..52 * 52).filter(|pair| pair / 52 != pair % 52).map(|pair| counts[pair]).collect();
        even(&format!("the cards in the places {one} and {other}"), &counts);
    }
    even("the first cards of two shuffles that follow each other", &next);
}

/// Draws below a bound use rejection sampling. The remainder alone would favour small numbers, and
/// the test detects that.
#[test]
fn bounded_draws_use_rejection_sampling() {
    const BOUND: u32 = 3_000_000_000;
    let (mut drawn, mut remainders) = ([0; 3], [0; 3]);
    let (mut source, mut words) = (key(3).stream(ChanceKind::Deal, 0), key(3).stream(ChanceKind::Deal, 1));
    for _ in 0..1_000_000 {
        drawn[(source.below(BOUND) / 1_000_000_000) as usize] += 1;
        remainders[(words.next() % BOUND / 1_000_000_000) as usize] += 1;
    }
    even("thirds of three thousand million", &drawn);
    assert!(ChiSquare::uniform(&remainders).is_some_and(|test| test.p < 1e-9), "{remainders:?}");
}
