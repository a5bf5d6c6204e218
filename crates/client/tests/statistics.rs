//! Every game is counted once, whatever happens to it.

use client::statistics::{Book, End, ParseBookError, Played, Summary, weeks};

const DAY: u64 = 24 * 3600 * 1000;

fn played(id: u64, end: End, at: u64) -> Played {
    let kind = "klondike".parse().expect("a kind");
    Played { id, end, at, spent: 60_000 + id % 50, moves: 100 - (id % 50) as u32, hints: 0, kind }
}

fn book(games: &[Played]) -> Book {
    let mut book = Book::default();
    games.iter().cloned().for_each(|played| book.note(played));
    book
}

#[test]
fn a_book_is_read_back() {
    let mut with_hints = played(0xffff_ffff_ffff_ffff, End::Restarted, 7);
    with_hints.hints = 3;
    with_hints.kind = "savannah 5 expert".parse().expect("a kind");
    let book = book(&[played(1, End::Open, 1), played(2, End::Won, 5), with_hints]);
    assert_eq!(book.to_string().parse(), Ok(book.clone()));
    assert_eq!(Book::default().to_string().parse(), Ok(Book::default()));
    assert_eq!(book.kinds().len(), 2);
}

#[test]
fn an_error_names_the_line() {
    let whole = book(&[played(1, End::Won, 1), played(2, End::Lost, 2)]).to_string();
    assert_eq!("".parse::<Book>(), Err(ParseBookError::Head));
    assert_eq!(whole.replace("statistics 1", "statistics 2").parse::<Book>(), Err(ParseBookError::Head));
    let error = whole.replace("lost", "last").parse::<Book>().expect_err("no game ends so");
    assert!(error.to_string().starts_with("line 3 cannot be read"), "{error}");
    let twice = format!("{whole}{}\n", played(1, End::Left, 9));
    assert_eq!(twice.parse::<Book>(), Err(ParseBookError::Twice(4)));
    for at in 0..whole.len() {
        // Any cut-off text gives a list or an error.
        let _ = whole[..at].parse::<Book>();
    }
}

#[test]
fn merging_two_tabs_counts_a_game_once_with_its_last_state() {
    let (left, right) = (
        book(&[played(1, End::Open, 10), played(2, End::Won, 20)]),
        book(&[played(1, End::Left, 30), played(3, End::Lost, 5)]),
    );
    let (mut one, mut other) = (left.clone(), right.clone());
    one.merge(right);
    other.merge(left);
    assert_eq!(one, other);
    let ends: Vec<(u64, End)> = one.games().iter().map(|played| (played.id, played.end)).collect();
    assert_eq!(ends, [(3, End::Lost), (2, End::Won), (1, End::Left)]);
    one.note(played(2, End::Lost, 20));
    other.note(played(2, End::Lost, 20));
    assert_eq!(one.games()[1].end, End::Lost, "what comes later at the same time holds");
    one.note(played(1, End::Open, 12));
    assert_eq!(one, other, "what comes late and is older changes nothing");
}

#[test]
fn wins_with_hints_are_separate_and_do_not_extend_streaks() {
    let mut helped = played(4, End::Won, 4);
    (helped.hints, helped.spent, helped.moves) = (1, 1, 1);
    let games = [
        played(1, End::Won, 1),
        played(2, End::Won, 2),
        played(3, End::Open, 3),
        helped,
        played(5, End::Won, 5),
        played(6, End::Left, 6),
        played(7, End::Won, 7),
        played(8, End::Restarted, 8),
        played(9, End::Lost, 9),
        played(10, End::Won, 10),
    ];
    let summary = Summary::of(&games);
    assert_eq!((summary.played, summary.won, summary.won_with_hints), (10, 5, 1));
    assert_eq!((summary.lost, summary.left, summary.restarted), (1, 1, 1));
    assert_eq!((summary.streak, summary.longest_streak), (1, 3));
    assert_eq!((summary.best_time, summary.best_moves), (Some(60_001), Some(90)));
    assert_eq!(summary.share(), Some(56));
    assert_eq!(Summary::of(&games[2..3]).share(), None);
}

#[test]
fn weeks_begin_on_monday() {
    // Thursday, 1 January 2026.
    let now = 20_454 * DAY;
    let games = [
        played(1, End::Won, now),
        played(2, End::Lost, now - 3 * DAY),
        played(3, End::Won, now - 4 * DAY),
        played(4, End::Won, now - 300 * DAY),
    ];
    let weeks = weeks(&games, now, 3);
    let counts: Vec<(u32, u32)> = weeks.iter().map(|week| (week.played, week.won)).collect();
    assert_eq!(counts, [(0, 0), (1, 1), (2, 1)]);
    assert_eq!(weeks[2].began, now - 3 * DAY);
}
