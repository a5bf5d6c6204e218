//! The game that only tests play. Nothing in this program names it, so a new game needs no change here.

use crate::program::Home;

#[test]
fn a_game_that_this_program_does_not_know_can_be_played() {
    let home = Home::new("small-game");
    let mut game = home.start(&["play", "high-card", "--deal", "v1:5"]);
    assert!(game.opening.contains("High card · deal v1:5 · 0 cards on the table"), "{}", game.opening);
    assert!(game.line("help").contains("put the king of hearts on the table"));
    assert!(game.line("hint").contains("This game has no hints."));
    assert!(game.line("a").contains("This game cannot be finished automatically."));
    assert!(game.line("hello").contains("A move is a card, as in Kh."));
    assert!(game.line("Xh").contains("A move is a card, as in Kh."));
    let first = game.line("?").lines().find_map(|line| line.trim().split_once(' ')).unwrap().0.to_owned();
    let shown = game.line(&first);
    assert!(shown.contains("You played the ") && shown.contains("1 card on the table"), "{shown}");
    assert!(game.line(&first).contains("(X2)."));
    assert!(game.line("u").contains("Undone: you played"));
    assert!(game.line("y").contains("Redone: you played"));
    game.kill();

    let mut game = home.start(&["play", "high-card", "--plain"]);
    assert!(game.opening.contains("Resumed"), "{}", game.opening);
    assert!(game.opening.contains("\nyour hand: "), "{}", game.opening);
    let mut shown = String::new();
    while !shown.contains("won (X3)") {
        let mv = game.line("?").lines().find_map(|line| line.trim().split_once(' ')).unwrap().0.to_owned();
        shown = game.line(&mv);
    }
    assert!(game.line("export game.record").contains("Wrote the record to game.record."));
    assert_eq!(game.end(), 0);
    let replay = home.run(&["replay", "game.record"], "");
    assert!(replay.code == 0 && replay.out.contains("won (X3)"), "{}{}", replay.out, replay.err);
}

#[test]
fn what_it_lacks_is_refused() {
    let home = Home::new("small-game-lacks");
    for (args, error) in [
        (&["simulate", "high-card", "--games", "5"][..], "simulations are not available for high-card"),
        (&["play", "high-card", "--seats", "2"], "High card has no bots, so you can only play it alone"),
        (&["play", "high-card", "--seats", "3"], "the options are seats=1 and seats=2"),
        (&["play", "high-card", "--draw", "3"], "the options are seats=1 and seats=2"),
    ] {
        let done = home.run(args, "");
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{args:?}");
        assert!(done.err.contains(error), "{args:?}: {}", done.err);
    }
    assert!(!home.file("high-card.record").exists());
}
