use bots::Bot;
use bots::Level;
use bots::savannah::Simple;
use cards::DealId;
use client::Settings;
use client::savannah::{Choice, Command, Input, Pile, Place, Session};
use client::shell::{Player, SavedGame, SavedSession, Tone, Wait};
use games::savannah::{Config, Foundation, Move, Savannah, SourcePile};
use table::{Eye, Seat, Table, Turn, View as _};

use crate::{TestTable, against, keen, person, scene};

#[test]
fn whole_games_are_played_by_taps_against_bots_of_all_levels() {
    for (deal, levels) in [(1, vec![Level::Strong]), (2, vec![Level::Beginner, Level::Casual, Level::Keen])] {
        let mut test = TestTable::new(against(&levels), deal);
        while test.session.wait() != Wait::Over {
            test.step();
        }
        assert!(test.session.view().outcome().is_some());
        assert!(test.session.said().text.to_string().contains("win"), "{}", test.session.said().text);
        // The log has every event, and each move of a bot has a reason.
        let story = test.session.story();
        assert!(story.iter().all(|line| !line.text.is_empty()));
        assert!(
            story.iter().all(|line| line.reason.is_some() == line.seat.is_some_and(|seat| seat != Seat::A))
        );
    }
}

#[test]
fn a_card_is_picked_and_placed_by_keys_and_refusals_cite_the_rule() {
    let mut test = TestTable::new(against(&[Level::Keen]), 3);
    let legal = test.session.view().legal();
    for to in Foundation::ALL {
        let mv = Move::Play { from: SourcePile::Reserve, to };
        test.send(Input::Game(Command::Choose(Choice::Reserve)));
        assert_eq!(test.session.pick().map(|pick| pick.place), Some(Place::Reserve(Seat::A)));
        assert_eq!(test.session.targets().contains(&Pile::Foundation(to)), legal.contains(&mv));
        if legal.contains(&mv) {
            test.send(Input::Escape);
        } else {
            test.send(Input::Game(Command::Foundation(to)));
            assert_eq!(test.session.said().tone, Tone::Refused);
            assert!(test.session.said().rule.is_some());
        }
        assert_eq!(test.session.pick(), None);
    }
}

#[test]
fn another_players_discard_can_be_played_only_after_doubles() {
    let mut refused = 0;
    let mut taken = 0;
    for deal in 1..40 {
        let mut test = TestTable::new(against(&[Level::Keen]), deal);
        let b = Seat::new(1).unwrap();
        let doubles = test.session.view().public().dice.unwrap().is_double();
        test.send(Input::Tap(Place::Discard(b)));
        if doubles {
            assert!(test.session.pick().is_some());
            let said = if test.session.targets().is_empty() { Tone::Note } else { Tone::Done };
            assert_eq!(test.session.said().tone, said, "that it goes nowhere is shown");
            // A second tap puts it back even if it fits: playing it would help the other player and could not
            // be undone.
            let view = test.session.view().clone();
            test.send(Input::Tap(Place::Discard(b)));
            assert_eq!((test.session.pick(), test.session.view()), (None, &view));
            test.send(Input::DoubleTap(Place::Discard(b)));
            assert_eq!(test.session.view(), &view);
            taken += 1;
        } else {
            assert_eq!(test.session.said().rule.as_deref().unwrap(), "S9");
            refused += 1;
        }
    }
    assert!(refused > 10 && taken > 1);
}

#[test]
fn a_turn_ends_by_button_and_tap_or_by_dragging_to_the_discard() {
    let mut test = TestTable::new(against(&[Level::Keen]), 5);
    let b = Seat::new(1).unwrap();
    test.send(Input::Lift(Place::Hand(1)));
    assert!(test.session.targets().contains(&Pile::Discard(Seat::A)));
    test.send(Input::Drop(Some(Pile::Reserve(b))));
    assert_eq!(test.session.said().rule.as_deref().unwrap(), "S7");
    let top = test.session.view().hand().unwrap()[1];
    test.send(Input::Lift(Place::Hand(1)));
    test.session.handle(Input::Drop(Some(Pile::Discard(Seat::A))), test.now);
    assert_eq!(test.session.view().public().players[Seat::A].discard.top(), Some(top));
    assert_ne!(test.session.wait(), Wait::Person(Seat::A));
    test.run();
    assert_eq!(test.session.wait(), Wait::Person(Seat::A));

    test.send(Input::Game(Command::EndTurn));
    assert!(test.session.is_discarding());
    test.send(Input::Escape);
    let hand = test.session.view().hand().unwrap().to_vec();
    test.send(Input::Game(Command::EndTurn));
    test.session.handle(Input::Tap(Place::Hand(2)), test.now);
    assert_eq!(test.session.view().public().players[Seat::A].discard.top(), Some(hand[2]));
}

/// A game in which the next move can make another player win, because plays from that player's discard left
/// only one card.
fn giving_a_win() -> (Table<Savannah>, Seat, Move) {
    for deal in 1.. {
        let mut table = Table::<Savannah>::new(Config::new(6).unwrap(), DealId::V1(deal)).unwrap();
        let mut thoughts = bots::random_stream(deal, Seat::A);
        while let Turn::Seat(seat) = table.turn() {
            let view = table.view(Eye::Seat(seat));
            let sight = view.sight().unwrap();
            let legal = view.legal();
            if let Some(mv) = legal.iter().find(|mv| sight.gives_win(**mv).is_some()) {
                return (table, seat, *mv);
            }
            let nearly = |mv: &&Move| matches!(mv, Move::Play { from: SourcePile::DiscardOf(seat), .. } if view.public().players[*seat].left() == 2);
            let keen = Simple.choose(&view, &mut thoughts, &mut || false).unwrap();
            table.play(seat, legal.iter().find(nearly).copied().unwrap_or(keen)).unwrap();
        }
    }
    unreachable!("there are deals enough")
}

#[test]
fn a_move_that_makes_another_player_win_asks_first() {
    let (table, seat, mv) = giving_a_win();
    let Move::Play { from: SourcePile::DiscardOf(owner), to } = mv else { panic!("{mv}") };
    let players =
        Seat::all(6).map(|other| if other == seat { person("Anna") } else { Player::bot(Level::Keen) });
    let game = SavedGame::<Move> {
        record: table.save(),
        players: players.collect(),
        spent: 0,
        certificate: None,
        id: None,
        hints: 0,
    };
    let saved = serde_json::to_string(&SavedSession { game, previous: None }).unwrap();
    let mut test = TestTable::at(Session::resume(&saved, Settings::default(), 1).unwrap());
    let take = |test: &mut TestTable| {
        test.send(Input::Tap(Place::Discard(owner)));
        test.send(Input::Tap(Place::Foundation(to)));
    };
    take(&mut test);
    assert_eq!(test.session.question().unwrap(), format!("This makes {owner} win (V11). Play it?").as_str());
    test.send(Input::Tap(Place::Reserve(seat)));
    assert_eq!(test.session.pick(), None, "nothing else is done before the answer");
    test.send(Input::Answer(false));
    assert_eq!((test.session.question(), test.session.wait()), (None, Wait::Person(seat)));
    take(&mut test);
    test.send(Input::Answer(true));
    assert!(test.session.view().outcome().unwrap().winners.has(owner));
}

#[test]
fn a_hint_is_a_legal_move_with_a_reason_until_the_next_move() {
    let mut test = TestTable::new(against(&[Level::Keen]), 6);
    test.send(Input::Hint);
    let hint = test.session.hint().unwrap();
    assert!(test.session.view().legal().contains(&hint));
    assert!(test.session.said().text.to_string().starts_with("Hint: "), "{}", test.session.said().text);
    assert_eq!(test.session.said().tone, Tone::Hint);
    assert_eq!(scene(&test.session, 1280.0, 700.0).arrows.len(), 1);
    let mv = keen(&test.session);
    test.tap(mv);
    assert_eq!(test.session.hint(), None);
}

#[test]
fn why_explains_another_players_last_move() {
    let mut test = TestTable::new(against(&[Level::Keen]), 8);
    test.send(Input::Why);
    assert_eq!(test.session.said().text, "Nobody else has moved yet.");
    while test.session.story().iter().all(|line| line.reason.is_none()) {
        test.step();
    }
    test.send(Input::Why);
    assert!(
        test.session.said().text.to_string().starts_with("B discarded the "),
        "{}",
        test.session.said().text
    );
    assert!(test.session.said().text.to_string().contains(": "));
}

#[test]
fn undo_stops_where_the_rules_forbid_it_and_says_why() {
    let (mut undone, mut refused) = (0, 0);
    for deal in 1..30 {
        let mut test = TestTable::new(against(&[Level::Keen]), deal);
        for _ in 0..40 {
            let Wait::Person(_) = test.session.wait() else { break };
            let before = test.session.view().clone();
            let mv = keen(&test.session);
            test.tap(mv);
            if matches!(test.session.wait(), Wait::Person(_)) {
                if test.session.can_undo() {
                    test.send(Input::Undo);
                    assert_eq!(*test.session.view(), before);
                    assert!(test.session.can_redo());
                    test.send(Input::Redo);
                    undone += 1;
                } else {
                    test.send(Input::Undo);
                    assert!(
                        test.session.said().text.to_string().contains("(V17)")
                            || test.session.said().text.to_string().contains("since"),
                        "{}",
                        test.session.said().text
                    );
                    refused += 1;
                }
            }
            test.run();
        }
    }
    assert!(undone > 0 && refused > 20, "{undone} {refused}");
}

#[test]
fn two_players_can_resign_and_more_leave_their_seat_to_a_bot() {
    let mut test = TestTable::new(against(&[Level::Keen]), 9);
    test.send(Input::Resign);
    assert!(test.session.question().is_some());
    test.send(Input::Answer(true));
    assert_eq!(test.session.wait(), Wait::Over);
    assert!(test.session.said().text.to_string().contains("B wins"), "{}", test.session.said().text);

    let mut test = TestTable::new(vec![person("Anna"), person("Ben"), person("Cleo")], 9);
    test.step();
    test.send(Input::Resign);
    test.send(Input::Answer(true));
    assert!(!test.session.players()[0].is_person());
    test.run();
    assert_eq!(test.session.wait(), Wait::Handover(Seat::new(1).unwrap()));
}

#[test]
fn the_same_players_play_again_and_the_next_seat_begins() {
    let mut test = TestTable::new(against(&[Level::Keen, Level::Keen]), 10);
    test.send(Input::Again);
    assert_eq!(test.session.view().public().first, Seat::new(1));
    assert_eq!(test.session.players().len(), 3);
    test.run();
    assert_eq!(test.session.wait(), Wait::Person(Seat::A));
}

#[test]
fn choosing_a_discard_ends_with_another_card_or_with_escape() {
    let mut test = TestTable::new(against(&[Level::Keen]), 5);
    assert!(!test.session.is_discarding());
    let start = |test: &mut TestTable| {
        test.send(Input::Game(Command::EndTurn));
        assert!(test.session.is_discarding());
        assert!(test.session.said().text.to_string().starts_with("Choose a card"));
    };
    start(&mut test);
    test.send(Input::Escape);
    assert_eq!(
        (test.session.is_discarding(), test.session.said().text.to_string()),
        (false, "Put back.".to_owned())
    );
    // Picking another card ends the mode, so the next card of the hand is only picked up.
    start(&mut test);
    test.send(Input::Tap(Place::Reserve(Seat::A)));
    assert!(test.session.pick().is_some() && !test.session.is_discarding());
    let version = test.session.version();
    test.send(Input::Tap(Place::Hand(0)));
    assert_eq!(test.session.version(), version);
    assert_eq!(test.session.pick().map(|pick| pick.place), Some(Place::Hand(0)));
    test.send(Input::Escape);
    // A tap works even if a drag was not ended.
    test.send(Input::Lift(Place::Hand(1)));
    test.send(Input::Tap(Place::Hand(0)));
    assert_eq!(test.session.pick().map(|pick| (pick.place, pick.held)), Some((Place::Hand(0), false)));
    test.send(Input::Escape);
    // A drag alone announces nothing.
    start(&mut test);
    let serial = test.session.said().serial;
    test.send(Input::Lift(Place::Hand(1)));
    test.send(Input::Drop(None));
    assert_eq!(test.session.said().serial, serial);
}

#[test]
fn escape_answers_a_question_with_no() {
    let mut test = TestTable::new(against(&[Level::Keen]), 9);
    test.send(Input::Resign);
    test.send(Input::Escape);
    assert_eq!((test.session.question(), test.session.wait()), (None, Wait::Person(Seat::A)));
    assert_eq!(test.session.said().text, "The game continues.");
}
