//! Checks the example records of the documentation. They are test vectors for other
//! implementations.

use std::fs;
use std::path::PathBuf;

use games::savannah::Savannah;
use games::verify::{Against, verify};
use table::{Origin, Table};

use crate::forger::{forgeries, klondike_forgeries};
use crate::maker::{game, klondike};
use crate::python::{Python, documents};

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = documents().join("vectors").join(folder);
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Rewrites the examples. Use this only for a format that has never been released.
fn rewrite() {
    let folder = documents().join("vectors");
    for (name, number) in [("two-seats", 0), ("three-seats", 1), ("eight-seats", 6)] {
        fs::write(folder.join("right").join(format!("{name}.record")), game(number).save()).unwrap();
    }
    let void = (0..).map(|number| game(number).save()).find(|text| text.contains("\nvoid ")).unwrap();
    fs::write(folder.join("right/somebody-did-not-answer.record"), void).unwrap();
    let solo = klondike(0).save();
    fs::write(folder.join("right/klondike.record"), &solo).unwrap();
    let forged = forgeries(&game(0), 0).into_iter().map(|(what, text)| (what.to_owned(), text));
    let solo = klondike_forgeries(&solo, 0).into_iter();
    for (what, text) in forged.chain(solo.map(|(what, text)| (format!("klondike {what}"), text))) {
        let line = verify(&text).unwrap_err().line;
        let name = what.replace(' ', "-").replace('\'', "");
        fs::write(folder.join("wrong").join(format!("{line:02}-{name}.record")), text).unwrap();
    }
}

#[test]
fn examples_are_valid_or_fail_in_the_line_that_their_name_states() {
    if std::env::var_os("CARDROOM_REWRITE").is_some() {
        rewrite();
    }
    let (right, wrong) = (files("right"), files("wrong"));
    assert!(right.len() >= 4 && wrong.len() >= 10);
    for file in &right {
        let checked = verify(&fs::read_to_string(file).unwrap())
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert!(matches!(checked.against, Against::Proof { .. }) && checked.over);
    }
    let expected: Vec<Option<usize>> = wrong
        .iter()
        .map(|file| {
            let name = file.file_name().unwrap().to_str().unwrap();
            let line = name.split('-').next().unwrap().parse().unwrap();
            assert_eq!(verify(&fs::read_to_string(file).unwrap()).unwrap_err().line, line, "{name}");
            Some(line)
        })
        .collect();
    if let Some(python) = Python::find() {
        assert_eq!(python.verify_files(&right), vec![None; right.len()]);
        assert_eq!(python.verify_files(&wrong), expected);
    }
}

/// The worked example in the documentation matches the implementation.
#[test]
fn the_document_contains_the_hashed_texts_and_the_key() {
    let document = fs::read_to_string(documents().join("README.md")).unwrap();
    let record = fs::read_to_string(documents().join("vectors/right/two-seats.record")).unwrap();
    let table = Table::<Savannah>::load(&record).unwrap();
    let Origin::Fair(proof) = &table.record().origin else { panic!("a proof") };
    let key: String = proof.key().expose().iter().map(|byte| format!("{byte:02x}")).collect();
    assert!(document.contains(&key), "the key of the example is {key}");
    for line in record.lines().skip(3).take(7).filter(|line| !line.starts_with("deal")) {
        assert!(document.contains(line), "the example has the line {line}");
    }
}
