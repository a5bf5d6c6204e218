use bots::Bot;
use bots::savannah::{Level, Simple};
use cards::DealId;
use client::Settings;
use client::savannah::{Choice, Command, Input, Pile, Place, Session};
use client::shell::{Player, SavedGame, SavedSession, Tone, Wait};
use games::savannah::{Config, Foundation, Move, Savannah, SourcePile};
use table::{Eye, Seat, Table, Turn, View as _};

use crate::{Room, against, keen, person, scene};

#[test]
fn whole_games_are_played_by_taps_against_bots_of_all_levels() {
    for (deal, levels) in [(1, vec![Level::Strong]), (2, vec![Level::Beginner, Level::Casual, Level::Keen])] {
        let mut room = Room::new(against(&levels), deal);
        while room.session.wait() != Wait::Over {
            room.step();
        }
        assert!(room.session.view().outcome().is_some());
        assert!(room.session.said().text.to_string().contains("win"), "{}", room.session.said().text);
        // Everything that happened is told, and whatever the bots did has a reason.
        let story = room.session.story();
        assert!(story.iter().all(|line| !line.text.is_empty()));
        assert!(
            story.iter().all(|line| line.reason.is_some() == line.seat.is_some_and(|seat| seat != Seat::A))
        );
    }
}

#[test]
fn a_card_is_picked_and_placed_by_keys_and_refusals_cite_the_rule() {
    let mut room = Room::new(against(&[Level::Keen]), 3);
    let legal = room.session.view().legal();
    for to in Foundation::ALL {
        let mv = Move::Play { from: SourcePile::Reserve, to };
        room.send(Input::Game(Command::Choose(Choice::Reserve)));
        assert_eq!(room.session.pick().map(|pick| pick.place), Some(Place::Reserve(Seat::A)));
        assert_eq!(room.session.targets().contains(&Pile::Foundation(to)), legal.contains(&mv));
        if legal.contains(&mv) {
            room.send(Input::Escape);
        } else {
            room.send(Input::Game(Command::Foundation(to)));
            assert_eq!(room.session.said().tone, Tone::Refused);
            assert!(room.session.said().rule.is_some());
        }
        assert_eq!(room.session.pick(), None);
    }
}

#[test]
fn another_discard_is_taken_after_doubles_only_and_the_rules_say_so() {
    let mut refused = 0;
    let mut taken = 0;
    for deal in 1..40 {
        let mut room = Room::new(against(&[Level::Keen]), deal);
        let b = Seat::new(1).unwrap();
        let doubles = room.session.view().public().dice.unwrap().is_double();
        room.send(Input::Tap(Place::Discard(b)));
        if doubles {
            assert!(room.session.pick().is_some());
            let said = if room.session.targets().is_empty() { Tone::Note } else { Tone::Done };
            assert_eq!(room.session.said().tone, said, "that it goes nowhere is shown");
            // A second tap puts it back, wherever it could go: it would help the other, for good.
            let view = room.session.view().clone();
            room.send(Input::Tap(Place::Discard(b)));
            assert_eq!((room.session.pick(), room.session.view()), (None, &view));
            room.send(Input::DoubleTap(Place::Discard(b)));
            assert_eq!(room.session.view(), &view);
            taken += 1;
        } else {
            assert_eq!(room.session.said().rule.as_deref().unwrap(), "S9");
            refused += 1;
        }
    }
    assert!(refused > 10 && taken > 1);
}

#[test]
fn the_turn_ends_by_the_button_and_one_tap_or_by_dragging_to_the_own_discard() {
    let mut room = Room::new(against(&[Level::Keen]), 5);
    let b = Seat::new(1).unwrap();
    room.send(Input::Lift(Place::Hand(1)));
    assert!(room.session.targets().contains(&Pile::Discard(Seat::A)));
    room.send(Input::Drop(Some(Pile::Reserve(b))));
    assert_eq!(room.session.said().rule.as_deref().unwrap(), "S7");
    let top = room.session.view().hand().unwrap()[1];
    room.send(Input::Lift(Place::Hand(1)));
    room.session.handle(Input::Drop(Some(Pile::Discard(Seat::A))), room.now);
    assert_eq!(room.session.view().public().players[Seat::A].discard.top(), Some(top));
    assert_ne!(room.session.wait(), Wait::Person(Seat::A));
    room.run();
    assert_eq!(room.session.wait(), Wait::Person(Seat::A));

    room.send(Input::Game(Command::EndTurn));
    assert!(room.session.is_discarding());
    room.send(Input::Escape);
    let hand = room.session.view().hand().unwrap().to_vec();
    room.send(Input::Game(Command::EndTurn));
    room.session.handle(Input::Tap(Place::Hand(2)), room.now);
    assert_eq!(room.session.view().public().players[Seat::A].discard.top(), Some(hand[2]));
}

/// A game in which the next move can make another player win: two steals after another have to leave
/// somebody one card.
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
fn before_another_wins_by_it_a_question_is_asked() {
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
    let mut room = Room::at(Session::resume(&saved, Settings::default(), 1).unwrap());
    let take = |room: &mut Room| {
        room.send(Input::Tap(Place::Discard(owner)));
        room.send(Input::Tap(Place::Foundation(to)));
    };
    take(&mut room);
    assert_eq!(room.session.question().unwrap(), format!("This makes {owner} win (V11). Play it?").as_str());
    room.send(Input::Tap(Place::Reserve(seat)));
    assert_eq!(room.session.pick(), None, "nothing else is done before the answer");
    room.send(Input::Answer(false));
    assert_eq!((room.session.question(), room.session.wait()), (None, Wait::Person(seat)));
    take(&mut room);
    room.send(Input::Answer(true));
    assert!(room.session.view().outcome().unwrap().winners.has(owner));
}

#[test]
fn a_hint_is_a_legal_move_with_a_reason_and_goes_with_the_next_move() {
    let mut room = Room::new(against(&[Level::Keen]), 6);
    room.send(Input::Hint);
    let hint = room.session.hint().unwrap();
    assert!(room.session.view().legal().contains(&hint));
    assert!(room.session.said().text.to_string().starts_with("Hint: "), "{}", room.session.said().text);
    assert_eq!(room.session.said().tone, Tone::Hint);
    assert_eq!(scene(&room.session, 1280.0, 700.0).arrows.len(), 1);
    let mv = keen(&room.session);
    room.tap(mv);
    assert_eq!(room.session.hint(), None);
}

#[test]
fn why_tells_about_the_last_move_of_another() {
    let mut room = Room::new(against(&[Level::Keen]), 8);
    room.send(Input::Why);
    assert_eq!(room.session.said().text, "Nobody else has moved yet.");
    while room.session.story().iter().all(|line| line.reason.is_none()) {
        room.step();
    }
    room.send(Input::Why);
    assert!(
        room.session.said().text.to_string().starts_with("B discarded the "),
        "{}",
        room.session.said().text
    );
    assert!(room.session.said().text.to_string().contains(": "));
}

#[test]
fn undo_goes_as_far_as_the_rules_allow_and_says_why_no_further() {
    let (mut undone, mut refused) = (0, 0);
    for deal in 1..30 {
        let mut room = Room::new(against(&[Level::Keen]), deal);
        for _ in 0..40 {
            let Wait::Person(_) = room.session.wait() else { break };
            let before = room.session.view().clone();
            let mv = keen(&room.session);
            room.tap(mv);
            if matches!(room.session.wait(), Wait::Person(_)) {
                if room.session.can_undo() {
                    room.send(Input::Undo);
                    assert_eq!(*room.session.view(), before);
                    assert!(room.session.can_redo());
                    room.send(Input::Redo);
                    undone += 1;
                } else {
                    room.send(Input::Undo);
                    assert!(
                        room.session.said().text.to_string().contains("(V17)")
                            || room.session.said().text.to_string().contains("since"),
                        "{}",
                        room.session.said().text
                    );
                    refused += 1;
                }
            }
            room.run();
        }
    }
    assert!(undone > 0 && refused > 20, "{undone} {refused}");
}

#[test]
fn two_can_give_up_and_more_leave_their_seat_to_a_bot() {
    let mut room = Room::new(against(&[Level::Keen]), 9);
    room.send(Input::Resign);
    assert!(room.session.question().is_some());
    room.send(Input::Answer(true));
    assert_eq!(room.session.wait(), Wait::Over);
    assert!(room.session.said().text.to_string().contains("B wins"), "{}", room.session.said().text);

    let mut room = Room::new(vec![person("Anna"), person("Ben"), person("Cleo")], 9);
    room.step();
    room.send(Input::Resign);
    room.send(Input::Answer(true));
    assert!(!room.session.players()[0].is_person());
    room.run();
    assert_eq!(room.session.wait(), Wait::Handover(Seat::new(1).unwrap()));
}

#[test]
fn the_same_players_play_again_and_the_next_one_begins() {
    let mut room = Room::new(against(&[Level::Keen, Level::Keen]), 10);
    room.send(Input::Again);
    assert_eq!(room.session.view().public().first, Seat::new(1));
    assert_eq!(room.session.players().len(), 3);
    room.run();
    assert_eq!(room.session.wait(), Wait::Person(Seat::A));
}

#[test]
fn choosing_a_discard_ends_with_another_card_or_with_escape() {
    let mut room = Room::new(against(&[Level::Keen]), 5);
    assert!(!room.session.is_discarding());
    let start = |room: &mut Room| {
        room.send(Input::Game(Command::EndTurn));
        assert!(room.session.is_discarding());
        assert!(room.session.said().text.to_string().starts_with("Choose the card"));
    };
    start(&mut room);
    room.send(Input::Escape);
    assert_eq!(
        (room.session.is_discarding(), room.session.said().text.to_string()),
        (false, "Put back.".to_owned())
    );
    // Another card is meant for something else, and the next card of the hand is only picked up.
    start(&mut room);
    room.send(Input::Tap(Place::Reserve(Seat::A)));
    assert!(room.session.pick().is_some() && !room.session.is_discarding());
    let version = room.session.version();
    room.send(Input::Tap(Place::Hand(0)));
    assert_eq!(room.session.version(), version);
    assert_eq!(room.session.pick().map(|pick| pick.place), Some(Place::Hand(0)));
    room.send(Input::Escape);
    // A tap is a tap, also where a drag was not ended.
    room.send(Input::Lift(Place::Hand(1)));
    room.send(Input::Tap(Place::Hand(0)));
    assert_eq!(room.session.pick().map(|pick| (pick.place, pick.held)), Some((Place::Hand(0), false)));
    room.send(Input::Escape);
    // A drag says nothing by itself.
    start(&mut room);
    let serial = room.session.said().serial;
    room.send(Input::Lift(Place::Hand(1)));
    room.send(Input::Drop(None));
    assert_eq!(room.session.said().serial, serial);
}

#[test]
fn escape_answers_a_question_with_no() {
    let mut room = Room::new(against(&[Level::Keen]), 9);
    room.send(Input::Resign);
    room.send(Input::Escape);
    assert_eq!((room.session.question(), room.session.wait()), (None, Wait::Person(Seat::A)));
    assert_eq!(room.session.said().text, "Nothing was done.");
}
