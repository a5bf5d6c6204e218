//! The record of a finished game: it is checked here, not by the server.

use std::fs::OpenOptions;
use std::io::Write;

use client::online::Witness;
use games::verify::verify;

/// What to do with the record when it arrives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum RecordUse {
    /// Check it.
    Verify,
    /// Write it to this file.
    Export(String),
}

impl RecordUse {
    /// Does it. The result is in sentences without a full stop.
    pub(super) fn run(&self, record: &str, witness: Witness) -> Vec<String> {
        match self {
            RecordUse::Verify => check(record, witness),
            RecordUse::Export(file) => {
                let opened = OpenOptions::new().write(true).create_new(true).open(file);
                vec![match opened.and_then(|mut file| file.write_all(record.as_bytes())) {
                    Ok(()) => format!("wrote the record to {file}; check it with `cardroom verify {file}`"),
                    Err(error) => format!("cannot write {file}: {error}"),
                }]
            }
        }
    }
}

fn check(record: &str, witness: Witness) -> Vec<String> {
    let checked = match verify(record) {
        Ok(checked) => checked,
        Err(error) => return vec![format!("the record is invalid: {error}")],
    };
    let mut lines: Vec<String> = checked.summary().iter().map(ToString::to_string).collect();
    let own = match witness {
        Witness::Confirmed => {
            "the record matches what the server showed you before the game, and contains your own number"
        }
        Witness::Contradicted => {
            "the record does not match what the server showed you before the game: do not trust it"
        }
        Witness::Unknown => "what the server showed you before the game is no longer known here",
    };
    lines.push(own.to_owned());
    lines
}
