//! The record of a game that is over: it is checked here, not there.

use std::fs::OpenOptions;
use std::io::Write;

use games::verify::verify;
use wire::Pledge;

/// What is to be done with the record when it comes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Want {
    /// It is checked.
    Verify,
    /// It is written to this file.
    Export(String),
}

impl Want {
    /// Does it; what is told then, in sentences without a full stop.
    pub(super) fn fulfil(&self, record: &str, pledge: Option<&Pledge>) -> Vec<String> {
        match self {
            Want::Verify => check(record, pledge),
            Want::Export(file) => {
                let opened = OpenOptions::new().write(true).create_new(true).open(file);
                vec![match opened.and_then(|mut file| file.write_all(record.as_bytes())) {
                    Ok(()) => format!("wrote {file}: `cardroom verify {file}` checks it"),
                    Err(error) => format!("cannot write {file}: {error}"),
                }]
            }
        }
    }
}

fn check(record: &str, pledge: Option<&Pledge>) -> Vec<String> {
    let checked = match verify(record) {
        Ok(checked) => checked,
        Err(error) => return vec![format!("the record does not hold: {error}")],
    };
    let mut told: Vec<String> = checked.told().iter().map(ToString::to_string).collect();
    told.push(match pledge {
        Some(pledge) if pledge.stands_in(record) => {
            "what the server showed you before the game, and your own number, stand in the record".to_owned()
        }
        Some(_) => "this is not what the server showed you before the game: do not trust it".to_owned(),
        None => "what you were shown before the game is not known here any more".to_owned(),
    });
    told
}
