//! Forges records. The checksum is always recomputed: it detects accidents, not forgeries.

use cards::Source;
use games::savannah::{Config, Savannah};
use table::fair::{Contribution, Proof, Secret};
use table::{Hex, Origin, Record, Seat, Table};

use crate::maker::{bytes, random};

pub(crate) fn forgeries(table: &Table<Savannah>, number: u64) -> Vec<(&'static str, String)> {
    let mut source = random(!number);
    let text = table.save();
    let mut all = vec![
        ("a card of the deal", swap_cards(&text, "deal ", &mut source)),
        ("a card that is there twice", double_card(&text, &mut source)),
        ("a die", another_die(&text, &mut source)),
        ("a byte of a contribution", another_digit(&text, "seat ", &mut source)),
        ("a byte of the secret", another_digit(&text, "secret ", &mut source)),
        ("a byte of the commitment", another_digit(&text, "commitment ", &mut source)),
        ("a byte of the key's hash", another_digit(&text, "key ", &mut source)),
        ("the table", another_table(&text)),
        ("an option", another_option(&text)),
        ("the order of seats", swap_seats(&text)),
    ];
    if text.lines().any(|line| has_two(line, "reshuffle ")) {
        all.push(("a card of a reshuffle", swap_cards(&text, "reshuffle ", &mut source)));
    }
    if text.contains("\nvoid ") {
        let kept = text.lines().filter(|line| !line.starts_with("void "));
        all.push(("that somebody did not answer", sealed(kept.map(str::to_owned))));
    }
    if text.lines().any(|line| line.starts_with("void ") && line.split(' ').count() == 4) {
        let other = |line: &str| match line.strip_prefix("void ").and_then(|rest| rest.rsplit_once(' ')) {
            Some((rest, _)) => format!("void {rest} {}", Hex(bytes::<32>(&mut random(number)))),
            None => line.to_owned(),
        };
        all.push(("a discarded secret", sealed(text.lines().map(other))));
    }
    // A forger who knows the scheme can make the commitments and even the key consistent, but then
    // the cards do not match.
    for (what, other) in other_proofs(table, &mut source) {
        let record = table.record();
        let forged = Record::<Savannah> {
            config: other.1,
            origin: Origin::Fair(Box::new(other.0)),
            entries: record.entries.clone(),
        };
        let forged = forged.to_string();
        let outcome = text.lines().find(|line| line.starts_with("outcome ")).unwrap().to_owned();
        let with_key = forged.lines().map(str::to_owned).chain([outcome.clone()]);
        all.push((what, sealed(with_key)));
        let key = text.lines().nth(4).unwrap();
        let old_key = forged.lines().map(|line| if line.starts_with("key ") { key } else { line });
        all.push((what, sealed(old_key.map(str::to_owned).chain([outcome]))));
    }
    all
}

/// Forgeries of a game of Klondike, whose only chance is the deal.
pub(crate) fn klondike_forgeries(text: &str, number: u64) -> Vec<(&'static str, String)> {
    let mut source = random(!number);
    vec![
        ("a card of the deal", swap_cards(text, "deal ", &mut source)),
        ("a card that is there twice", double_card(text, &mut source)),
        ("a byte of a contribution", another_digit(text, "seat ", &mut source)),
        ("a byte of the secret", another_digit(text, "secret ", &mut source)),
        ("a byte of the commitment", another_digit(text, "commitment ", &mut source)),
        ("a byte of the key's hash", another_digit(text, "key ", &mut source)),
        ("the table", another_table(text)),
    ]
}

fn other_proofs(table: &Table<Savannah>, source: &mut dyn Source) -> Vec<(&'static str, (Proof, Config))> {
    let Origin::Fair(proof) = &table.record().origin else { panic!("a proof") };
    let config = table.record().config;
    let made = |config: Config, secret: Secret, contributions| {
        (Proof::new(proof.table(), &config, secret, proof.void().to_vec(), contributions), config)
    };
    let mut changed = proof.contributions().clone();
    changed[Seat::A] = Some(Contribution::new(bytes(source)));
    let mut swapped = proof.contributions().clone();
    let b = Seat::A.next(2);
    (swapped[Seat::A], swapped[b]) = (proof.contributions()[b], proof.contributions()[Seat::A]);
    let mut without = proof.contributions().clone();
    without[b] = None;
    let rounds = config.with_rounds(Some(21)).unwrap();
    let same = || proof.contributions().clone();
    vec![
        ("another contribution that fits", made(config, proof.secret().clone(), changed)),
        ("another order that fits", made(config, proof.secret().clone(), swapped)),
        ("a person who is made a bot", made(config, proof.secret().clone(), without)),
        ("another secret that fits", made(config, Secret::new(bytes(source)), same())),
        ("another option that fits", made(rounds, proof.secret().clone(), same())),
    ]
}

/// Joins the lines and appends a valid checksum.
fn sealed(lines: impl Iterator<Item = String>) -> String {
    use sha2::{Digest, Sha256};
    let text: String = lines.filter(|line| !line.starts_with("sha256 ")).map(|line| line + "\n").collect();
    let sum = Hex(Sha256::digest(text.as_bytes()).into());
    format!("{text}sha256 {sum}\n")
}

/// Changes one of the lines that start with `word`.
fn change(
    text: &str,
    which: impl Fn(&str) -> bool,
    source: &mut dyn Source,
    change: impl FnOnce(&str, &mut dyn Source) -> String,
) -> String {
    let places: Vec<usize> =
        (0..).zip(text.lines()).filter(|(_, line)| which(line)).map(|(at, _)| at).collect();
    let place = places[source.below(places.len() as u32) as usize];
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines[place] = change(&lines[place], source);
    sealed(lines.into_iter())
}

/// Swaps two different cards of a shuffle, so that no card is missing.
fn swap_cards(text: &str, word: &str, source: &mut dyn Source) -> String {
    let shuffle = |line: &str| has_two(line, word);
    change(text, shuffle, source, |line, source| {
        let mut cards = cards(&line[word.len()..]);
        let one = source.below(cards.len() as u32) as usize;
        let other = cards.iter().position(|card| *card != cards[one]).unwrap();
        cards.swap(one, other);
        format!("{word}{}", cards.concat())
    })
}

/// Whether a line starts with `word` and contains two different cards.
fn has_two(line: &str, word: &str) -> bool {
    let cards = line.strip_prefix(word).map(cards).unwrap_or_default();
    cards.iter().any(|card| *card != cards[0])
}

fn cards(text: &str) -> Vec<&str> {
    (0..text.len() / 2).map(|at| &text[2 * at..2 * at + 2]).collect()
}

fn double_card(text: &str, source: &mut dyn Source) -> String {
    let is_deal = |line: &str| line.starts_with("deal ");
    change(text, is_deal, source, |line, _| {
        let (first, last) = (&line[5..7], &line[line.len() - 2..]);
        let other =
            ["Ac", "Ks"].into_iter().find(|card| *card != first).filter(|_| first == last).unwrap_or(last);
        format!("deal {other}{}", &line[7..])
    })
}

fn another_die(text: &str, source: &mut dyn Source) -> String {
    let dice = |line: &str| line.starts_with("roll ") || line.starts_with("begin ");
    change(text, dice, source, |line, source| {
        let digits: Vec<usize> =
            line.char_indices().filter(|(_, sign)| sign.is_ascii_digit()).map(|(at, _)| at).collect();
        let at = digits[source.below(digits.len() as u32) as usize];
        let old = line.as_bytes()[at] - b'0';
        let new = 1 + (old - 1 + 1 + source.below(5) as u8) % 6;
        format!("{}{new}{}", &line[..at], &line[at + 1..])
    })
}

/// Changes a hexadecimal digit near the end of a line.
fn another_digit(text: &str, word: &str, source: &mut dyn Source) -> String {
    let hex = |line: &str| line.starts_with(word) && !line.ends_with(" bot");
    change(text, hex, source, |line, source| {
        let at = line.len() - 1 - source.below(30) as usize;
        let old = char::from(line.as_bytes()[at]).to_digit(16).unwrap();
        let new = char::from_digit((old + 1 + source.below(15)) % 16, 16).unwrap();
        format!("{}{new}{}", &line[..at], &line[at + 1..])
    })
}

fn another_table(text: &str) -> String {
    let other = |line: &str| match line.strip_prefix("table a") {
        Some(rest) => format!("table b{rest}"),
        None if line.starts_with("table ") => format!("table a{}", &line[7..]),
        None => line.to_owned(),
    };
    sealed(text.lines().map(other))
}

fn another_option(text: &str) -> String {
    sealed(text.lines().map(|line| {
        if line.starts_with("config ") { line.replace("rounds=20", "rounds=21") } else { line.to_owned() }
    }))
}

/// Swaps seats A and B.
fn swap_seats(text: &str) -> String {
    let part = |seat: &str| text.lines().find_map(|line| line.strip_prefix(seat)).unwrap();
    let (a, b) = (part("seat A "), part("seat B "));
    sealed(text.lines().map(|line| match line.get(..7) {
        Some("seat A ") => format!("seat A {b}"),
        Some("seat B ") => format!("seat B {a}"),
        _ => line.to_owned(),
    }))
}
