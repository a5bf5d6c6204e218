//! Writes the page `docs/winnability.md`: how many deals can be won, from the files of surveys.

use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use crate::Interval;
use crate::number::grouped;
use crate::survey::{Comparison, Side, SurveyError, SurveySummary, merge};

/// A game on the page.
struct Entry {
    name: &'static str,
    rules: &'static str,
    /// The published share in per cent, and half the width of its 95 % interval.
    published: Option<(f64, f64)>,
    /// Additional limits that its hardest deals need.
    limits: &'static str,
}

const KLONDIKE: Entry = Entry {
    name: "klondike",
    rules: "draw 1, no cards back, builds move",
    published: Some((90.204, 0.093)),
    limits: "",
};
const KLONDIKE_1: Entry = Entry {
    name: "klondike-1",
    rules: "draw 1, cards back, builds move",
    published: Some((90.480, 0.116)),
    limits: "",
};
const KLONDIKE_3: Entry = Entry {
    name: "klondike-3",
    rules: "draw 3, cards back, builds move",
    published: Some((81.945, 0.084)),
    limits: "",
};
const ONE_CARD: Entry = Entry {
    name: "one-card",
    rules: "draw 1, no cards back, one card moves",
    published: None,
    limits: " --memory 6G --time 15m",
};
const ENTRIES: [Entry; 4] = [KLONDIKE, KLONDIKE_1, KLONDIKE_3, ONE_CARD];

const SOURCE: &str = "C. Blake and I. P. Gent, JAIR 2026";

/// Why the page could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WinnabilityError {
    /// A survey cannot be used.
    #[error(transparent)]
    Survey(#[from] SurveyError),
    /// A survey has no deals, or does not have all deals between the first and the last.
    #[error("{0}: deals are missing")]
    Incomplete(&'static str),
    /// A file cannot be written.
    #[error("cannot write to {}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
}

/// A published share that lies outside our interval. Somebody has to find out why.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Deviation {
    game: &'static str,
    published: f64,
    ours: Interval,
}

impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Deviation { game, published, ours: Interval { low, high, .. } } = self;
        let (low, high) = (100.0 * low, 100.0 * high);
        write!(f, "{game}: {published} % was published, and ours is {low:.3} to {high:.3} %")
    }
}

/// Reads `klondike.csv` and so on from a folder, writes `winnability.md` to another one, and copies the
/// charts to `winnability/` beside it.
pub fn write(folder: &Path, docs: &Path) -> Result<Vec<Deviation>, WinnabilityError> {
    let file = |entry: &Entry| folder.join(entry.name).with_extension("csv");
    let summaries = ENTRIES.iter().map(|entry| merge(&[file(entry)], None, entry.name));
    let surveys: Vec<SurveySummary> = summaries.collect::<Result<_, SurveyError>>()?;
    let back = Comparison::read(&file(&KLONDIKE_1), &file(&KLONDIKE))?;
    let builds = Comparison::read(&file(&KLONDIKE), &file(&ONE_CARD))?;
    let page = page(&surveys, &back, &builds)?;

    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source| WinnabilityError::Write { path, source }
    };
    let charts = docs.join("winnability");
    fs::create_dir_all(&charts).map_err(failed(&charts))?;
    for entry in &ENTRIES {
        let copy = charts.join(entry.name).with_extension("svg");
        fs::copy(file(entry).with_extension("svg"), &copy).map_err(failed(&copy))?;
    }
    let path = docs.join("winnability.md");
    fs::write(&path, page).map_err(failed(&path))?;
    Ok(ENTRIES.iter().zip(&surveys).filter_map(|(entry, survey)| deviation(entry, survey)).collect())
}

fn deviation(entry: &Entry, survey: &SurveySummary) -> Option<Deviation> {
    let (published, _) = entry.published?;
    let ours = survey.share();
    let fits = (100.0 * ours.low..=100.0 * ours.high).contains(&published);
    (!fits).then_some(Deviation { game: entry.name, published, ours })
}

/// The text of the page. The surveys are in the order of [`ENTRIES`].
fn page(
    surveys: &[SurveySummary],
    back: &Comparison,
    builds: &Comparison,
) -> Result<String, WinnabilityError> {
    let mut page = String::from(START);
    for (entry, survey) in ENTRIES.iter().zip(surveys) {
        page += &share_row(entry, survey);
    }
    page +=
        &format!("\nPublished: {SOURCE}. For `one-card`, no figure had been published before.\n\n{VALUE}");
    page += &format!(
        "- On {} deals, some wins of `klondike-1` need to move a card back from a foundation: `klondike` loses {}.\n",
        grouped(back.deals()),
        wins_lost(back),
    );
    page += &format!(
        "- On {} deals, some wins of `klondike` need to move a whole build at once: `one-card` loses {}.\n",
        grouped(builds.deals()),
        wins_lost(builds),
    );
    page += COST;
    for (entry, survey) in ENTRIES.iter().zip(surveys) {
        page += &cost_row(entry, survey);
    }
    for Entry { name, .. } in ENTRIES {
        page += &format!(
            "\n![{name}: share of deals decided over time, and by number of positions](winnability/{name}.svg)\n"
        );
    }
    page += "\n## Undecided deals\n\n";
    for (Entry { name, .. }, survey) in ENTRIES.iter().zip(surveys) {
        let deals: Vec<String> = survey.unknown.iter().map(ToString::to_string).collect();
        let deals = if deals.is_empty() { "none".to_owned() } else { deals.join(", ") };
        page += &format!("- `{name}`: {deals}\n");
    }
    page += "\n## How to reproduce this\n\n```\n";
    for (Entry { name, limits, .. }, survey) in ENTRIES.iter().zip(surveys) {
        let range = survey.range().ok_or(WinnabilityError::Incomplete(name))?;
        page += &format!("cardroom survey {name} --deals {range}{limits} --out {name}.csv\n");
    }
    page += END;
    Ok(page)
}

fn share_row(Entry { name, rules, published, .. }: &Entry, survey: &SurveySummary) -> String {
    let published =
        published.map_or_else(|| "–".to_owned(), |(share, error)| format!("{share:.3} ± {error:.3} %"));
    let (deals, unknown) = (grouped(survey.deals), grouped(survey.unknown.len() as u64));
    let interval = survey.share();
    let (share, ends) = (share(interval), ends(interval));
    format!("| `{name}` | {rules} | {deals} | {unknown} | {share} | {ends} | {published} |\n")
}

fn cost_row(Entry { name, .. }: &Entry, survey: &SurveySummary) -> String {
    let (longest, deal) = match survey.longest {
        Some((ms, deal)) => (ms, deal.to_string()),
        None => (0.0, "–".to_owned()),
    };
    format!(
        "| `{name}` | {:.3} | {:.3} | {:.3} | {:.3} | {longest:.3}, `{deal}` | {:.0} s | {:.1} |\n",
        survey.mean(),
        survey.median,
        survey.p95,
        survey.p99,
        survey.cpu_ms / 1e3,
        survey.nodes_per_second() / 1e6,
    )
}

fn wins_lost(comparison: &Comparison) -> String {
    let (count, interval) = comparison.wins_lost(Side::A);
    format!("{} of them, {} (95 % interval {})", grouped(count), share(interval), ends(interval))
}

fn share(interval: Interval) -> String {
    format!("{:.3} %", 100.0 * interval.mean)
}

fn ends(interval: Interval) -> String {
    format!("{:.3} – {:.3} %", 100.0 * interval.low, 100.0 * interval.high)
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
