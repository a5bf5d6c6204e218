use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use cards::ChiSquare;
use games::rolls::Rolls;
use games::savannah::Savannah;
use serde_json::{Value, json};
use table::Table;
use tokio::runtime::Runtime;

use crate::Answer;
use crate::store::StoreChoice;

/// Count the rolls of many games and compare them with fair dice
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cardroom dice --data FOLDER     all finished games of a server, even while it runs
  cardroom dice --store postgres://cardroom@db.example/cardroom
  cardroom dice *.record          the games in these records

Exit codes: 0 the dice look fair, 1 they do not (p < 0.001), 2 bad input,
3 too few rolls to tell")]
pub(crate) struct DiceArgs {
    /// Records of Savannah
    #[arg(value_name = "FILE", conflicts_with_all = ["data", "store"])]
    files: Vec<PathBuf>,
    #[command(flatten)]
    from: StoreChoice,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &DiceArgs, out: &mut dyn Write) -> Result<Answer> {
    let rolls = if args.files.is_empty() { stored(args)? } else { read(&args.files)? };
    if args.json {
        writeln!(out, "{}", as_json(&rolls))?;
    } else {
        tell(&rolls, out)?;
    }
    Ok(match rolls.is_suspicious() {
        Some(false) => Answer::Yes,
        Some(true) => Answer::No,
        None => Answer::Unknown,
    })
}

fn stored(args: &DiceArgs) -> Result<Rolls> {
    let from = args.from.address()?;
    Runtime::new()?.block_on(async {
        let store = from.open_existing().await;
        let store = store.with_context(|| format!("cannot open the tables in {from}"))?;
        Ok(server::dice::rolls(&*store).await?)
    })
}

/// A record is checked before its rolls are counted.
fn read(files: &[PathBuf]) -> Result<Rolls> {
    let mut rolls = Rolls::default();
    for file in files {
        let name = file.display();
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
        if let Err(error) = Table::<Savannah>::load(&text) {
            bail!("{name} is not a valid record of Savannah: {error}");
        }
        rolls.add_record(&text);
    }
    Ok(rolls)
}

fn tell(rolls: &Rolls, out: &mut dyn Write) -> Result<()> {
    let total = rolls.total();
    writeln!(out, "rolls of two dice: {total}, games: {}\n", rolls.games)?;
    let faces = rolls.faces().into_iter().zip([total as f64 / 3.0; 6]);
    rows("die", 1, faces, out)?;
    rows("sum", 2, rolls.sums().into_iter().zip(rolls.expected_sums()), out)?;
    writeln!(out, "doubles {}, expected {:.1}\n", rolls.doubles(), total as f64 / 6.0)?;
    for (what, test) in [("single dice", rolls.test_faces()), ("pairs of dice", rolls.test())] {
        if let Some(ChiSquare { statistic, freedom, p }) = test {
            writeln!(
                out,
                "chi-square of {what}: {statistic:.2} with {freedom} degrees of freedom, p = {p:.3}"
            )?;
        }
    }
    writeln!(out, "{}", rolls.verdict())?;
    Ok(())
}

fn rows(
    what: &str,
    first: usize,
    counts: impl Iterator<Item = (u64, f64)>,
    out: &mut dyn Write,
) -> Result<()> {
    writeln!(out, "{what:>4}  {:>10}  {:>12}  {:>10}", "rolled", "expected", "difference")?;
    for (number, (count, expected)) in (first..).zip(counts) {
        writeln!(out, "{number:>4}  {count:>10}  {expected:>12.1}  {:>+10.1}", count as f64 - expected)?;
    }
    Ok(writeln!(out)?)
}

fn as_json(rolls: &Rolls) -> Value {
    let test = |test: Option<ChiSquare>| {
        test.map(|ChiSquare { statistic, freedom, p }| json!({ "statistic": statistic, "freedom": freedom, "p": p }))
    };
    json!({
        "games": rolls.games, "rolls": rolls.total(), "faces": rolls.faces(), "sums": rolls.sums(),
        "expected_sums": rolls.expected_sums(), "doubles": rolls.doubles(),
        "test_faces": test(rolls.test_faces()), "test_pairs": test(rolls.test()), "odd": rolls.is_suspicious(),
    })
}
