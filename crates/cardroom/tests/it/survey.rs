//! Surveys: their files, whatever happens to the program that writes them, and what they come to.

use std::fs;
use std::process::Stdio;

use serde_json::Value;

use crate::program::{Done, Home, wait_until};

const HEADER: &str = "deal,verdict,nodes,cpu_ms";

fn survey(home: &Home, args: &[&str]) -> Value {
    let Done { code, out, err } = home.run(&[&["survey", "--json"], args].concat(), "");
    assert_eq!((code, err.as_str()), (0, ""), "{args:?}");
    serde_json::from_str(&out).unwrap()
}

/// The rows of a file without their times, which differ from run to run.
fn rows(home: &Home, name: &str) -> Vec<String> {
    let text = home.read(name);
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(HEADER));
    assert!(text.ends_with('\n'));
    lines.map(|line| line.rsplit_once(',').unwrap().0.to_owned()).collect()
}

#[test]
fn rows_are_in_the_order_of_the_deals_with_any_number_of_threads() {
    let home = Home::new("survey-rows");
    let summary = survey(&home, &["klondike", "--deals", "solvitaire:1..200", "--out", "a.csv"]);
    let counts = ["deals", "winnable", "lost", "unknown"].map(|name| summary[name].as_u64().unwrap());
    assert_eq!(counts, [200, 174, 26, 0]);
    let (low, high) = (summary["low"].as_f64().unwrap(), summary["high"].as_f64().unwrap());
    assert!(0.81 < low && low < 0.87 && 0.87 < high && high < 0.92, "{summary}");

    let all = rows(&home, "a.csv");
    for (row, number) in all.iter().zip(1..) {
        assert!(row.starts_with(&format!("solvitaire:{number},")), "{row}");
    }
    survey(&home, &["klondike", "--deals", "solvitaire:1..200", "--out", "b.csv", "--threads", "1"]);
    assert_eq!(all, rows(&home, "b.csv"));
    let picture = home.read("a.svg");
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    for word in ["Klondike, 200 deals", "Share of deals decided", "positions looked at"] {
        assert!(picture.contains(word), "{word}");
    }
}

#[test]
fn a_killed_survey_is_resumed() {
    let home = Home::new("survey-killed");
    let args = ["survey", "klondike-3", "--deals", "v1:1..100", "--out", "a.csv"];
    let written = || fs::read_to_string(home.file("a.csv")).map_or(0, |text| text.lines().count());
    for _ in 0..3 {
        let before = written();
        let mut child = home.command(&args).stdout(Stdio::null()).spawn().unwrap();
        wait_until(|| written() > before + 1 || child.try_wait().unwrap().is_some());
        child.kill().unwrap();
        child.wait().unwrap();
        // Perhaps the last line was not all written.
        let text = home.read("a.csv");
        fs::write(home.file("a.csv"), &text[..text.len() - 7]).unwrap();
    }
    // What is left are whole lines, the header among them, and one that breaks off.
    let done = written() - 2;
    let summary = survey(&home, &args[1..]);
    assert_eq!(summary["solved_now"].as_u64().unwrap() as usize + done, 100);

    survey(&home, &["klondike-3", "--deals", "v1:1..100", "--out", "b.csv"]);
    assert_eq!(rows(&home, "a.csv"), rows(&home, "b.csv"));
}

#[test]
fn a_file_can_break_off_anywhere() {
    let home = Home::new("survey-torn");
    let args = ["klondike", "--deals", "v1:1..5", "--out", "a.csv"];
    survey(&home, &args);
    let (text, all) = (home.read("a.csv"), rows(&home, "a.csv"));
    for length in 0..text.len() {
        if length % 9 == 0 || length < HEADER.len() + 3 {
            fs::write(home.file("a.csv"), &text[..length]).unwrap();
            survey(&home, &args);
            assert_eq!(rows(&home, "a.csv"), all, "after {length} bytes");
        }
    }
}

#[test]
fn a_survey_grows_and_is_not_mixed_up_with_another() {
    let home = Home::new("survey-grows");
    survey(&home, &["klondike", "--deals", "v1:1..50", "--out", "a.csv"]);
    let summary = survey(&home, &["klondike", "--deals", "v1:41..60", "--out", "a.csv"]);
    let found = ["deals", "solved_now"].map(|name| summary[name].as_u64().unwrap());
    assert_eq!(found, [60, 10]);
    assert_eq!((&summary["first"], &summary["last"]), (&Value::from("v1:1"), &Value::from("v1:60")));

    let before = home.read("a.csv");
    let other = home.run(&["survey", "klondike-3", "--deals", "v1:1..100", "--out", "a.csv"], "");
    assert_eq!((other.code, other.out.as_str()), (2, ""));
    assert!(
        other.err.starts_with("error: a.csv belongs to another game or another version of the program: v1:")
    );
    assert_eq!(home.read("a.csv"), before);

    fs::write(home.file("letter.csv"), "Dear aunt,\n").unwrap();
    let other = home.run(&["survey", "klondike", "--deals", "v1:1..100", "--out", "letter.csv"], "");
    let reason = format!("error: letter.csv is not a survey file: its first line is not {HEADER}\n");
    assert_eq!((other.code, other.err), (2, reason));
    assert_eq!(home.read("letter.csv"), "Dear aunt,\n");
}

#[test]
fn surveys_are_merged_and_compared() {
    let home = Home::new("survey-merge");
    survey(&home, &["klondike", "--deals", "v1:1..120", "--out", "a.csv"]);
    survey(&home, &["klondike", "--deals", "v1:81..200", "--out", "b.csv"]);
    survey(&home, &["klondike", "--deals", "v1:1..200", "--out", "all.csv"]);
    let summary = survey(&home, &["--merge", "b.csv", "a.csv", "--out", "both.csv"]);
    assert_eq!(summary["deals"], 200);
    assert_eq!(rows(&home, "both.csv"), rows(&home, "all.csv"));
    let again = home.run(&["survey", "--merge", "a.csv", "--out", "both.csv"], "");
    assert_eq!((again.code, again.out.as_str()), (2, ""));

    survey(&home, &["klondike-3", "--deals", "v1:1..50", "--out", "three.csv"]);
    let merged = home.run(&["survey", "--merge", "all.csv", "three.csv"], "");
    assert_eq!(merged.code, 2);
    assert!(merged.err.contains(" is winnable in all.csv and lost in three.csv: "), "{}", merged.err);

    let compared = survey(&home, &["--compare", "all.csv", "three.csv"]);
    let lost = compared["a_wins_lost_by_b"]["count"].as_u64().unwrap();
    let wins = |name| rows(&home, name).iter().take(50).filter(|row| row.contains(",winnable,")).count();
    assert_eq!((wins("all.csv") - wins("three.csv")) as u64, lost);
    assert_eq!(compared["deals"], 50);
    assert_eq!(compared["b_wins_lost_by_a"]["count"], 0);
}

#[test]
fn what_is_unknown_is_listed_and_can_be_found_later() {
    let home = Home::new("survey-unknown");
    let args = ["klondike", "--deals", "v1:1..30", "--nodes", "18"];
    let short = survey(&home, &[&args[..], &["--out", "short.csv"]].concat());
    let unknown = short["unknown"].as_u64().unwrap();
    assert!(0 < unknown && unknown < 30, "{short}");
    assert_eq!(short["unknown_deals"].as_array().unwrap().len() as u64, unknown);
    survey(&home, &["klondike", "--deals", "v1:1..30", "--out", "long.csv"]);
    assert_eq!(survey(&home, &["--merge", "short.csv", "long.csv"])["unknown"], 0);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_found() {
    let home = Home::new("survey-ctrl-c");
    let args =
        ["survey", "one-card", "--draw", "3", "--back", "yes", "--deals", "v1:1..200", "--out", "a.csv"];
    let child = home.command(&args).stdout(Stdio::piped()).spawn().unwrap();
    // The header, and what was found first.
    wait_until(|| fs::read_to_string(home.file("a.csv")).is_ok_and(|text| text.lines().count() > 1));
    crate::program::interrupt(&child);
    let done = child.wait_with_output().unwrap();
    let out = String::from_utf8(done.stdout).unwrap();
    assert_eq!(done.status.code(), Some(3), "{out}");
    assert!(out.ends_with("\nStopped early. Run the same command again to resume.\n"), "{out}");
    assert!((1..200).contains(&rows(&home, "a.csv").len()));
}
