//! Error messages for invalid input are completely translated into German.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use cards::DealId;
use client::klondike::{NewGame, Session};
use client::{Catalogue, Settings};
use games::klondike::Config;
use games::verify::verify;

/// Words that are common in English and do not exist in German.
const ENGLISH: [&str; 14] = [
    "the", "is", "not", "and", "this", "of", "expected", "cannot", "card", "game", "must", "with", "no",
    "line",
];

fn german() -> Catalogue {
    Catalogue::new(include_str!("../languages/de.txt"), String::new())
}

/// The first English word of a text, apart from what it quotes: notation stays as it is.
fn english_word(text: &str) -> Option<&str> {
    let parts = text.split('„').enumerate();
    let own = parts
        .map(|(at, part)| if at == 0 { part } else { part.split_once('“').map_or("", |(_, rest)| rest) });
    let mut words = own.flat_map(|part| part.split(|letter: char| !letter.is_alphabetic()));
    words.find(|word| ENGLISH.contains(&word.to_lowercase().as_str()))
}

#[test]
fn every_record_error_is_german() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/records/invalid");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let records: Vec<_> = files.filter(|path| path.extension().is_some_and(|end| end == "record")).collect();
    assert!(records.len() > 50, "the folder is there");
    for path in records {
        let reason = verify(&fs::read_to_string(&path).unwrap()).unwrap_err().text();
        let told = german().say(&reason);
        assert_eq!(english_word(&told), None, "{}: {told}", path.display());
        assert_ne!(told, reason.to_string(), "{}", path.display());
    }
}

#[test]
fn a_page_says_in_german_why_a_record_is_refused() {
    let game = NewGame::solo(Config::KLONDIKE, Some(DealId::V1(1)));
    let mut session = Session::new(game, Settings::default(), 0).unwrap();
    let mut reason = |from: &str, to: &str| {
        let record = session.record().replace(from, to);
        german().say(&session.import(&record, 0).unwrap_err())
    };
    let begin = "dieses Spiel lässt sich nicht lesen, und nichts wurde geändert: ";
    assert_eq!(
        reason("config klondike", "config draw=4"),
        format!("{begin}Zeile 4: „draw=4“ geht nicht: draw ist 1, 2 oder 3")
    );
    assert_eq!(
        reason("deal v1:1", "deal v1:x"),
        format!(
            "{begin}Zeile 5: „x“ ist keine Nummer: Bei v1 ist es eine ganze Zahl von 0 bis 18446744073709551615"
        )
    );
}
