//! Games through a pipe, from the first move to the end.

use crate::program::Home;
use bots::klondike::KlondikeBot;
use cards::{ChanceKind, DealId, Key, Source};
use games::klondike::{Config, Klondike, Move};
use games::savannah::{self, Savannah};
use table::{Eye, Seat, Table, Turn, View};

/// The simple player's moves in the first deal that it wins, without the cards that are turned by themselves.
fn won_game() -> (DealId, Vec<Move>) {
    let play = |deal: DealId| {
        let mut table = Table::<Klondike>::new(Config::KLONDIKE, deal.clone()).unwrap();
        let mut moves = Vec::new();
        while let Some(mv) = KlondikeBot::pick(&table.view(Eye::Seat(Seat::A)))
            && moves.len() < 300
        {
            table.play(Seat::A, mv).unwrap();
            moves.push(mv);
        }
        moves.retain(|mv| !matches!(mv, Move::Turn { .. }));
        table.outcome().is_some_and(|outcome| !outcome.winners.is_empty()).then_some((deal, moves))
    };
    (1..1000).map(DealId::V1).find_map(play).unwrap()
}

/// A game of Klondike that the simple player has brought to a point.
fn klondike_until(config: Config, point: impl Fn(&Table<Klondike>) -> bool) -> Table<Klondike> {
    let play = |deal| {
        let mut table = Table::<Klondike>::new(config, DealId::V1(deal)).unwrap();
        for _ in 0..400 {
            if table.outcome().is_some() {
                return None;
            }
            if point(&table) {
                return Some(table);
            }
            let mv = KlondikeBot::pick(&table.view(Eye::Seat(Seat::A)))?;
            table.play(Seat::A, mv).unwrap();
        }
        None
    };
    (1..20_000).find_map(play).unwrap()
}

fn lines(moves: &[Move]) -> String {
    moves.iter().map(|mv| format!("{mv}\n")).collect()
}

#[test]
fn a_game_of_klondike_is_won() {
    let home = Home::new("won");
    let (deal, moves) = won_game();
    let done = home.run(&["play", "klondike", "--deal", &deal.to_string()], &lines(&moves));
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    assert!(done.out.contains("You have won: all 52 cards are on the foundations (K8)!"), "{}", done.out);
    assert!(!done.out.contains('\u{1b}'), "colours in a pipe");
    let table = Table::<Klondike>::load(&home.read("klondike.record")).unwrap();
    assert_eq!(table.outcome().unwrap().winners, Seat::A.into());

    // What is over is not gone on with: a new game begins, and nothing has to be kept.
    let again = home.start(&["play", "klondike"]);
    assert!(!again.opening.contains("Resumed"), "{}", again.opening);
    assert_eq!(again.end(), 0);
    assert!(!home.file("klondike.1.record").exists());
}

#[test]
fn hints_lead_to_the_win_and_say_when_there_is_none() {
    let home = Home::new("hints");
    let deal = ["play", "one-card", "--new", "--deal", "solvitaire:5"];
    let mut game = home.start(&deal);
    let line = game.line("hint line").replace('\n', " ");
    let line = line.split_once("moves: ").unwrap().1.split_once('.').unwrap().0.to_owned();
    let nudge = game.line("hint");
    let first = line.split_whitespace().next().unwrap();
    assert!(nudge.contains(&format!("({first}): it keeps the win.")), "{nudge}");
    let all = game.line("hint all");
    assert!(all.contains("These moves keep the win:") && all.contains(&format!("({first}).")), "{all}");
    let moves: Vec<&str> = line.split_whitespace().collect();
    game.end();
    let done = home.run(&[&deal[..], &["--by-hand"]].concat(), &moves.join("\n"));
    assert!(done.out.contains("You have won"), "{}", done.out);

    let mut game = home.start(&["play", "one-card", "--new", "--deal", "solvitaire:1"]);
    assert!(game.line("hint").contains("This deal cannot be won."));
    game.line("d");
    assert!(game.line("hint").contains("The game cannot be won from here; `u` takes moves back."));
    game.end();
}

#[test]
fn a_finish_that_is_certain_is_offered_once_and_played_as_one_step() {
    let home = Home::new("finish");
    let certain = |table: &Table<Klondike>| table.view(Eye::Spectator).finish_move().is_some();
    let table = klondike_until(Config::KLONDIKE, certain);
    std::fs::write(home.file("klondike.record"), table.save()).unwrap();

    let mut game = home.start(&["play", "klondike"]);
    assert!(game.opening.contains("Resumed your game of Klondike"), "{}", game.opening);
    assert!(game.opening.contains("`a` does it"), "{}", game.opening);
    assert!(!game.line("d").contains("`a` does it"));
    assert!(game.line("a").contains("You have won"));
    assert!(game.line("u").contains("The game is over"));
    assert_eq!(game.end(), 0);
    assert!(Table::<Klondike>::load(&home.read("klondike.record")).unwrap().outcome().is_some());
}

#[test]
fn r3_stuck_is_told_once_and_does_not_say_lost() {
    let home = Home::new("stuck");
    let stuck = |table: &Table<Klondike>| table.view(Eye::Spectator).is_stuck();
    let table = klondike_until(Config::ONE_CARD, stuck);
    std::fs::write(home.file("one-card.record"), table.save()).unwrap();

    let mut game = home.start(&["play", "one-card"]);
    assert!(game.opening.contains("You are stuck (R3)"), "{}", game.opening);
    assert!(!game.opening.contains("lost"));
    assert!(!game.line("").contains("stuck"));
    game.end();
}

#[test]
fn r2_undo_goes_through_cards_that_were_turned_for_the_player() {
    let home = Home::new("undo");
    let mut game = home.start(&["play", "klondike", "--deal", "v1:7"]);
    let mut told = |line| game.line(line).split_whitespace().collect::<Vec<_>>().join(" ");
    let both = "oved the ace of diamonds to its foundation; turned up the king of clubs on column 5.";
    assert!(told("5f").contains(&format!("M{both}")));
    assert!(told("u").contains(&format!("Undone: m{both}")));
    assert!(told("redo").contains(&format!("Redone: m{both}")));
    game.end();
    assert!(home.read("klondike.record").ends_with("A 5f\nA t5 auto\nA undo\nA redo\n"));

    let mut game = home.start(&["play", "klondike", "--deal", "v1:7", "--by-hand"]);
    assert!(!game.line("5f").contains("turned up"));
    assert!(game.line("5").contains("Turned up the king of clubs on column 5."));
    game.end();
}

#[test]
fn a_game_without_a_move_left_can_be_taken_back() {
    let home = Home::new("no-move-left");
    let mut game = home.start(&["play", "klondike", "--deal", "v1:3", "--passes", "1"]);
    let shown = (0..24).map(|_| game.line("d")).last().unwrap();
    assert!(shown.contains("No move is left (K18)."), "{shown}");
    assert!(shown.contains("`u` takes back, `n` new deal"), "{shown}");
    assert!(game.line("u").contains("Undone: drew"));
    game.end();
}

#[test]
fn why_explains_a_refused_undo_too() {
    let home = Home::new("why");
    let mut game = home.start(&["play", "savannah", "--deal", "v1:9", "--first", "A"]);
    assert!(game.line("why").contains("No move has been refused."));
    assert!(game.line("R>4").contains("(S7)"));
    let offered = game.line("?");
    let play = offered.lines().find_map(|line| line.split_whitespace().next().filter(|mv| mv.contains('>')));
    game.line(play.unwrap());
    assert!(game.line("u").contains("(V17)."));
    assert!(game.line("why").contains("V17. A step can be undone only if"));
    game.end();
}

#[test]
fn a_game_of_savannah_is_played_to_its_end_by_what_the_list_of_moves_offers() {
    let home = Home::new("savannah");
    let mut game = home.start(&["play", "savannah", "--quick", "--deal", "v1:3"]);
    let mut shown = game.opening.clone();
    for _ in 0..3000 {
        if shown.contains("(S18)!") || shown.contains("(V14).") && shown.contains("The last round is over") {
            break;
        }
        let offered = game.line("?");
        let mv = offered.lines().find(|line| line.starts_with("  ")).unwrap();
        shown = game.line(mv.split_whitespace().next().unwrap());
    }
    let export = game.line("export game.txt");
    assert!(export.contains("Wrote game.txt: the record."), "{shown}\n{export}");
    assert_eq!(game.end(), 0);
    let table = Table::<Savannah>::load(&home.read("game.txt")).unwrap();
    assert!(table.outcome().is_some());
    let done = home.run(&["replay", "game.txt"], "");
    assert_eq!(done.code, 0, "{}{}", done.out, done.err);
}

/// A game of Savannah that simple players have brought to a point. Those who can take the last card but one
/// of another do it.
fn savannah_until(config: &str, point: impl Fn(&Table<Savannah>) -> bool) -> Table<Savannah> {
    let config: savannah::Config = config.parse().unwrap();
    let play = |deal| {
        let mut table = Table::<Savannah>::new(config, DealId::V1(deal)).unwrap();
        while let Turn::Seat(seat) = table.turn() {
            if point(&table) {
                return Some(table);
            }
            let view = table.view(Eye::Seat(seat));
            let nearly_last = |mv: &savannah::Move| match mv {
                savannah::Move::Play { from: savannah::SourcePile::DiscardOf(owner), .. } => {
                    let player = &view.public().players[*owner];
                    player.left() == 2 && player.reserve.is_empty()
                }
                _ => false,
            };
            let theft = view.legal().into_iter().find(nearly_last);
            let mv = theft.or_else(|| bots::savannah::Simple::pick(view.sight().unwrap())).unwrap();
            table.play(seat, mv).unwrap();
        }
        None
    };
    (1..20_000).find_map(play).unwrap()
}

#[test]
fn v11_who_would_give_another_the_win_is_asked_first() {
    let home = Home::new("gives-win");
    let giving = |table: &Table<Savannah>| -> Option<savannah::Move> {
        let view = table.view(Eye::Seat(Seat::A));
        view.legal().into_iter().find(|mv| view.sight().unwrap().gives_win(*mv).is_some())
    };
    let table = savannah_until("seats=4 reserve=5 discard=1", |table| giving(table).is_some());
    let mv = giving(&table).unwrap().to_string();
    let winner = &mv[1..2];
    std::fs::write(home.file("savannah.record"), table.save()).unwrap();

    let mut game = home.start(&["play", "savannah"]);
    let asked = game.line(&mv);
    assert!(asked.ends_with(&format!("This makes {winner} win: play it? (yes/no) ")), "{asked}");
    assert!(game.line("no").contains("Not played."));
    assert_eq!(home.read("savannah.record"), table.save());
    game.line(&mv);
    let end = game.line("yes");
    assert!(end.contains(&format!("{winner} wins: no card is left in reserve and discard (S18)!")), "{end}");
    game.end();
}

#[test]
fn v14_the_limit_of_rounds_is_told_before_it_bites() {
    let home = Home::new("rounds");
    let late = |table: &Table<Savannah>| {
        table.turn() == Turn::Seat(Seat::A)
            && table.game().public().round == 18
            && table.game().public().first == Some(Seat::A)
    };
    let table = savannah_until("seats=2 rounds=20 first=A", late);
    std::fs::write(home.file("savannah.record"), table.save()).unwrap();
    let mut game = home.start(&["play", "savannah"]);
    assert!(game.opening.contains("2 more rounds after this one"), "{}", game.opening);
    let mut shown = String::new();
    for _ in 0..2 {
        let discard = game.line("?").lines().find_map(|line| {
            Some(line.trim().split_once(' ')?.0.to_owned()).filter(|mv| mv.starts_with('/'))
        });
        shown = game.line(&discard.unwrap());
    }
    assert!(shown.contains("This is the last round") || shown.contains("(S18)!"), "{shown}");
    game.end();
}

#[test]
fn an_unfinished_game_of_savannah_is_exported_as_the_seats_log_only() {
    let home = Home::new("export");
    let input = "export log.txt\nexport log.txt\nq\n";
    let done = home.run(&["play", "savannah", "--deal", "v1:5", "--first", "B"], input);
    assert!(done.out.contains("Wrote log.txt: your log of the turns"), "{}", done.out);
    assert!(done.out.contains("Cannot write log.txt: "), "{}", done.out);
    let log = home.read("log.txt");
    assert!(log.starts_with("1B ") && log.contains(" +4 ") && !log.contains("deal"), "{log}");
    assert_eq!(home.run(&["replay", "log.txt"], "").code, 2);

    let done = home.run(&["play", "klondike"], "d\nexport my game.record\n");
    assert!(done.out.contains("Wrote my game.record: the record."), "{}", done.out);
    assert_eq!(home.read("my game.record"), home.read("klondike.record"));
}

#[test]
fn the_log_shows_what_the_seat_has_seen() {
    let home = Home::new("log");
    let mut game = home.start(&["play", "savannah", "--deal", "v1:5", "--first", "B"]);
    let log = game.line("log");
    let turns: Vec<&str> = log.lines().collect();
    assert!(turns[1].starts_with("1B ") && turns[1].contains(" +4 "), "{log}");
    assert!(turns[2].starts_with("1A ") && !turns[2].contains(" +4"), "{log}");
    game.end();
    let mut game = home.start(&["play", "klondike", "--deal", "v1:7"]);
    game.line("5f");
    let log = game.line("log");
    assert!(
        log.contains("Moved the ace of diamonds to its foundation.\nTurned up the king of clubs"),
        "{log}"
    );
    game.end();
}

#[test]
fn a_game_is_given_up_after_a_question() {
    let home = Home::new("resign");
    let mut game = home.start(&["play", "savannah", "--deal", "v1:5"]);
    assert!(game.line("resign").ends_with("(yes/no) "));
    assert!(game.line("").contains("Played on."));
    game.line("resign");
    assert!(game.line("yes").contains("B wins by resignation."));
    game.end();
    let three = home.run(&["play", "savannah", "--seats", "3"], "resign\n");
    assert!(three.out.contains("You can resign only in a two-player game"), "{}", three.out);
}

#[test]
fn letters_only_where_asked_for() {
    let home = Home::new("ascii");
    for game in ["klondike", "klondike-3", "savannah"] {
        let done = home.run(&["play", game, "--ascii"], "?\nhelp\nlook\nrules\n");
        assert!(done.out.is_ascii(), "{}", done.out);
        let plain = home.run(&["play", game, "--plain", "--new"], "?\nlook\n");
        assert!(plain.out.is_ascii(), "{}", plain.out);
    }
    assert!(home.run(&["rules", "savannah", "--ascii"], "").out.is_ascii());
    let mut coloured = home.command(&["deal", "klondike", "v1:1"]);
    let out = coloured.env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1").output().unwrap().stdout;
    assert!(!out.contains(&0x1b));
}

#[test]
fn no_line_makes_it_stumble() {
    let home = Home::new("lines");
    let mut source = Key::from_number(1).stream(ChanceKind::Deal, 0);
    for game in ["klondike-3", "one-card", "savannah"] {
        let mut input = Vec::new();
        for _ in 0..1500 {
            let letters: &[u8] = b"0123457wfdtruyalh?:>/-ADRBcs \xff\xe2";
            let length = source.below(6);
            input.extend((0..length).map(|_| letters[source.below(letters.len() as u32) as usize]));
            input.push(b'\n');
        }
        let done = home.run_bytes(&["play", game, "--deal", "v1:1", "--plain"], &input);
        assert_eq!((done.code, done.err.as_str()), (0, ""), "{game}");
        assert_eq!(home.run(&["replay", &format!("{game}.record")], "").code, 0, "{game}");
    }
}
