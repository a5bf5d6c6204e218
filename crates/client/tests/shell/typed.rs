//! What has to hold for every game in the typed terminal, in every position of random games.

use cards::{ChanceKind, DealId, Key};
use client::catalog::{PlayVisitor, visit};
use client::klondike::Strength;
use client::savannah::Level;
use client::shell::ViewOf;
use client::test_game::TestGamePlay;
use client::typed::{EventFeed, GlyphSet, Misread, StyledLine, TypedPlay};
use games::catalog::{OFFERS, Offer, offer};
use games::test_game::{Config, TestGame};
use table::{Eye, Game as _, Seat, Table, Turn, View as _};

use crate::Dice;

/// Plays a game at random and checks each position; returns the number of moves.
struct Check {
    config: &'static str,
    deal: u64,
}

impl PlayVisitor for Check {
    type Output = usize;
    fn visit<P: TypedPlay>(self) -> usize {
        let config = self.config.parse().ok().unwrap();
        let mut table = Table::<P::Game>::new(config, DealId::V1(self.deal)).unwrap();
        let mut dice = Dice(self.deal);
        let mut moves = 0;
        while let Turn::Seat(seat) = table.turn()
            && moves < 150
        {
            check_table::<P>(&table.view(Eye::Spectator));
            let view = table.view(Eye::Seat(seat));
            check_table::<P>(&view);
            let legal = view.legal();
            for mv in &legal {
                assert_eq!(P::read_move(&view, &mv.to_string()), Ok(*mv));
                assert!(!P::preview(&view, *mv).is_empty());
            }
            check_lines::<P>(&view, &mut dice);
            if moves % 10 == 0 {
                check_bot::<P>(&view);
            }
            table.play(seat, legal[dice.below(legal.len())]).unwrap();
            moves += 1;
        }
        check_table::<P>(&table.view(Eye::Spectator));
        for seat in Seat::all(table.game().seats()) {
            assert!(!P::log(&table, seat).is_empty());
            let events = EventFeed::new(&table, Eye::Seat(seat)).update(&table);
            assert_eq!(events.len(), table.record().entries.len());
        }
        assert!(!P::title(&table.record().config).is_empty() && !P::MOVES_HELP.is_empty());
        for line in P::MOVES_HELP.lines().chain(P::HINTS_HELP.lines()) {
            assert!(line.starts_with("  ") && line.len() <= 80, "{line}");
        }
        moves
    }
}

fn check_table<P: TypedPlay>(view: &ViewOf<P>) {
    assert!(!P::status(view).is_empty());
    for glyphs in [GlyphSet::Unicode, GlyphSet::Ascii] {
        let picture = P::picture(view, glyphs);
        assert!(!picture.is_empty());
        for line in picture {
            assert!(line.width() <= 80, "{}", line.text());
            assert_eq!(line.text(), line.text().trim_end());
            assert!(glyphs == GlyphSet::Unicode || line.text().is_ascii(), "{}", line.text());
        }
    }
    for line in P::in_words(view).iter().chain(&P::look(view)) {
        assert!(line.is_ascii() && line.contains(": "), "{line}");
    }
    let is_over = view.outcome().is_some();
    assert_eq!(P::describe_end(view, None).is_some(), is_over);
    assert_eq!(P::describe_end(view, Some(Seat::A)).is_some(), is_over);
    assert!(P::finishing_move(view).is_some() || !P::why_no_finish(view).is_empty());
}

/// Whatever is typed is a move, or there is a sentence about it.
fn check_lines<P: TypedPlay>(view: &ViewOf<P>, dice: &mut Dice) {
    const LETTERS: [char; 20] =
        ['0', '1', '3', '7', 'w', 'f', 'd', 't', 'r', 'A', 'R', 'D', 'B', 'h', '>', '/', '-', ':', '♥', ' '];
    for _ in 0..5 {
        let line: String = (0..dice.below(6)).map(|_| LETTERS[dice.below(LETTERS.len())]).collect();
        if let Err(misread) = P::read_move(view, &line) {
            assert!(misread.to_string().len() > 10, "{line}: {misread}");
        }
    }
}

fn check_bot<P: TypedPlay>(view: &ViewOf<P>) {
    let mut random = Key::from_number(1).stream(ChanceKind::Deal, 0);
    let mv = P::bot_move(Level::Beginner, view, &mut random, &mut || false);
    assert_eq!(mv.is_some(), P::HAS_BOTS);
    assert!(mv.is_none_or(|mv| view.legal().contains(&mv)));
}

fn check(row: Offer, config: &'static str, deals: u64) -> usize {
    (0..deals).map(|deal| visit(row.game, Check { config, deal })).sum()
}

#[test]
fn every_game_can_be_typed() {
    for row in OFFERS {
        assert!(check(row, row.config, 3) > 100, "{}", row.name);
    }
    let row = offer("high-card").unwrap();
    assert_eq!((check(row, "seats=1", 5), check(row, "seats=2", 5)), (5 * 3, 5 * 6));
    let savannah = OFFERS.into_iter().find(|row| !client::catalog::levels(row.game).is_empty()).unwrap();
    assert!(check(savannah, "seats=8", 1) > 100);
}

#[test]
fn a_small_game_needs_little() {
    let mut table = Table::<TestGame>::new(Config::ONE, DealId::V1(5)).unwrap();
    let view = table.view(Eye::Seat(Seat::A));
    assert_eq!(TestGamePlay::title(&Config::ONE), "High card");
    assert_eq!(TestGamePlay::read_move(&view, " "), Err(Misread::Empty));
    let misread = TestGamePlay::read_move(&view, "hello").unwrap_err();
    assert_eq!(misread.to_string(), "a move is a card, as in Kh");
    let mut random = Key::from_number(1).stream(ChanceKind::Deal, 0);
    let hint = TestGamePlay::hint(&table, Seat::A, Strength::Nudge, &mut random, &mut || false);
    assert_eq!(hint, ["this game has no hints"]);
    assert_eq!(TestGamePlay::why_no_finish(&view), "this game cannot be finished automatically");
    assert_eq!(TestGamePlay::log(&table, Seat::A), ["The cards are dealt."]);
    let picture: Vec<String> =
        TestGamePlay::picture(&view, GlyphSet::Ascii).iter().map(StyledLine::text).collect();
    assert_eq!(picture[0], "  +stock+ +table+   +-----+ +-----+ +-----+");

    while let Some(mv) = table.view(Eye::Seat(Seat::A)).legal().first() {
        table.play(Seat::A, *mv).unwrap();
    }
    let end = |table: &Table<TestGame>, you| TestGamePlay::describe_end(&table.view(Eye::Spectator), you);
    let winner = if table.outcome().unwrap().winners.is_empty() { "nobody" } else { "you" };
    assert_eq!(end(&table, Some(Seat::A)).unwrap(), format!("{winner} won (X3)"));
    let mut table = Table::<TestGame>::new(Config::TWO, DealId::V1(5)).unwrap();
    assert_eq!(end(&table, None), None);
    table.resign(Seat::A).unwrap();
    assert_eq!(end(&table, Some(Seat::A)).unwrap(), "B won by resignation");
}
