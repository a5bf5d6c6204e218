//! A game at a table on a server, in a session like any other.

use bots::{Bot, savannah::Simple};
use client::online::{VisitInput, VisitOutput, deliver};
use client::savannah::{Command, Input, Place, SavannahPlay, Session};
use client::shell::{Effect, Named as _, PlayerKind, Point, Presence, RemoteStep, Scene, Wait};
use client::{Pace, Settings};
use games::savannah::{Move, SourcePile};
use table::{Eye, Refusal, Rule, Seat, Turn, View as _};
use wire::{RefusalReason, TableCommand, ToClient};

use crate::{House, Page, b, done};

/// A page with a session, at the table of a card room, and whoever plays there.
struct Evening {
    house: House,
    page: Page,
    session: Session,
    eye: Eye,
}

type Step = RemoteStep<games::savannah::View, Move>;

fn step(out: Vec<VisitOutput>) -> Step {
    let step = out.into_iter().find_map(|out| match out {
        VisitOutput::Begin(seen) => client::online::step::<SavannahPlay>(&seen, false),
        VisitOutput::Step(seen, missed) => client::online::step::<SavannahPlay>(&seen, missed),
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
        let session = Session::remote(begin, Settings { pace, ..Settings::default() });
        Evening { house, page, session, eye }
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
    fn other_plays(&mut self, seat: Seat) -> Vec<wire::TableEvent> {
        let seen = self.house.play(seat, self.keen(seat), self.eye);
        let news = seen.events.clone();
        let step = step(self.page.sees(seen));
        self.session.receive_step(step, self.page.now);
        news
    }

    /// Does a move by taps. What is sent then.
    fn tap(&mut self, mv: Move) -> Vec<(u64, u64, TableCommand)> {
        let hand = self.session.view().hand().unwrap().to_vec();
        let at = |card| Place::Hand(hand.iter().position(|held| *held == card).unwrap() as u8);
        let inputs = match mv {
            Move::Play { from, to } => {
                let place = match from {
                    SourcePile::Hand(card) => at(card),
                    SourcePile::Reserve => Place::Reserve(Seat::A),
                    SourcePile::Discard => Place::Discard(Seat::A),
                    SourcePile::DiscardOf(owner) => Place::Discard(owner),
                };
                vec![Input::Tap(place), Input::Tap(Place::Foundation(to))]
            }
            Move::Discard(card) if self.session.is_discarding() => vec![Input::Tap(at(card))],
            Move::Discard(card) => vec![Input::Game(Command::EndTurn), Input::Tap(at(card))],
            Move::End => vec![Input::Game(Command::EndTurn)],
        };
        for input in inputs {
            self.session.handle(input, self.page.now);
        }
        if self.session.question().is_some() {
            self.session.handle(Input::Answer(true), self.page.now);
        }
        let effects = self.session.take_effects().into_iter();
        let sent = |effect| {
            if let Effect::SendMove(mv) = effect {
                Some(TableCommand::Play(mv.parse().unwrap()))
            } else {
                None
            }
        };
        let acts: Vec<TableCommand> = effects.filter_map(sent).collect();
        acts.into_iter().flat_map(|act| done(&self.page.hear(VisitInput::Do(act)))).collect()
    }

    /// The card room does what was sent, and the page hears of it.
    fn fulfil(&mut self, (id, _, act): (u64, u64, TableCommand)) {
        let TableCommand::Play(mv) = act else { panic!("{act:?}") };
        let seen = self.house.play(Seat::A, mv, self.eye);
        let step = step(self.page.sees(seen));
        self.session.receive_step(step, self.page.now);
        let version = self.house.version;
        let out = self.page.told(&ToClient::Done { id, version });
        assert!(matches!(out.as_slice(), [VisitOutput::Answered { .. }, VisitOutput::Done]), "{out:?}");
        for out in out {
            deliver(out, &mut self.session, self.page.now);
        }
    }
}

fn drawn(session: &Session) -> Scene {
    session.scene(Point { x: 1280.0, y: 700.0 })
}

fn faces(session: &Session) -> usize {
    drawn(session).cards().filter(|card| card.face.is_some()).count()
}

#[test]
fn a_whole_game_is_played_and_told_as_the_card_room_tells_it() {
    for (seats, eye) in [(2, Eye::Seat(Seat::A)), (4, Eye::Seat(Seat::A)), (3, Eye::Spectator)] {
        let mut evening = Evening::new(seats, 5, eye, Pace::AtOnce);
        let (mut told, mut moves) = (0, 0);
        while let Some(seat) = evening.turn() {
            moves += 1;
            assert!(moves < 5_000);
            let before = evening.session.story().len();
            if eye == Eye::Seat(seat) {
                assert_eq!(evening.session.wait(), Wait::Person(seat));
                assert_eq!(evening.session.view().legal(), evening.house.view(eye).unwrap().legal());
                let mv = evening.keen(seat);
                let sent = evening.tap(mv);
                assert_eq!(sent.len(), 1, "{mv}");
                // Nothing more can be done before it has come back.
                assert_eq!((evening.session.wait(), evening.session.sent()), (Wait::Other(seat), Some(mv)));
                assert_eq!(evening.tap(mv), []);
                evening.fulfil(sent[0]);
            } else {
                let news = evening.other_plays(seat);
                let story = evening.session.story();
                let names: Vec<String> =
                    evening.session.players().iter().map(|player| player.name.clone()).collect();
                for (line, news) in story[before..].iter().zip(&news) {
                    assert_eq!(line.text, news.text.called(&names));
                    told += 1;
                }
                assert_eq!(story.len(), before + news.len());
            }
            assert_eq!(evening.session.view(), &evening.house.view(eye).unwrap());
        }
        assert!(told > 20);
        assert_eq!(evening.session.wait(), Wait::Over);
        assert!(
            evening
                .session
                .take_effects()
                .iter()
                .all(|effect| !matches!(effect, Effect::Save | Effect::Count(_)))
        );
    }
}

#[test]
fn a_card_lies_where_it_was_put_until_the_card_room_has_answered() {
    let mut evening = Evening::new(2, 5, Eye::Seat(Seat::A), Pace::AtOnce);
    let before = faces(&evening.session);
    let mv = evening.keen(Seat::A);
    let sent = evening.tap(mv);
    let scene = drawn(&evening.session);
    let on_its_way: Vec<_> = scene.cards().filter(|card| card.mark.sent).collect();
    assert_eq!(on_its_way.len(), 1);
    let key = on_its_way[0].key.clone();
    assert!(on_its_way[0].entrance.is_some());
    assert_eq!(faces(&evening.session), before, "no card is lost or doubled");
    assert!(scene.cards().all(|card| !card.mark.lit
        || matches!(Place::from_name(&card.place).unwrap(), Place::Stock | Place::Foundation(_))));
    evening.fulfil(sent[0]);
    let after = drawn(&evening.session);
    let there = after.cards().find(|card| card.key == key);
    assert!(there.is_some_and(|card| !card.mark.sent), "the same card lies there");
}

#[test]
fn what_is_refused_goes_back_and_says_why() {
    for (why, text, rule) in [
        (RefusalReason::Stale, "The game has gone on in the meantime.", None),
        (RefusalReason::NotStored, "This could not be stored, so it has not happened: try again.", None),
        (
            RefusalReason::Rule(Refusal::new(Rule::new('S', 12), text::Text::name("it does not fit"))),
            "It does not fit (S12).",
            Some("S12"),
        ),
    ] {
        let mut evening = Evening::new(2, 5, Eye::Seat(Seat::A), Pace::AtOnce);
        let before = drawn(&evening.session);
        let mv = evening.keen(Seat::A);
        let (id, ..) = evening.tap(mv)[0];
        let out = evening.page.told(&ToClient::Refused { id: Some(id), version: 2, why });
        let [VisitOutput::Answered { .. }, VisitOutput::Refused(refusal, told)] = out.as_slice() else {
            panic!("{out:?}")
        };
        evening.session.refused(refusal.as_ref(), told.clone(), 0);
        assert_eq!(evening.session.said().text.to_string(), text);
        assert_eq!(evening.session.said().rule.as_deref(), rule);
        let after = drawn(&evening.session);
        let keys = |scene: &Scene| scene.cards().map(|card| card.key.clone()).collect::<Vec<_>>();
        assert_eq!(keys(&before), keys(&after));
        assert_eq!(after.cards().filter(|card| card.entrance.is_some()).count(), 1, "it glides back");
        assert_eq!(evening.session.wait(), Wait::Person(Seat::A));
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
    assert_ne!(evening.session.view(), &evening.house.view(evening.eye).unwrap());
    assert_eq!(evening.session.wait(), Wait::Other(evening.session.view().public().seat));
    let mut shown = 0;
    while let Some(after) = evening
        .session
        .take_effects()
        .iter()
        .rev()
        .find_map(|effect| if let Effect::Wake(after) = effect { Some(*after) } else { None })
    {
        evening.page.now += u64::from(after);
        evening.session.tick(evening.page.now);
        shown += 1;
    }
    assert!(shown >= steps - 1, "{shown} of {steps}");
    assert_eq!(evening.session.view(), &evening.house.view(evening.eye).unwrap());
    assert_eq!(evening.session.wait(), Wait::Person(Seat::A));
}

#[test]
fn who_comes_back_is_told_what_happened_meanwhile() {
    let mut evening = Evening::new(3, 5, Eye::Seat(Seat::A), Pace::Normal);
    while evening.turn() == Some(Seat::A) {
        let sent = evening.tap(evening.keen(Seat::A));
        evening.fulfil(sent[0]);
    }
    evening.page.hear(VisitInput::Closed);
    let known = evening.house.game.as_ref().unwrap().record().entries.len();
    while let Some(seat) = evening.turn().filter(|seat| *seat != Seat::A) {
        let mv = evening.keen(seat);
        evening.house.play(seat, mv, evening.eye);
    }
    evening.page.now += 5_000;
    evening.page.hear(VisitInput::Tick);
    evening.page.welcome();
    let seen = evening.house.seen(evening.eye, known);
    let step = step(evening.page.sees(seen));
    assert!(step.missed);
    evening.session.receive_step(step, evening.page.now);
    assert!(evening.session.said().text.to_string().starts_with("While you were away: "));
    assert_eq!(evening.session.wait(), Wait::Person(Seat::A));
}

#[test]
fn those_who_are_away_are_marked_and_a_bot_that_plays_for_you_is_left_alone() {
    let mut evening = Evening::new(2, 5, Eye::Seat(Seat::A), Pace::AtOnce);
    evening.house.sitting[b()].present = false;
    evening.house.sitting[b()].late = true;
    let entries = evening.house.game.as_ref().unwrap().record().entries.len();
    let out = evening.page.sees(evening.house.seen(evening.eye, entries));
    evening.session.receive_step(step(out), 0);
    assert_eq!(evening.session.player(b()).kind, PlayerKind::Guest(Presence::Late));
    assert!(drawn(&evening.session).seats[0].away);
    assert_eq!(evening.page.visit.late().len(), 1);
    assert_eq!(evening.session.wait(), Wait::Person(Seat::A));
    // The clock has run out.
    evening.house.sitting[Seat::A].who =
        wire::Occupant::Away("Anna".parse().unwrap(), bots::savannah::Level::Keen);
    let out = evening.page.sees(evening.house.seen(evening.eye, entries));
    evening.session.receive_step(step(out), 0);
    assert!(evening.session.is_replaced() && evening.page.visit.is_replaced());
    assert_eq!(evening.session.wait(), Wait::Other(Seat::A));
    assert_eq!(evening.session.eye(), Eye::Seat(Seat::A));
}

#[test]
fn v17_at_an_online_table_nothing_is_undone() {
    let mut evening = Evening::new(2, 5, Eye::Seat(Seat::A), Pace::AtOnce);
    evening.session.take_effects();
    let before = evening.session.view().clone();
    evening.session.handle(Input::Undo, 0);
    assert_eq!(evening.session.said().text, "At a table with others a move stands.");
    assert_eq!(*evening.session.view(), before);
    assert!(evening.session.take_effects().iter().all(|effect| !matches!(effect, Effect::Send(_))));
}

#[test]
fn with_others_there_is_no_hint_and_giving_up_is_asked_about() {
    let mut evening = Evening::new(2, 5, Eye::Seat(Seat::A), Pace::AtOnce);
    let mut said = |input| {
        evening.session.handle(input, 0);
        evening.session.said().text.to_string()
    };
    assert_eq!(said(Input::Hint), "At a table with others there are no hints.");
    evening.session.handle(Input::Resign, 0);
    assert!(evening.session.question().is_some());
    evening.session.handle(Input::Answer(true), 0);
    assert!(evening.session.take_effects().contains(&Effect::Send(TableCommand::Resign)));
    evening.session.handle(Input::Again, 0);
    assert!(evening.session.take_effects().contains(&Effect::Send(TableCommand::Rematch)));
}
