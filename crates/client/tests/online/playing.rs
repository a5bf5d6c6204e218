//! A game at a table elsewhere, at the same desk as any other.

use bots::{Bot, savannah::Simple};
use client::online::{Input as Heard, Out as Visited};
use client::savannah::{Desk, Input, Kind, Place, Presence, Step, Wait};
use client::{Out, Pace, Settings};
use games::savannah::{Move, Pile};
use table::{Eye, Refusal, Rule, Seat, Turn, View as _};
use wire::{Act, ToClient, Why};

use crate::{House, Page, answers, b, done};

/// A page with a desk, at the table of a card room, and whoever plays there.
struct Evening {
    house: House,
    page: Page,
    desk: Desk,
    eye: Eye,
}

fn step(out: Vec<Visited>) -> Step {
    let step = out.into_iter().find_map(|out| match out {
        Visited::Begin(step) | Visited::Step(step) => Some(*step),
        _ => None,
    });
    step.expect("something is to be seen")
}

impl Evening {
    fn new(seats: u8, deal: u64, eye: Eye, pace: Pace) -> Evening {
        let mut house = House::new(seats);
        let mut page = Page::at(house.id);
        page.welcome();
        page.sees(house.seen(eye, 0));
        house.deal(deal);
        let begin = step(page.sees(house.seen(eye, 0)));
        let desk = Desk::remote(begin, Settings { pace, ..Settings::default() });
        Evening { house, page, desk, eye }
    }

    fn turn(&self) -> Option<Seat> {
        match self.house.game.as_ref().unwrap().turn() {
            Turn::Seat(seat) => Some(seat),
            _ => None,
        }
    }

    /// What a keen player would do on a seat.
    fn keen(&self, seat: Seat) -> Move {
        let view = self.house.view(Eye::Seat(seat)).unwrap();
        Simple.choose(&view, &mut bots::random_stream(self.house.version, seat), &mut || false).unwrap()
    }

    /// Somebody else plays, and the page hears of it.
    fn other_plays(&mut self, seat: Seat) -> Vec<wire::News> {
        let seen = self.house.play(seat, self.keen(seat), self.eye);
        let news = seen.news.clone();
        let step = step(self.page.sees(seen));
        self.desk.hear(step, self.page.now);
        news
    }

    /// Does a move by taps. What is sent then.
    fn tap(&mut self, mv: Move) -> Vec<(u64, u64, Act)> {
        let hand = self.desk.view().hand().unwrap().to_vec();
        let at = |card| Place::Hand(hand.iter().position(|held| *held == card).unwrap() as u8);
        let inputs = match mv {
            Move::Play { from, to } => {
                let place = match from {
                    Pile::Hand(card) => at(card),
                    Pile::Reserve => Place::Reserve(Seat::A),
                    Pile::Discard => Place::Discard(Seat::A),
                    Pile::DiscardOf(owner) => Place::Discard(owner),
                };
                vec![Input::Tap(place), Input::Tap(Place::Foundation(to))]
            }
            Move::Discard(card) if self.desk.discards() => vec![Input::Tap(at(card))],
            Move::Discard(card) => vec![Input::EndTurn, Input::Tap(at(card))],
            Move::End => vec![Input::EndTurn],
        };
        for input in inputs {
            self.desk.handle(input, self.page.now);
        }
        if self.desk.question().is_some() {
            self.desk.handle(Input::Sure(true), self.page.now);
        }
        let acts: Vec<Act> = self
            .desk
            .take_out()
            .into_iter()
            .filter_map(|out| if let Out::Act(act) = out { Some(act) } else { None })
            .collect();
        acts.into_iter().flat_map(|act| done(&self.page.hear(Heard::Do(act)))).collect()
    }

    /// The card room does what was sent, and the page hears of it.
    fn fulfil(&mut self, (id, _, act): (u64, u64, Act)) {
        let Act::Play(mv) = act else { panic!("{act:?}") };
        let seen = self.house.play(Seat::A, mv, self.eye);
        let step = step(self.page.sees(seen));
        self.desk.hear(step, self.page.now);
        let version = self.house.version;
        let out = self.page.told(&ToClient::Done { id, version });
        assert_eq!(answers(&out), [(Some(act), Ok(version))]);
        assert_eq!(out[1..], [Visited::Done]);
        self.desk.done(self.page.now);
    }
}

fn faces(desk: &Desk) -> usize {
    desk.scene(1280.0, 700.0).piles.iter().flatten().filter(|laid| laid.face.is_some()).count()
}

#[test]
fn a_whole_game_is_played_and_told_as_the_card_room_tells_it() {
    for (seats, eye) in [(2, Eye::Seat(Seat::A)), (4, Eye::Seat(Seat::A)), (3, Eye::Spectator)] {
        let mut evening = Evening::new(seats, 5, eye, Pace::AtOnce);
        let (mut told, mut moves) = (0, 0);
        while let Some(seat) = evening.turn() {
            moves += 1;
            assert!(moves < 5_000);
            let before = evening.desk.story().len();
            if eye == Eye::Seat(seat) {
                assert_eq!(evening.desk.wait(), Wait::Person(seat));
                assert_eq!(evening.desk.view().legal(), evening.house.view(eye).unwrap().legal());
                let mv = evening.keen(seat);
                let sent = evening.tap(mv);
                assert_eq!(sent.len(), 1, "{mv}");
                // Nothing more can be done before it has come back.
                assert_eq!((evening.desk.wait(), evening.desk.sent()), (Wait::Other(seat), Some(mv)));
                assert_eq!(evening.tap(mv), []);
                evening.fulfil(sent[0]);
            } else {
                let news = evening.other_plays(seat);
                let story = evening.desk.story();
                let names: Vec<String> =
                    evening.desk.players().iter().map(|player| player.name.clone()).collect();
                for (line, news) in story[before..].iter().zip(&news) {
                    assert_eq!(line.told, news.told.called(&names));
                    told += 1;
                }
                assert_eq!(story.len(), before + news.len());
            }
            assert_eq!(evening.desk.view(), &evening.house.view(eye).unwrap());
        }
        assert!(told > 20);
        assert_eq!(evening.desk.wait(), Wait::Over);
        assert!(evening.desk.take_out().iter().all(|out| !matches!(out, Out::Save | Out::Count(_))));
    }
}

#[test]
fn a_card_lies_where_it_was_put_until_the_card_room_has_answered() {
    let mut evening = Evening::new(2, 5, Eye::Seat(Seat::A), Pace::AtOnce);
    let before = faces(&evening.desk);
    let mv = evening.keen(Seat::A);
    let sent = evening.tap(mv);
    let scene = evening.desk.scene(1280.0, 700.0);
    let on_its_way: Vec<_> = scene.piles.iter().flatten().filter(|laid| laid.mark.sent).collect();
    assert_eq!(on_its_way.len(), 1);
    let key = on_its_way[0].key.clone();
    assert!(on_its_way[0].from.is_some());
    assert_eq!(faces(&evening.desk), before, "no card is lost or doubled");
    assert!(scene.piles.iter().flatten().all(|laid| !laid.mark.lit
        || laid.place == Place::Stock
        || matches!(laid.place, Place::Foundation(_))));
    evening.fulfil(sent[0]);
    let scene = evening.desk.scene(1280.0, 700.0);
    let there = scene.piles.iter().flatten().find(|laid| laid.key == key);
    assert!(there.is_some_and(|laid| !laid.mark.sent), "the same card lies there");
}

#[test]
fn what_is_refused_goes_back_and_says_why() {
    for (why, text, rule) in [
        (Why::Stale, "The game has gone on in the meantime.", None),
        (Why::Unstored, "This could not be stored, so it has not happened: try again.", None),
        (
            Why::Rule(Refusal::new(Rule::new('S', 12), text::Text::name("it does not fit"))),
            "It does not fit (S12).",
            Some("S12"),
        ),
    ] {
        let mut evening = Evening::new(2, 5, Eye::Seat(Seat::A), Pace::AtOnce);
        let before = evening.desk.scene(1280.0, 700.0);
        let mv = evening.keen(Seat::A);
        let (id, ..) = evening.tap(mv)[0];
        let out = evening.page.told(&ToClient::Refused { id: Some(id), version: 2, why: why.clone() });
        assert_eq!(answers(&out), [(Some(Act::Play(mv)), Err(why))]);
        let [_, Visited::Refused(refusal, told)] = out.as_slice() else { panic!("{out:?}") };
        evening.desk.refused(refusal.as_ref(), told.clone(), 0);
        assert_eq!(evening.desk.said().text.to_string(), text);
        assert_eq!(evening.desk.said().rule.as_deref(), rule);
        let after = evening.desk.scene(1280.0, 700.0);
        let keys = |scene: &client::savannah::Scene| {
            scene.piles.iter().flatten().map(|laid| laid.key.clone()).collect::<Vec<_>>()
        };
        assert_eq!(keys(&before), keys(&after));
        assert_eq!(
            after.piles.iter().flatten().filter(|laid| laid.from.is_some()).count(),
            1,
            "it glides back"
        );
        assert_eq!(evening.desk.wait(), Wait::Person(Seat::A));
    }
}

#[test]
fn what_others_do_is_shown_one_thing_after_the_other() {
    let mut evening = Evening::new(2, 5, Eye::Seat(Seat::A), Pace::Normal);
    while evening.turn() == Some(Seat::A) {
        let sent = evening.tap(evening.keen(Seat::A));
        evening.fulfil(sent[0]);
    }
    // Ben plays faster than anybody can follow.
    let mut steps = 0;
    while evening.turn() == Some(b()) {
        evening.other_plays(b());
        steps += 1;
    }
    assert!(steps >= 2, "the deal lets Ben do several things");
    assert_ne!(evening.desk.view(), &evening.house.view(evening.eye).unwrap());
    assert_eq!(evening.desk.wait(), Wait::Other(evening.desk.view().public().seat));
    let mut shown = 0;
    while let Some(after) = evening
        .desk
        .take_out()
        .iter()
        .rev()
        .find_map(|out| if let Out::Wake(after) = out { Some(*after) } else { None })
    {
        evening.page.now += u64::from(after);
        evening.desk.tick(evening.page.now);
        shown += 1;
    }
    assert!(shown >= steps - 1, "{shown} of {steps}");
    assert_eq!(evening.desk.view(), &evening.house.view(evening.eye).unwrap());
    assert_eq!(evening.desk.wait(), Wait::Person(Seat::A));
}

#[test]
fn who_comes_back_is_told_what_happened_meanwhile() {
    let mut evening = Evening::new(3, 5, Eye::Seat(Seat::A), Pace::Normal);
    while evening.turn() == Some(Seat::A) {
        let sent = evening.tap(evening.keen(Seat::A));
        evening.fulfil(sent[0]);
    }
    evening.page.hear(Heard::Closed);
    let known = evening.house.game.as_ref().unwrap().record().entries.len();
    while let Some(seat) = evening.turn().filter(|seat| *seat != Seat::A) {
        let mv = evening.keen(seat);
        evening.house.play(seat, mv, evening.eye);
    }
    evening.page.now += 5_000;
    evening.page.hear(Heard::Tick);
    evening.page.welcome();
    let seen = evening.house.seen(evening.eye, known);
    let step = step(evening.page.sees(seen));
    assert!(step.missed);
    evening.desk.hear(step, evening.page.now);
    assert!(evening.desk.said().text.to_string().starts_with("While you were away: "));
    assert_eq!(evening.desk.wait(), Wait::Person(Seat::A));
}

#[test]
fn those_who_are_away_are_marked_and_a_bot_that_plays_for_you_is_left_alone() {
    let mut evening = Evening::new(2, 5, Eye::Seat(Seat::A), Pace::AtOnce);
    evening.house.sitting[b()].present = false;
    evening.house.sitting[b()].late = true;
    let entries = evening.house.game.as_ref().unwrap().record().entries.len();
    let out = evening.page.sees(evening.house.seen(evening.eye, entries));
    evening.desk.hear(step(out), 0);
    assert_eq!(evening.desk.player(b()).kind, Kind::Guest(Presence::Late));
    assert!(evening.desk.scene(1280.0, 700.0).seats[0].away);
    assert_eq!(evening.page.visit.late().len(), 1);
    assert_eq!(evening.desk.wait(), Wait::Person(Seat::A));
    // The clock has run out.
    evening.house.sitting[Seat::A].who =
        wire::Who::Away("Anna".parse().unwrap(), bots::savannah::Level::Keen);
    let out = evening.page.sees(evening.house.seen(evening.eye, entries));
    evening.desk.hear(step(out), 0);
    assert!(evening.desk.is_replaced() && evening.page.visit.is_replaced());
    assert_eq!(evening.desk.wait(), Wait::Other(Seat::A));
    assert_eq!(evening.desk.eye(), Eye::Seat(Seat::A));
}

#[test]
fn with_others_there_is_no_way_back_and_no_hint_and_giving_up_is_asked_about() {
    let mut evening = Evening::new(2, 5, Eye::Seat(Seat::A), Pace::AtOnce);
    let mut said = |input| {
        evening.desk.handle(input, 0);
        evening.desk.said().text.to_string()
    };
    assert_eq!(said(Input::Undo), "At a table with others a move stands.");
    assert_eq!(said(Input::Hint), "At a table with others there are no hints.");
    evening.desk.handle(Input::Resign, 0);
    assert!(evening.desk.question().is_some());
    evening.desk.handle(Input::Sure(true), 0);
    assert!(evening.desk.take_out().contains(&Out::Act(Act::Resign)));
    evening.desk.handle(Input::Again, 0);
    assert!(evening.desk.take_out().contains(&Out::Act(Act::Rematch)));
}
