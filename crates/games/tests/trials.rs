//! Tests bad input: a hundred thousand mutated records, random moves, and the corpus of
//! the fuzz targets.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use cards::{ChanceKind, Key, Keystream, Source};
use games::trials;

fn root(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn files(folder: &str) -> Vec<Vec<u8>> {
    let mut paths: Vec<_> = fs::read_dir(root(folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| fs::read(path).unwrap()).collect()
}

fn source(number: u64) -> Keystream {
    Key::from_number(number).stream(ChanceKind::Roll, 0)
}

fn one_of<'a, T>(items: &'a [T], source: &mut dyn Source) -> &'a T {
    &items[source.below(items.len() as u32) as usize]
}

#[test]
fn every_fuzz_corpus_passes() {
    let corpus = |name: &str| files(&format!("fuzz/corpus/{name}"));
    assert!(corpus("records").iter().filter(|bytes| trials::record(bytes)).count() > 0);
    assert!(corpus("moves").iter().map(|bytes| trials::moves(bytes)).sum::<usize>() > 0);
    let deals = corpus("deals");
    assert!(!deals.is_empty());
    deals.iter().for_each(|bytes| trials::deal(bytes));
}

#[test]
fn a_hundred_thousand_mutated_records_are_refused_or_replay() {
    let records: Vec<String> = files("crates/games/records/valid")
        .into_iter()
        .map(|bytes| String::from_utf8(bytes).unwrap())
        .filter(|text| text.len() < 3000)
        .collect();
    let mut source = source(1);
    let mut replayed = 0;
    for _ in 0..100_000 {
        let record = one_of(&records, &mut source);
        replayed += u32::from(trials::record(mutated(record, &mut source).as_bytes()));
    }
    assert!((1_000..50_000).contains(&replayed), "{replayed} of them replay");
}

/// Removes, duplicates, swaps or inserts lines and letters.
fn mutated(record: &str, source: &mut dyn Source) -> String {
    let mut lines: Vec<String> = record.lines().map(str::to_owned).collect();
    // Half of them become unfinished games, so that the checksum does not hide earlier errors.
    if source.below(2) == 0 {
        lines.retain(|line| !line.starts_with("outcome") && !line.starts_with("sha256"));
        lines.truncate(lines.len() - source.below(lines.len() as u32) as usize);
    }
    for _ in 0..=source.below(3) {
        if lines.is_empty() {
            break;
        }
        let (at, other) =
            (source.below(lines.len() as u32) as usize, source.below(lines.len() as u32) as usize);
        match source.below(6) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[other].clone()),
            2 => lines.swap(at, other),
            3 => lines.insert(at, (*one_of(&WORDS, source)).to_owned()),
            _ => {
                let mut letters: Vec<char> = lines[at].chars().collect();
                let place = source.below(letters.len() as u32 + 1) as usize;
                let letter = *one_of(&LETTERS, source);
                match letters.get_mut(place) {
                    Some(old) => *old = letter,
                    None => letters.push(letter),
                }
                lines[at] = letters.into_iter().collect();
            }
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_hundred_thousand_random_move_strings_are_refused_or_played() {
    let mut source = source(2);
    let (mut strings, mut played) = (0, 0);
    while strings < 100_000 {
        let mut bytes = vec![source.below(256) as u8, source.below(256) as u8];
        for _ in 0..100 {
            bytes.extend(random_move(&mut source).as_bytes());
            bytes.push(b'\n');
            strings += 1;
        }
        played += trials::moves(&bytes);
    }
    assert!((1_000..50_000).contains(&played), "{played} of them were played");
}

fn random_move(source: &mut dyn Source) -> String {
    if source.below(2) == 0 {
        return (*one_of(&WORDS, source)).to_owned();
    }
    (0..source.below(6)).map(|_| one_of(&LETTERS, source)).collect()
}

const LETTERS: [char; 44] = [
    'A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'c', 'd', 'h', 's', 'w', 'f', 't', 'r',
    'R', 'D', 'B', 'C', 'E', 'H', '>', '/', '-', ':', '1', '0', ' ', '!', '=', '\t', '\u{0}', 'é', '♠', 'x',
    'u', '+', '\r',
];

const WORDS: [&str; 40] = [
    "d",
    "d",
    "d",
    "r",
    "wf",
    "w1",
    "w2",
    "w3",
    "w4",
    "w5",
    "w6",
    "w7",
    "1f",
    "7f",
    "t2",
    "t7",
    "12",
    "73:2",
    "45:13",
    "fh3",
    "undo",
    "redo",
    "R>1",
    "R>2",
    "R>3",
    "D>1",
    "D>2",
    "D>3",
    "DB>1",
    "DA>2",
    "Ah>1",
    "7c>2",
    "/7c",
    "/Kd",
    "/-",
    "A d",
    "A undo",
    "B redo",
    "A !resign",
    "roll 66",
];

#[test]
fn ten_thousand_random_deal_names_are_refused_or_dealt() {
    let mut source = source(3);
    for _ in 0..10_000 {
        let kind = *one_of(&["v1:", "solvitaire:", "cards:", "v2:", ""], &mut source);
        let rest: String = (0..source.below(110)).map(|_| one_of(&LETTERS, &mut source)).collect();
        trials::deal(format!("{kind}{rest}").as_bytes());
    }
}
