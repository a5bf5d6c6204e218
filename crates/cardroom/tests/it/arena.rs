//! Players against each other: what comes of it is the same with any number of threads.

use crate::program::Home;
use serde_json::Value;

fn arena(home: &Home, args: &[&str]) -> (i32, Value) {
    let done = home.run(&[&["arena", "savannah", "--json"], args].concat(), "");
    assert_eq!(done.err, "");
    (done.code, serde_json::from_str(&done.out).unwrap())
}

/// What does not tell how fast this machine is.
fn lasting(mut result: Value) -> Value {
    let timed = ["seconds", "games_per_second", "cpu_ms_per_turn", "cpu_ms_p99"];
    let forget = |value: &mut Value| {
        let found = value.as_object_mut().unwrap();
        timed.iter().for_each(|key| drop(found.remove(*key)));
    };
    forget(&mut result);
    result["results"].as_array_mut().unwrap().iter_mut().for_each(forget);
    result
}

#[test]
fn results_do_not_depend_on_threads() {
    let home = Home::new("arena-threads");
    for args in [
        &["--seats", "strong,keen", "--games", "60"][..],
        &["--seats", "strong,casual,beginner", "--games", "20", "--reserve", "6"],
        &["--seats", "keen,beginner", "--games", "2000", "--sequential"],
        &["--round-robin", "beginner,casual,keen", "--games", "20"],
    ] {
        let (code, one) = arena(&home, &[args, &["--threads", "1"]].concat());
        let (again, four) = arena(&home, &[args, &["--threads", "4"]].concat());
        assert_eq!((code, lasting(one)), (again, lasting(four)), "{args:?}");
    }
}

#[test]
fn a_deal_is_played_in_every_seat_and_games_are_rounded_up() {
    let home = Home::new("arena-rounded");
    let (_, result) = arena(&home, &["--seats", "keen,casual,casual", "--games", "10"]);
    assert_eq!((&result["games"], &result["deals"]), (&12.into(), &4.into()));
    let players: Vec<_> = result["results"].as_array().unwrap().iter().map(|line| &line["player"]).collect();
    assert_eq!(players, ["keen", "casual"]);
    let share = |at: usize| result["results"][at]["win_share"].as_f64().unwrap();
    assert!((share(0) + share(1) - 1.0).abs() < 1e-9, "{result}");
    // Who plays against his like wins as often, whatever the deal is.
    let (_, result) = arena(&home, &["--seats", "keen,keen", "--games", "5"]);
    assert_eq!((&result["games"], &result["results"][0]["win_share"]), (&5.into(), &1.0.into()));
    assert_eq!(result["results"][0]["elo"], Value::Null);
}

#[test]
fn every_key_that_was_promised_is_there_first() {
    let home = Home::new("arena-keys");
    let done = home.run(&["arena", "savannah", "--seats", "keen,casual", "--games", "2", "--json"], "");
    assert!(done.out.starts_with(r#"{"games":2,"results":[{"player":"keen","win_share":"#), "{}", done.out);
    let keys = ["win_share", "low", "high", "elo", "cpu_ms_per_turn"];
    let at = keys.map(|key| done.out.find(&format!("\"{key}\":")).unwrap());
    assert!(at.is_sorted(), "{}", done.out);
}

#[test]
fn a_sequential_test_answers_by_its_exit_code() {
    let home = Home::new("arena-sequential");
    let test = |bounds: &str, games: &str| {
        arena(&home, &["--seats", "keen,beginner", "--sequential", bounds, "--games", games])
    };
    let (code, more) = test("10..20", "2000");
    assert_eq!((code, &more["test"]["decision"]), (0, &"more".into()));
    assert!(more["games"].as_u64().unwrap() < 2000, "{more}");
    let (code, less) = test("99.8..99.9", "2");
    assert_eq!((code, &less["test"]["decision"]), (3, &"none".into()));
    let (code, less) =
        arena(&home, &["--seats", "beginner,keen", "--sequential", "80..90", "--games", "2000"]);
    assert_eq!((code, &less["test"]["decision"]), (1, &"less".into()));
}

#[test]
fn a_round_robin_is_drawn() {
    let home = Home::new("arena-round-robin");
    let args = ["--round-robin", "casual,keen,strong", "--games", "12", "--out", "levels.svg"];
    let (code, result) = arena(&home, &args);
    assert_eq!((code, &result["games"]), (0, &36.into()));
    let shares = |row: usize, column: usize| result["shares"][row][column].as_f64().unwrap();
    assert!((shares(0, 2) + shares(2, 0) - 1.0).abs() < 1e-9, "{result}");
    let elo = |at: usize| result["results"][at]["elo"].as_f64().unwrap();
    assert!(elo(0) >= elo(1) && elo(1) >= elo(2) && (elo(0) + elo(1) + elo(2)).abs() < 1e-6, "{result}");
    let picture = home.read("levels.svg");
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    for level in ["casual", "keen", "strong"] {
        assert!(picture.contains(&format!(">{level}</text>")), "{level}");
    }
    assert!(!picture.contains("NaN") && !picture.contains("inf"), "{picture}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_with_what_was_played() {
    let home = Home::new("arena-ctrl-c");
    let args = ["arena", "savannah", "--seats", "keen,casual", "--games", "10000000", "--threads", "1"];
    let crate::program::Done { code, out, .. } = home.interrupted(&args, |out| out.contains("  keen "));
    assert_eq!(code, 3, "{out}");
    assert!(out.contains("  keen ") && out.ends_with("\nStopped early.\n"), "{out}");
}

fn klondike(home: &Home, args: &[&str]) -> (i32, Value) {
    let done = home.run(&[&["arena"], args, &["--json"]].concat(), "");
    assert_eq!(done.err, "");
    (done.code, serde_json::from_str(&done.out).unwrap())
}

/// What does not tell how fast this machine is.
fn without_times(result: &Value) -> Value {
    let mut result = result.clone();
    let timed = ["seconds", "cpu_s_per_game", "cpu_s_p95", "cpu_s_max"];
    let forget = |value: &mut Value| {
        let found = value.as_object_mut().unwrap();
        timed.iter().for_each(|key| drop(found.remove(*key)));
    };
    forget(&mut result);
    if let Some(players) = result.get_mut("players").and_then(Value::as_array_mut) {
        players.iter_mut().for_each(forget);
    }
    result
}

#[test]
fn klondike_players_do_not_depend_on_threads() {
    let home = Home::new("arena-klondike-threads");
    for args in [
        &["klondike", "--player", "keen", "--deals", "v1:1..30"][..],
        &["klondike-3", "--player", "keen", "--deals", "solvitaire:1..10", "--passes", "3"],
        &["one-card", "--player", "keen", "--deals", "v1:1..8", "--solve"],
        &["klondike", "--player", "keen", "--against", "casual", "--deals", "v1:1..200", "--sequential"],
    ] {
        let (code, one) = klondike(&home, &[args, &["--threads", "1"]].concat());
        let (again, four) = klondike(&home, &[args, &["--threads", "4"]].concat());
        assert_eq!((code, without_times(&one)), (again, without_times(&four)), "{args:?}");
    }
}

#[test]
fn klondike_games_are_resumed_from_the_file() {
    let home = Home::new("arena-klondike-resumed");
    let args = ["klondike", "--player", "keen", "--out", "games.csv", "--deals"];
    let (_, whole) = klondike(&home, &["klondike", "--player", "keen", "--deals", "v1:1..30"]);
    let (code, part) = klondike(&home, &[&args[..], &["v1:1..12"]].concat());
    assert_eq!((code, &part["games"], &part["played_now"]), (0, &12.into(), &12.into()));
    let (code, rest) = klondike(&home, &[&args[..], &["v1:1..30"]].concat());
    assert_eq!((code, &rest["games"], &rest["played_now"]), (0, &30.into(), &18.into()));
    for key in ["games", "won", "win_share", "low", "high", "nodes_per_game", "moves_per_game"] {
        assert_eq!(rest[key], whole[key], "{key}");
    }
    let other = home
        .run(&["arena", "klondike", "--player", "strong", "--out", "games.csv", "--deals", "v1:1..40"], "");
    assert!(other.code == 2 && other.err.contains("belongs to another game"), "{}", other.err);
}

#[test]
fn a_sequential_test_of_klondike_players_ends_when_it_is_clear() {
    let home = Home::new("arena-klondike-sequential");
    let args =
        ["klondike", "--player", "keen", "--against", "casual", "--deals", "v1:1..2000", "--sequential"];
    let (code, result) = klondike(&home, &args);
    assert_eq!((code, &result["test"]["decision"]), (0, &"more".into()));
    let deals = result["players"][0]["games"].as_u64().unwrap();
    assert!(deals < 2000 && deals % 32 == 0, "{deals}");
    assert!(result["lead"].as_f64().unwrap() > 0.1, "{result}");
}
