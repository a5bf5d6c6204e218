//! Verdicts, and the evidence for them.

use games::klondike::{Klondike, Move};
use serde_json::Value;
use table::{Seat, Table};

use crate::program::{Done, Home};

fn solve(home: &Home, args: &[&str]) -> (i32, Value) {
    let Done { code, out, err } = home.run(&[&["solve", "--json"], args].concat(), "");
    assert_eq!(err, "");
    (code, serde_json::from_str(&out).unwrap())
}

#[test]
fn a_win_is_shown_by_moves_that_win() {
    let home = Home::new("solve-win");
    let (code, json) = solve(&home, &["klondike", "--deal", "solvitaire:2", "--export", "won.record"]);
    assert_eq!((code, &json["verdict"]), (0, &Value::from("winnable")));
    assert!(json["nodes"].is_u64() && json["seconds"].is_f64() && json["peak_bytes"].is_u64(), "{json}");

    let mut table =
        Table::<Klondike>::new("klondike".parse().unwrap(), cards::DealId::Solvitaire(2)).unwrap();
    for mv in json["moves"].as_array().unwrap() {
        let mv: Move = mv.as_str().unwrap().parse().unwrap();
        table.play(Seat::A, mv).unwrap();
    }
    assert!(!table.outcome().unwrap().winners.is_empty());
    assert_eq!(home.read("won.record"), table.save());

    let again = home.run(&["solve", "klondike", "--deal", "solvitaire:2", "--export", "won.record"], "");
    assert_eq!((again.code, again.out.as_str()), (2, ""));
    assert_eq!(again.err, "error: won.record already exists\n");
}

#[test]
fn a_game_can_be_solved_from_any_position() {
    let home = Home::new("solve-middle");
    let (_, whole) = solve(&home, &["klondike-3", "--deal", "solvitaire:4", "--export", "won.record"]);
    let moves = whole["moves"].as_array().unwrap().len();
    for at in [0, 7, moves / 2, moves - 1] {
        let (code, json) = solve(&home, &["--record", "won.record", "--at", &at.to_string()]);
        assert_eq!((code, &json["verdict"]), (0, &Value::from("winnable")), "after {at} moves");
    }
    let (code, json) = solve(&home, &["klondike-3", "--record", "won.record"]);
    assert_eq!((code, json["moves"].as_array().unwrap().len()), (0, 0), "it is won at its end");

    let late = home.run(&["solve", "--record", "won.record", "--at", &(moves + 1).to_string()], "");
    let reason = format!("it has only {moves} moves, so --at {} is too high", moves + 1);
    assert_eq!((late.code, late.err), (2, format!("error: cannot solve won.record: {reason}\n")));
    let other = home.run(&["solve", "klondike", "--record", "won.record"], "");
    let reason = "error: cannot solve won.record: it is a record of klondike-3, not of klondike\n";
    assert_eq!((other.code, other.err.as_str()), (2, reason));
}

#[test]
fn limits_make_it_unknown() {
    let home = Home::new("solve-limits");
    let hard = ["klondike-3", "--deal", "solvitaire:22"];
    for (limit, reason) in [
        (["--nodes", "50"], "the limit of nodes was reached"),
        (["--memory", "10K"], "the limit of memory was reached"),
        (["--time", "0s"], "the time was up"),
    ] {
        let (code, json) = solve(&home, &[&hard[..], &limit].concat());
        assert_eq!((code, &json["verdict"]), (3, &Value::from("unknown")), "{limit:?}");
        assert_eq!((&json["reason"], &json["moves"]), (&Value::from(reason), &Value::Array(Vec::new())));
    }
    let (code, json) = solve(&home, &["klondike-3", "--deal", "solvitaire:1"]);
    assert_eq!((code, &json["verdict"], &json["reason"]), (1, &Value::from("lost"), &Value::Null));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_search_with_what_was_learnt() {
    let home = Home::new("solve-ctrl-c");
    let hard = ["solve", "one-card", "--draw", "3", "--back", "yes", "--deal", "v1:5", "--json"];
    let limits = ["--time", "10m", "--memory", "4G"];
    let json = |out: &str| serde_json::from_str::<Value>(out).unwrap_or_default();
    let has_searched = |out: &str| json(out)["nodes"].as_u64().is_some_and(|nodes| nodes > 0);
    let done = home.interrupted(&[&hard[..], &limits].concat(), has_searched);
    let json = json(&done.out);
    assert_eq!((done.code, &json["verdict"]), (3, &Value::from("unknown")));
    assert_eq!(json["reason"], "the search was stopped");
    assert!(json["nodes"].as_u64().unwrap() > 0);
}
