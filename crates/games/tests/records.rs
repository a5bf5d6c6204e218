//! Checks the folders of records: every valid record replays and is saved again byte for byte, and
//! every invalid record is refused for the expected reason. A bug report becomes a file here.
//!
//! `CARDROOM_REWRITE=1 cargo test -p games --test records` rewrites the reasons and playthroughs;
//! review the diff.

#![allow(clippy::unwrap_used)]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use games::catalog::{GameId, Visitor};
use table::{Eye, Game, RecordError, Table};

/// Loads a record of any game and saves it again.
struct Load<'a>(&'a str);

impl Visitor for Load<'_> {
    type Output = Result<String, RecordError>;

    fn visit<G: Game>(self) -> Self::Output {
        Table::<G>::load(self.0).map(|table| table.save())
    }
}

fn load(text: &str) -> Result<String, String> {
    let name = table::game_name(text).map_err(|error| error.to_string())?;
    let game = GameId::from_name(name).ok_or_else(|| format!("line 2: no game is called {name}"))?;
    game.visit(Load(text)).map_err(|error| error.to_string())
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("records").join(name)
}

fn records(name: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = fs::read_dir(folder(name))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "record"))
        .map(|path| {
            (path.file_stem().unwrap().to_string_lossy().into_owned(), fs::read_to_string(&path).unwrap())
        })
        .collect();
    found.sort();
    found
}

/// Compares a text with a golden file, or rewrites the file if asked to.
fn golden(path: &Path, text: &str) {
    if std::env::var_os("CARDROOM_REWRITE").is_some() {
        fs::write(path, text).unwrap();
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    assert!(text == expected, "{} differs; rewrite it and read the difference:\n{text}", path.display());
}

#[test]
fn every_valid_record_replays_and_is_saved_byte_for_byte() {
    let records = records("valid");
    assert!(records.len() >= 15, "the folder is there");
    for (name, text) in records {
        match load(&text) {
            Ok(again) => assert_eq!(again, text, "{name}"),
            Err(error) => panic!("{name}: {error}"),
        }
    }
}

#[test]
fn every_invalid_record_is_refused_for_the_expected_reason() {
    let mut reasons = String::new();
    for (name, text) in records("invalid") {
        match load(&text) {
            Ok(_) => panic!("{name} was accepted"),
            Err(reason) => writeln!(reasons, "{name}: {reason}").unwrap(),
        }
    }
    golden(&folder("invalid").join("reasons.txt"), &reasons);
}

/// Every change to a finished record is detected: each line removed, duplicated or swapped with the
/// next, each byte changed.
#[test]
fn any_change_to_a_finished_record_is_refused() {
    for (name, text) in records("valid") {
        if !text.contains("\nsha256 ") {
            continue;
        }
        let lines: Vec<&str> = text.lines().collect();
        let end = |lines: &[&str]| lines.join("\n") + "\n";
        for at in 0..lines.len() {
            let mut without = lines.clone();
            without.remove(at);
            assert!(load(&end(&without)).is_err(), "{name} without line {}", at + 1);
            let mut doubled = lines.clone();
            doubled.insert(at, lines[at]);
            assert!(load(&end(&doubled)).is_err(), "{name} with line {} twice", at + 1);
            if at + 1 < lines.len() && lines[at] != lines[at + 1] {
                let mut swapped = lines.clone();
                swapped.swap(at, at + 1);
                assert!(load(&end(&swapped)).is_err(), "{name} with lines {} and {} swapped", at + 1, at + 2);
            }
        }
        for at in (0..text.len()).step_by(7) {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            if let Ok(changed) = String::from_utf8(bytes) {
                assert!(load(&changed).is_err(), "{name} with byte {at} changed");
            }
        }
    }
}

/// Each move with the resulting views of all viewers. Shows what a change of the rules affects.
struct Playthrough<'a>(&'a str);

impl Visitor for Playthrough<'_> {
    type Output = String;

    fn visit<G: Game>(self) -> String {
        let whole = Table::<G>::load(self.0).unwrap();
        let record = whole.record();
        let mut table = Table::<G>::open(record.config.clone(), record.origin.clone());
        let mut text = String::new();
        for entry in &record.entries {
            table.enter(entry.clone()).unwrap();
            writeln!(text, "{entry}").unwrap();
            for eye in Eye::all(table.game().seats()) {
                let view = serde_json::to_string(&table.view(eye)).unwrap();
                writeln!(text, "  {eye:?} {view}").unwrap();
            }
        }
        text
    }
}

#[test]
fn playthroughs_are_unchanged() {
    for (name, most) in [("klondike-unfinished-solvitaire", 20), ("savannah-2-unfinished", 16)] {
        let text = fs::read_to_string(folder("valid").join(format!("{name}.record"))).unwrap();
        let start: String = text.lines().take(most).map(|line| format!("{line}\n")).collect();
        let game = GameId::from_name(table::game_name(&start).unwrap()).unwrap();
        golden(&folder("playthroughs").join(format!("{name}.txt")), &game.visit(Playthrough(&start)));
    }
}
