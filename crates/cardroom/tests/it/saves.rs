//! What is saved is never lost.

use std::fs;
use std::process::Stdio;

use crate::program::{Home, wait_until};
use games::klondike::Klondike;
use table::Table;

const PLAY: [&str; 2] = ["play", "klondike"];
const DEAL: [&str; 4] = ["play", "klondike", "--deal", "v1:7"];

#[test]
fn a_game_is_resumed_after_the_program_was_killed() {
    let home = Home::new("killed");
    let mut game = home.start(&DEAL);
    game.line("5f");
    let shown = game.line("d");
    assert!(shown.contains("Drew the seven of spades."), "{shown}");
    game.kill();

    let game = home.start(&PLAY);
    assert!(
        game.opening.contains("Resumed your game of Klondike; type `n` for a new one."),
        "{}",
        game.opening
    );
    assert!(game.opening.contains("deal v1:7"), "{}", game.opening);
    assert!(home.read("klondike.record").ends_with("A 5f\nA t5 auto\nA d\n"));
    game.end();
}

#[test]
fn a_save_is_complete_at_any_moment() {
    let home = Home::new("moments");
    let lines = "d\n".repeat(3000);
    fs::write(home.file("lines"), &lines).unwrap();
    home.run(&PLAY, "d\n");
    let moves = || Table::<Klondike>::load(&home.read("klondike.record")).unwrap().version();
    for more in [1, 2, 5, 23, 60] {
        let mut command = home.command(&PLAY);
        command.stdin(fs::File::open(home.file("lines")).unwrap()).stdout(Stdio::null());
        let mut child = command.spawn().unwrap();
        let wanted = moves() + more;
        wait_until(|| moves() >= wanted || child.try_wait().unwrap().is_some());
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(moves() >= wanted, "{more}");
    }
    assert!(home.start(&PLAY).opening.contains("Resumed"));
}

#[test]
fn a_damaged_save_is_named_with_its_line_and_left_alone() {
    let home = Home::new("damaged");
    home.run(&DEAL, "5f\nd\n");
    let damaged = home.read("klondike.record").replace("A 5f", "A 6f");
    fs::write(home.file("klondike.record"), &damaged).unwrap();

    let done = home.run(&PLAY, "d\n");
    assert_eq!((done.code, done.out.as_str()), (2, ""));
    assert!(done.err.starts_with("error: the saved game "), "{}", done.err);
    assert!(
        done.err.contains("klondike.record is damaged in line 7: the foundation of hearts"),
        "{}",
        done.err
    );
    assert_eq!(done.err.lines().count(), 1);
    assert_eq!(home.read("klondike.record"), damaged);

    let done = home.run(&["play", "klondike", "--new"], "q\n");
    assert_eq!(done.code, 0);
    assert!(done.out.contains("klondike.1.record"), "{}", done.out);
    assert!(done.out.contains("The damaged save was renamed to"), "{}", done.out);
    assert_eq!(home.read("klondike.1.record"), damaged);
}

#[test]
fn an_unfinished_game_is_kept_when_another_one_starts() {
    let home = Home::new("kept");
    home.run(&DEAL, "5f\n");
    let first = home.read("klondike.record");
    // By a deal, by the command, and by other options.
    home.run(&["play", "klondike", "--deal", "v1:8"], "d\nn\n");
    assert_eq!(home.read("klondike.1.record"), first);
    assert!(home.read("klondike.2.record").contains("deal v1:8\n"));
    home.run(&PLAY, "d\n");
    home.run(&["play", "klondike", "--passes", "3"], "d\nrestart\n");
    assert!(home.read("klondike.4.record").contains("config draw=1 passes=3"));

    // A game that nobody has played is not worth a file.
    home.run(&PLAY, "n\nn\n");
    assert!(!home.file("klondike.5.record").exists());

    let kept = home.run(&["play", "klondike", "--save", "klondike.1.record"], "q\n");
    assert!(kept.out.contains("Resumed") && kept.out.contains("deal v1:7"), "{}", kept.out);
    assert!(
        kept.out.contains("resume with `cardroom play klondike --save klondike.1.record`"),
        "{}",
        kept.out
    );
}

#[test]
fn the_same_options_resume_the_saved_game() {
    let home = Home::new("options");
    home.run(&["play", "savannah", "--seats", "3", "--deal", "v1:2"], "");
    let again = home.run(&["play", "savannah", "--seats", "3"], "");
    assert!(again.out.contains("Resumed your game of Savannah for 3"), "{}", again.out);
    assert!(home.run(&["play", "savannah"], "").out.contains("Resumed your game of Savannah for 3"));
    assert!(!home.run(&["play", "savannah", "--seats", "4"], "").out.contains("Resumed"));
    // Another seat has another save.
    assert!(!home.run(&["play", "savannah", "--seat", "B"], "").out.contains("Resumed"));
    assert!(home.file("savannah-B.record").exists());
}

#[test]
fn two_programs_do_not_play_the_same_save() {
    let home = Home::new("twice");
    let mut game = home.start(&DEAL);
    let second = home.run(&PLAY, "d\n");
    assert_eq!(second.code, 2);
    assert!(second.err.starts_with("error: another program is using the saved game "), "{}", second.err);
    assert!(game.line("d").contains("Drew"));
    game.end();
    assert_eq!(home.run(&PLAY, "d\n").code, 0);
}

#[test]
fn another_games_file_is_not_touched() {
    let home = Home::new("other");
    fs::write(home.file("letter.txt"), "Dear friend,\n").unwrap();
    let done = home.run(&["play", "klondike", "--save", "letter.txt"], "d\n");
    assert_eq!(done.code, 2);
    assert!(
        done.err.contains("letter.txt is damaged in line 1: expected `cardroom record 1`"),
        "{}",
        done.err
    );
    assert_eq!(home.read("letter.txt"), "Dear friend,\n");
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let home = Home::new("pipe");
    let mut child =
        home.command(&["rules", "savannah"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let done = child.wait_with_output().unwrap();
    assert_eq!((done.status.code(), done.stderr.as_slice()), (Some(0), &b""[..]));
}
