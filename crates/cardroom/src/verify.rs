use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use games::verify::{Against, Checked, verify};
use serde_json::{Value, json};
use table::{RecordError, game_name};

use crate::Answer;
use crate::english::sentence;

/// Check that the cards and dice were not rigged
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cardroom verify game.record
  cardroom verify game.record --json

The record of an online game contains the server's secret and a random number
from each player. Every card and roll is computed again from them. In a numbered
deal, everything is computed from the number. docs/fairness explains how it
works and has a second, independent checker.

Exit codes: 0 everything is correct, 1 something is wrong (the first wrong line
is printed), 2 the file cannot be read or is not a record, 3 the record does not
say where its cards came from")]
pub(crate) struct VerifyArgs {
    /// The record: a save file or an exported game
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &VerifyArgs, out: &mut dyn Write) -> Result<Answer> {
    let name = args.file.display();
    let text = fs::read_to_string(&args.file).with_context(|| format!("cannot read {name}"))?;
    game_name(&text).with_context(|| format!("{name} is not a record"))?;
    let verdict = verify(&text);
    match &verdict {
        _ if args.json => writeln!(out, "{}", as_json(&verdict))?,
        Ok(checked) => {
            for text in checked.summary() {
                writeln!(out, "{}", sentence(&text.to_string()))?;
            }
            writeln!(out, "\n{}", conclusion(checked))?;
        }
        Err(error) => writeln!(out, "The record is invalid: {error}.")?,
    }
    Ok(match verdict {
        Ok(checked) if checked.is_complete() => Answer::Yes,
        Ok(_) => Answer::Unknown,
        Err(_) => Answer::No,
    })
}

fn conclusion(checked: &Checked) -> &'static str {
    match checked.against {
        Against::Proof { .. } => "The record is valid: the cards and dice were not rigged.",
        Against::Deal(_) => "The record is valid: these are the cards and dice of that deal.",
        Against::Nothing => "The moves are legal, but the source of the cards and dice is unknown.",
    }
}

fn as_json(verdict: &Result<Checked, RecordError>) -> Value {
    let checked = match verdict {
        Ok(checked) => checked,
        Err(error) => {
            return json!({ "valid": false, "line": error.line, "reason": error.fault.to_string() });
        }
    };
    let against = match &checked.against {
        Against::Proof { table, people, bots, void, undisclosed } => json!({ "proof": {
            "table": table, "people": people, "bots": bots, "void": void, "undisclosed": undisclosed,
        } }),
        Against::Deal(id) => json!({ "deal": id.to_string() }),
        Against::Nothing => Value::Null,
    };
    json!({
        "valid": true, "game": checked.game.name(), "against": against, "begins": checked.begins, "rolls": checked.rolls,
        "reshuffles": checked.reshuffles, "moves": checked.moves, "over": checked.over,
    })
}
