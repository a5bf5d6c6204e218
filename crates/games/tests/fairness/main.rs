//! Tests two independent verifiers: ours and `docs/fairness/verify.py`. Both must accept every fair
//! game and reject every forged one.
//!
//! Each run generates a few games; `CARDROOM_FAIR_GAMES=1000` sets another number.

// In a test, a failed unwrap is a failed test.
#![allow(clippy::unwrap_used)]

mod forger;
mod maker;
mod python;
mod vectors;

use games::verify::verify;

use crate::forger::{forgeries, klondike_forgeries};
use crate::maker::{game, klondike};
use crate::python::Python;

fn games() -> u64 {
    std::env::var("CARDROOM_FAIR_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(14)
}

#[test]
fn both_verifiers_accept_fair_records_and_refuse_forged_ones() {
    both_verifiers_agree(|number| {
        let table = game(number);
        let mut texts = vec![("right", table.save())];
        texts.extend(forgeries(&table, number));
        (number, texts)
    });
}

#[test]
fn both_verifiers_check_klondike_too() {
    both_verifiers_agree(|number| {
        let record = klondike(number).save();
        let forged = klondike_forgeries(&record, number);
        // The files of the tests have different names.
        (1_000_000 + number, [("right", record)].into_iter().chain(forged).collect())
    });
}

fn both_verifiers_agree(records: impl Fn(u64) -> (u64, Vec<(&'static str, String)>)) {
    let python = Python::find();
    let (mut right, mut wrong) = (0, 0);
    for number in 0..games() {
        let (number, texts) = records(number);
        verify(&texts[0].1).unwrap_or_else(|error| panic!("game {number}: {error}"));
        let lines: Vec<Option<usize>> =
            texts.iter().map(|(_, text)| verify(text).err().map(|error| error.line)).collect();
        let theirs = python.as_ref().map_or_else(|| lines.clone(), |python| python.verify(&texts, number));
        for (((what, text), ours), theirs) in texts.iter().zip(&lines).zip(&theirs) {
            assert_eq!(ours.is_some(), *what != "right", "game {number}, {what}:\n{text}");
            assert_eq!(
                ours, theirs,
                "game {number}, {what}: we name line {ours:?}, the other program {theirs:?}\n{text}"
            );
        }
        right += 1;
        wrong += texts.len() - 1;
    }
    let who = if python.is_some() { "both programs" } else { "our program alone, for there is no python3," };
    println!("{who} accepted {right} games, and refused {wrong} that were changed, each in the same line");
}
