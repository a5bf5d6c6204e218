//! Opponents of all levels, how they are introduced, and that they are the same in a resumed game.

use crate::program::Home;
use bots::Level;
use cards::{ChanceKind, Key};
use games::savannah::Savannah;
use table::{Entry, Eye, Seat, Table};

/// Ends the turn of the player in a game with the first discard that the list of moves offers; nothing when
/// the game is over.
fn discard(game: &mut crate::program::Running) -> String {
    let offered = game.line("?");
    let mut moves = offered.lines().filter_map(|line| line.split_whitespace().next());
    moves.find(|mv| mv.starts_with('/')).map(|discard| game.line(discard)).unwrap_or_default()
}

#[test]
fn opponents_are_named_with_their_levels_and_are_the_same_in_a_resumed_game() {
    let home = Home::new("against");
    let args = ["play", "savannah", "--against", "strong,casual", "--deal", "v1:4", "--first", "A"];
    let mut game = home.start(&args);
    assert!(game.opening.contains("Savannah for 3"), "{}", game.opening);
    assert!(game.opening.contains("Your opponents are B (strong) and C (casual)."), "{}", game.opening);
    discard(&mut game);
    game.kill();
    assert_eq!(home.read("savannah.record.players"), "B strong\nC casual\n");

    let again = home.run(&["play", "savannah"], "");
    assert!(again.out.contains("Resumed your game of Savannah for 3"), "{}", again.out);
    assert!(again.out.contains("Your opponents are B (strong) and C (casual)."), "{}", again.out);
    // The same opponents resume the game. Others start a new one, and the unfinished one keeps its own.
    let same = ["play", "savannah", "--against", "strong,casual", "--first", "A"];
    assert!(home.run(&same, "").out.contains("Resumed"));
    let other = home.run(&["play", "savannah", "--against", "casual,strong"], "");
    assert!(
        other.out.contains("Your unfinished game was kept") && !other.out.contains("Resumed"),
        "{}",
        other.out
    );
    assert_eq!(home.read("savannah.1.record.players"), "B strong\nC casual\n");
    let kept = home.run(&["play", "savannah", "--save", "savannah.1.record"], "n\n");
    assert!(kept.out.contains("Your opponents are B (strong) and C (casual)."), "{}", kept.out);
    // A new deal is played against the same.
    assert_eq!(home.read("savannah.1.record.players"), "B strong\nC casual\n");
}

#[test]
fn the_default_opponents_are_keen() {
    let home = Home::new("against-usual");
    let done = home.run(&["play", "savannah"], "");
    assert!(done.out.contains("Your opponent is B (keen)."), "{}", done.out);
    // A save from before there were levels, or one whose opponents cannot be read.
    std::fs::write(home.file("savannah.record.players"), "B grandmaster\n").unwrap();
    assert!(home.run(&["play", "savannah"], "").out.contains("Your opponent is B (keen)."));
    let done = home.run(&["play", "savannah", "--seats", "4", "--against", "beginner"], "");
    assert!(
        done.out.contains("Your opponents are B (beginner), C (beginner) and D (beginner)."),
        "{}",
        done.out
    );
    assert!(!home.run(&["play", "klondike"], "").out.contains("opponent"));
    assert!(!home.file("klondike.record.players").exists());
}

#[test]
fn impossible_opponents_are_refused() {
    let home = Home::new("against-refused");
    for (args, error) in [
        (&["savannah", "--against", "max"][..], "`max` is not a level"),
        (&["savannah", "--against", ""], "`` is not a level"),
        (
            &["savannah", "--seats", "4", "--against", "keen,keen"],
            "the table has 3 opponents, but --against names 2",
        ),
        (&["savannah", "--against", "keen,keen,keen,keen,keen,keen,keen,keen"], "2 to 8 players, not for 9"),
        (&["klondike", "--against", "keen"], "this game is for one player"),
        (&["savannah", "--pace", "fast"], "expected a number followed by ms, s, m or h"),
    ] {
        let done = home.run(&[&["play"], args].concat(), "");
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{args:?}");
        assert!(done.err.contains(error), "{}", done.err);
    }
    assert!(!home.file("savannah.record").exists());
}

/// The moves in the record are those that a player of the level chooses from what its seat sees.
#[test]
fn each_opponent_plays_as_its_level_does() {
    let home = Home::new("against-levels");
    let b = Seat::new(1).unwrap();
    for level in [Level::Beginner, Level::Strong] {
        let args = ["play", "savannah", "--against", level.name(), "--deal", "v1:6", "--new"];
        let mut game = home.start(&args);
        (0..5).for_each(|_| drop(discard(&mut game)));
        game.end();
        let saved = Table::<Savannah>::load(&home.read("savannah.record")).unwrap();
        let mut table = Table::open(saved.record().config, saved.record().origin.clone());
        let mut moves = 0;
        for entry in &saved.record().entries {
            if let Entry::Move { seat, mv, .. } = entry
                && *seat == b
            {
                let mut key = [0xff; 32];
                key[..8].copy_from_slice(&table.version().to_le_bytes());
                key[8] = 1;
                let mut thoughts = Key::new(key).stream(ChanceKind::Deal, 0);
                let chosen = bots::savannah::player(level).choose(
                    &table.view(Eye::Seat(b)),
                    &mut thoughts,
                    &mut || false,
                );
                assert_eq!(chosen, Some(*mv), "{level}, move {moves}");
                moves += 1;
            }
            table.enter(entry.clone()).unwrap();
        }
        assert!(moves >= 4, "{level} has made {moves} moves");
    }
}

#[test]
fn why_explains_what_an_opponent_did_from_what_the_player_has_seen() {
    let home = Home::new("against-why");
    let mut game =
        home.start(&["play", "savannah", "--against", "keen,keen", "--deal", "v1:8", "--first", "A"]);
    assert!(game.line("why").contains("No move has been refused."));
    assert!(game.line("why B").contains("B has not moved yet."));
    assert!(game.line("/-").contains("(S11)"));
    assert!(game.line("why").contains("S11."));
    discard(&mut game);
    let flat = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let why = flat(game.line("why"));
    assert!(why.contains("C discarded the ") && !why.contains("B discarded the "), "{why}");
    let sentences = flat(game.line("why b"));
    assert!(sentences.contains("B discarded the ") && sentences.contains(": "), "{sentences}");
    assert!(game.line("why A").contains("That is your own seat."));
    assert!(game.line("why H").contains("There is no seat H at this table."));
    assert!(game.line("why Z").contains("`Z` is not a seat"));
    game.end();
}

#[test]
fn a_hint_is_a_legal_move_with_a_reason() {
    let home = Home::new("against-hint");
    let mut game = home.start(&["play", "savannah", "--deal", "v1:3", "--first", "A"]);
    for _ in 0..6 {
        let hint = game.line("hint");
        let (what, mv) = hint.lines().nth(1).unwrap().trim_end_matches(").").rsplit_once(" (").unwrap();
        assert!(what.starts_with("Play the ") || what.starts_with("End the turn"), "{hint}");
        assert!(hint.lines().count() >= 4, "a move, a reason and a prompt: {hint}");
        let offered = game.line("?");
        assert!(offered.lines().any(|line| line.split_whitespace().next() == Some(mv)), "{hint}{offered}");
        game.line(mv);
    }
    game.end();
}
