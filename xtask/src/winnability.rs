//! The page about how many deals can be won, from the files of surveys.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::cargo::{cargo, output, root};

/// A game that was surveyed, and what others have found.
struct Game {
    name: &'static str,
    rules: &'static str,
    /// Per cent, and half of the 95 % interval.
    published: Option<(f64, f64)>,
    /// What its hardest deals need beyond the usual limits.
    limits: &'static str,
}

const GAMES: [Game; 4] = [
    Game {
        name: "klondike",
        rules: "draw 1, no cards back, builds move",
        published: Some((90.204, 0.093)),
        limits: "",
    },
    Game {
        name: "klondike-1",
        rules: "draw 1, cards back, builds move",
        published: Some((90.480, 0.116)),
        limits: "",
    },
    Game {
        name: "klondike-3",
        rules: "draw 3, cards back, builds move",
        published: Some((81.945, 0.084)),
        limits: "",
    },
    Game {
        name: "one-card",
        rules: "draw 1, no cards back, one card moves",
        published: None,
        limits: " --memory 6G --time 15m",
    },
];

const SOURCE: &str = "C. Blake and I. P. Gent, JAIR 2026";

/// Writes `docs/winnability.md` and its pictures, from the files `klondike.csv` and so on in a folder and the pictures beside them.
pub(crate) fn winnability(folder: &str) -> Result<()> {
    let folder = fs::canonicalize(folder).with_context(|| format!("there is no folder {folder}"))?;
    let files: Vec<PathBuf> = GAMES.iter().map(|game| folder.join(game.name).with_extension("csv")).collect();
    let [klondike, klondike_1, _, one_card] = &files[..] else { unreachable!("there are four games") };
    let surveys: Vec<Value> = files.iter().map(|file| ask(&["--merge"], &[file])).collect::<Result<_>>()?;
    let back = ask(&["--compare"], &[klondike_1, klondike])?;
    let builds = ask(&["--compare"], &[klondike, one_card])?;
    for (game, survey) in GAMES.iter().zip(&surveys) {
        check(game, survey)?;
    }

    let pictures = root().join("docs/winnability");
    fs::create_dir_all(&pictures)?;
    for file in &files {
        let picture = file.with_extension("svg");
        let name = picture.file_name().context("a picture has a name")?;
        fs::copy(&picture, pictures.join(name))
            .with_context(|| format!("cannot copy {}", picture.display()))?;
    }
    let page = root().join("docs/winnability.md");
    fs::write(&page, text(&surveys, &back, &builds)?)?;
    println!("{} is written.", page.display());
    Ok(())
}

/// What `cardroom survey` says.
fn ask(args: &[&str], files: &[&Path]) -> Result<Value> {
    let mut command =
        cargo(&["run", "--quiet", "--release", "--package", "cardroom", "--", "survey", "--json"]);
    command.args(args).args(files);
    Ok(serde_json::from_str(&output(&mut command)?)?)
}

/// A share that was published lies in our interval, or somebody has to find out why not.
fn check(game: &Game, survey: &Value) -> Result<()> {
    if let Some((published, _)) = game.published {
        let (low, high) = (percent(&survey["low"]), percent(&survey["high"]));
        let fits = (low..=high).contains(&published);
        if !fits {
            eprintln!("{}: {published} % was published, and ours is {low:.3} to {high:.3} %", game.name);
        }
    }
    ensure!(survey["deals"].as_u64() > Some(0), "{} has no deals", game.name);
    Ok(())
}

fn text(surveys: &[Value], back: &Value, builds: &Value) -> Result<String> {
    let mut page = String::from(START);
    for (Game { name, rules, published, .. }, survey) in GAMES.iter().zip(surveys) {
        let published =
            published.map_or_else(|| "–".to_owned(), |(share, error)| format!("{share:.3} ± {error:.3} %"));
        writeln!(
            page,
            "| `{name}` | {rules} | {} | {} | {} | {} | {published} |",
            grouped(&survey["deals"]),
            grouped(&survey["unknown"]),
            share(survey),
            interval(survey),
        )?;
    }
    write!(page, "\nPublished: {SOURCE}. For `one-card`, no figure had been published before.\n\n{VALUE}")?;
    let lost = |comparison: &Value| {
        let lost = &comparison["a_wins_lost_by_b"];
        let count = grouped(&lost["count"]);
        format!("{count} of them, {} (95 % interval {})", share(lost), interval(lost))
    };
    writeln!(
        page,
        "- On {} deals, some wins of `klondike-1` need to move a card back from a foundation: `klondike` loses {}.",
        grouped(&back["deals"]),
        lost(back),
    )?;
    writeln!(
        page,
        "- On {} deals, some wins of `klondike` need to move a whole build at once: `one-card` loses {}.",
        grouped(&builds["deals"]),
        lost(builds),
    )?;
    page += COST;
    for (Game { name, .. }, survey) in GAMES.iter().zip(surveys) {
        let times = &survey["cpu_ms"];
        let time = |name: &str| format!("{:.3}", times[name].as_f64().unwrap_or(0.0));
        writeln!(
            page,
            "| `{name}` | {} | {} | {} | {} | {}, `{}` | {:.0} s | {:.1} |",
            time("mean"),
            time("median"),
            time("p95"),
            time("p99"),
            time("worst"),
            times["worst_deal"].as_str().unwrap_or("–"),
            survey["cpu_seconds"].as_f64().unwrap_or(0.0),
            survey["nodes_per_second"].as_f64().unwrap_or(0.0) / 1e6,
        )?;
    }
    for Game { name, .. } in GAMES {
        writeln!(
            page,
            "\n![{name}: share of deals decided over time, and by number of positions](winnability/{name}.svg)"
        )?;
    }
    page += "\n## Undecided deals\n\n";
    for (Game { name, .. }, survey) in GAMES.iter().zip(surveys) {
        let deals: Vec<&str> =
            survey["unknown_deals"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let deals = if deals.is_empty() { "none".to_owned() } else { deals.join(", ") };
        writeln!(page, "- `{name}`: {deals}")?;
    }
    page += "\n## How to reproduce this\n\n```\n";
    for (Game { name, limits, .. }, survey) in GAMES.iter().zip(surveys) {
        writeln!(page, "cardroom survey {name} --deals {}{limits} --out {name}.csv", range(name, survey)?)?;
    }
    page += END;
    Ok(page)
}

/// The deals of a survey, as its command names them.
fn range(name: &str, survey: &Value) -> Result<String> {
    let end = |end: &str| survey[end].as_str().and_then(|deal| deal.split_once(':'));
    let (first, last) = end("first").zip(end("last")).context("a survey has a first and a last deal")?;
    let (from, to): (u64, u64) = (first.1.parse()?, last.1.parse()?);
    let whole = first.0 == last.0 && survey["deals"].as_u64() == Some(to - from + 1);
    ensure!(whole, "{name}: deals are missing between {}:{from} and {}:{to}", first.0, last.0);
    Ok(format!("{}:{from}..{to}", first.0))
}

const START: &str = "\
# How many deals can be won

These figures are for players who know all cards: a deal counts as winnable if any sequence of moves wins it. Each verdict is proved. For a
winnable deal the solver found such moves and the rules replayed them; for a lost deal the search was exhaustive. The deals are
those of [deals.md](deals.md), numbered from 1.

This page is generated by `cargo xtask winnability FOLDER` from the results of surveys. Do not edit it by hand.

| game | rules | deals | undecided | can be won | 95 % interval | published |
|---|---|---|---|---|---|---|
";

const VALUE: &str = "\
The intervals are Wilson score intervals. Undecided deals widen them: they count as lost for the lower end and as won for the upper end.

## What a rule is worth

";

const COST: &str = "
## What a verdict costs

CPU time of one thread on a busy machine, in milliseconds, including the replay of the winning moves, with the solver's version at the time of the survey.
Positions are those that the search visited.

| game | mean | median | 95 % under | 99 % under | longest | all deals | million positions a second |
|---|---|---|---|---|---|---|---|
";

const END: &str = "\
cardroom survey --compare klondike-1.csv klondike.csv
cardroom survey --compare klondike.csv one-card.csv
cargo xtask winnability .
```

To resume an interrupted survey, repeat its command. `cardroom survey --merge` combines surveys from several machines.
";

fn percent(share: &Value) -> f64 {
    100.0 * share.as_f64().unwrap_or(0.0)
}

fn share(value: &Value) -> String {
    format!("{:.3} %", percent(&value["share"]))
}

fn interval(value: &Value) -> String {
    format!("{:.3} – {:.3} %", percent(&value["low"]), percent(&value["high"]))
}

/// `1,234,567`.
fn grouped(number: &Value) -> String {
    let digits = number.as_u64().unwrap_or(0).to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(",")
}
