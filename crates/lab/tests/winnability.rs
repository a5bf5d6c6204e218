//! The page about how many deals can be won is written from surveys.

// A test that cannot unwrap has failed.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::time::Duration;

use lab::survey::{DealRange, SurveyOptions, survey};
use lab::winnability::write;
use lab::{SolveLimits, StopFlag};

const GAMES: [&str; 4] = ["klondike", "klondike-1", "klondike-3", "one-card"];

#[test]
fn the_page_is_written_from_surveys() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("winnability");
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).unwrap();
    let deals: DealRange = "v1:1..12".parse().unwrap();
    for game in GAMES {
        let options = SurveyOptions {
            title: game,
            config: game.parse().unwrap(),
            deals,
            limits: SolveLimits { time: Duration::from_secs(60), memory: 512 << 20, nodes: 2000 },
            threads: 2,
            out: Some(&folder.join(game).with_extension("csv")),
        };
        let run = survey(&options, &StopFlag::default()).unwrap();
        assert!(run.is_complete && run.solved == 12);
    }
    let docs = folder.join("docs");
    write(&folder, &docs).unwrap();
    let page = fs::read_to_string(docs.join("winnability.md")).unwrap();
    for game in GAMES {
        assert_eq!(page.matches(&format!("\n| `{game}` | ")).count(), 2, "{page}");
        assert!(page.contains(&format!("\ncardroom survey {game} --deals v1:1..12")), "{page}");
        assert!(docs.join("winnability").join(game).with_extension("svg").exists());
    }

    // The page in the repository has the same text, apart from lines with numbers.
    let published = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/winnability.md");
    let published = fs::read_to_string(published).unwrap();
    for line in page.lines().filter(|line| !line.contains(|letter: char| letter.is_ascii_digit())) {
        assert!(published.lines().any(|other| other == line), "docs/winnability.md lacks: {line}");
    }

    // A survey with a gap is refused: the page names a range of deals.
    let csv = folder.join("klondike-3.csv");
    let text = fs::read_to_string(&csv).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with("v1:5,"));
    fs::write(&csv, lines.map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    assert_eq!(write(&folder, &docs).unwrap_err().to_string(), "klondike-3: deals are missing");
}
