use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use games::verify::{Against, Checked, verify};
use serde_json::{Value, json};
use table::{RecordError, game_name};

use crate::Answer;
use crate::english::sentence;

/// Check that nobody has chosen the cards and dice of a game
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cardroom verify game.record
  cardroom verify game.record --json

The record of a game online holds the server's secret and what each player has
added to it: every card and roll is worked out again. So it is for a deal with a
number. How it works, and a checker that is not ours: docs/fairness

Exit codes: 0 all is right, 1 it is not, and the first line that is wrong is
told, 2 the file cannot be read or is no record at all, 3 the record does not
tell where its cards came from")]
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
    game_name(&text).with_context(|| format!("{name} is no record"))?;
    let verdict = verify(&text);
    match &verdict {
        _ if args.json => writeln!(out, "{}", as_json(&verdict))?,
        Ok(checked) => {
            for text in checked.summary() {
                writeln!(out, "{}", sentence(&text.to_string()))?;
            }
            writeln!(out, "\n{}", conclusion(checked))?;
        }
        Err(error) => writeln!(out, "The record does not hold: {error}.")?,
    }
    Ok(match verdict {
        Ok(checked) if checked.is_complete() => Answer::Yes,
        Ok(_) => Answer::Unknown,
        Err(_) => Answer::No,
    })
}

fn conclusion(checked: &Checked) -> &'static str {
    match checked.against {
        Against::Proof { .. } => "The record holds: nobody has chosen these cards and dice.",
        Against::Deal(_) => "The record holds: these are the cards and dice of that deal.",
        Against::Nothing => "The record holds by the rules. More is not known.",
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
        Against::Proof { table, people, bots, void } => {
            json!({ "proof": { "table": table, "people": people, "bots": bots, "void": void } })
        }
        Against::Deal(id) => json!({ "deal": id.to_string() }),
        Against::Nothing => Value::Null,
    };
    json!({
        "valid": true, "game": checked.game.name(), "against": against, "begins": checked.begins, "rolls": checked.rolls,
        "reshuffles": checked.reshuffles, "moves": checked.moves, "over": checked.over,
    })
}
