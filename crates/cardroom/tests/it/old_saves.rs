//! Saves of an earlier version can be resumed (`tests/data/README.md`).

use std::fs;
use std::path::Path;

use crate::program::Home;

/// A copy of the data folder that the earlier version left.
fn home(test: &str) -> Home {
    let home = Home::new(test);
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    for file in fs::read_dir(data).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), home.file(&file.file_name().to_string_lossy())).unwrap();
    }
    home
}

#[test]
fn every_game_is_resumed_where_it_was() {
    let home = home("old-saves");
    for (args, title, deal) in [
        (&["klondike"][..], "Klondike", "v1:8"),
        (&["klondike", "--save", "klondike.1.record"], "Klondike", "v1:7"),
        (&["one-card"], "One-card Klondike", "v1:5"),
        (&["klondike-3"], "Klondike", "v1:5"),
        (&["savannah"], "Savannah for 3", "v1:4"),
        (&["savannah", "--seat", "B"], "Savannah for 2", "v1:6"),
    ] {
        let done = home.run(&[&["play"], args].concat(), "q\n");
        let resumed = format!("Resumed your game of {title}");
        assert!(done.out.contains(&resumed) && done.out.contains(&format!("deal {deal}")), "{}", done.out);
    }
}

#[test]
fn moves_undo_and_opponents_are_as_they_were() {
    let home = home("old-saves-on");
    let mut game = home.start(&["play", "klondike", "--save", "klondike.1.record"]);
    game.line("redo");
    assert!(home.read("klondike.1.record").ends_with("A 5f\nA t5 auto\nA d\nA d\nA undo\nA redo\n"));
    game.end();
    let done = home.run(&["play", "savannah"], "q\n");
    assert!(done.out.contains("round 2 of 100, your turn"), "{}", done.out);
    assert!(done.out.contains("Your opponents are B (strong) and C (casual)."), "{}", done.out);
    assert!(
        home.run(&["play", "savannah", "--seat", "B"], "q\n").out.contains("Your opponent is A (expert).")
    );
}

#[test]
fn a_game_that_is_over_is_not_resumed() {
    let home = home("old-saves-over");
    let done = home.run(&["play", "klondike", "--save", "resigned.record"], "q\n");
    assert!(done.code == 0 && !done.out.contains("Resumed"), "{}", done.out);
}
