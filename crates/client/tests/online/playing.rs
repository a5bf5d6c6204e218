//! Plays online games with a session and a fake server.

use bots::{Bot, savannah::Simple};
use client::online::{Connection, Gone, VisitInput, VisitOutput, deliver};
use client::savannah::{Command, Input, Place, SavannahPlay, Session};
use client::shell::{Effect, Named as _, PlayerKind, Point, Presence, RemoteStep, Scene, Wait};
use client::{Pace, Settings};
use games::savannah::{Move, SourcePile};
use table::{Eye, Refusal, Rule, Seat, Turn, View as _};
use text::Text;
use wire::{RefusalReason, TableCommand, TableEvent, TableEventKind, ToClient};

use crate::{FakeServer, Page, b, commands, table_id};

/// An online game: the fake server, and a page with its session.
struct OnlineGame {
    server: FakeServer,
    page: Page,
    session: Session,
    eye: Eye,
}

type Step = RemoteStep<games::savannah::View, Move>;

fn step(out: Vec<VisitOutput>) -> Step {
    let step = out.into_iter().find_map(|out| match out {
        VisitOutput::Begin(snapshot) => client::online::step::<SavannahPlay>(&snapshot, false),
        VisitOutput::Step(snapshot, missed) => client::online::step::<SavannahPlay>(&snapshot, missed),
        _ => None,
    });
    step.expect("a step is shown")
}

impl OnlineGame {
    fn new(seats: u8, deal: u64, eye: Eye, pace: Pace) -> OnlineGame {
        let mut server = FakeServer::new(seats);
        let mut page = Page::at(server.id);
        page.welcome();
        page.receive_snapshot(server.snapshot(eye, 0));
        server.deal(deal);
        let begin = step(page.receive_snapshot(server.snapshot(eye, 0)));
        let session = Session::remote(begin, Settings { pace, ..Settings::default() });
        OnlineGame { server, page, session, eye }
    }

    fn turn(&self) -> Option<Seat> {
        match self.server.game.as_ref().unwrap().turn() {
            Turn::Seat(seat) => Some(seat),
            _ => None,
        }
    }

    /// The move of a keen bot in a seat.
    fn keen(&self, seat: Seat) -> Move {
        let view = self.server.view(Eye::Seat(seat)).unwrap();
        Simple.choose(&view, &mut bots::random_stream(self.server.version, seat), &mut || false).unwrap()
    }

    /// Another player moves, and the page receives it.
    fn other_plays(&mut self, seat: Seat) -> Vec<wire::TableEvent> {
        let snapshot = self.server.play(seat, self.keen(seat), self.eye);
        let events = snapshot.events.clone();
        let step = step(self.page.receive_snapshot(snapshot));
        self.session.receive_step(step, self.page.now);
        events
    }

    /// Makes a move by taps; returns the commands that are sent.
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
        acts.into_iter().flat_map(|act| commands(&self.page.input(VisitInput::Do(act)))).collect()
    }

    /// The server executes a command, and the page receives the answer.
    fn execute(&mut self, (id, _, act): (u64, u64, TableCommand)) {
        let TableCommand::Play(mv) = act else { panic!("{act:?}") };
        let snapshot = self.server.play(Seat::A, mv.as_str().parse().unwrap(), self.eye);
        let step = step(self.page.receive_snapshot(snapshot));
        self.session.receive_step(step, self.page.now);
        let version = self.server.version;
        let out = self.page.receive(&ToClient::Done { id, version });
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
fn a_whole_game_is_played_and_described_as_by_the_server() {
    for (seats, eye) in [(2, Eye::Seat(Seat::A)), (4, Eye::Seat(Seat::A)), (3, Eye::Spectator)] {
        let mut online = OnlineGame::new(seats, 5, eye, Pace::AtOnce);
        let (mut described, mut moves) = (0, 0);
        while let Some(seat) = online.turn() {
            moves += 1;
            assert!(moves < 5_000);
            let before = online.session.story().len();
            if eye == Eye::Seat(seat) {
                assert_eq!(online.session.wait(), Wait::Person(seat));
                assert_eq!(online.session.view().legal(), online.server.view(eye).unwrap().legal());
                let mv = online.keen(seat);
                let sent = online.tap(mv);
                assert_eq!(sent.len(), 1, "{mv}");
                // Nothing more can be done before the answer.
                assert_eq!((online.session.wait(), online.session.sent()), (Wait::Other(seat), Some(mv)));
                assert_eq!(online.tap(mv), []);
                online.execute(sent[0]);
            } else {
                let events = online.other_plays(seat);
                let story = online.session.story();
                let names: Vec<String> =
                    online.session.players().iter().map(|player| player.name.clone()).collect();
                for (line, event) in story[before..].iter().zip(&events) {
                    assert_eq!(line.text, event.text.called(&names));
                    described += 1;
                }
                assert_eq!(story.len(), before + events.len());
            }
            assert_eq!(online.session.view(), &online.server.view(eye).unwrap());
        }
        assert!(described > 20);
        assert_eq!(online.session.wait(), Wait::Over);
        assert!(
            online
                .session
                .take_effects()
                .iter()
                .all(|effect| !matches!(effect, Effect::Save | Effect::Count(_)))
        );
    }
}

#[test]
fn a_card_stays_at_its_target_until_the_server_answers() {
    let mut online = OnlineGame::new(2, 5, Eye::Seat(Seat::A), Pace::AtOnce);
    let before = faces(&online.session);
    let mv = online.keen(Seat::A);
    let sent = online.tap(mv);
    let scene = drawn(&online.session);
    let unconfirmed: Vec<_> = scene.cards().filter(|card| card.mark.sent).collect();
    assert_eq!(unconfirmed.len(), 1);
    let key = unconfirmed[0].key.clone();
    assert!(unconfirmed[0].entrance.is_some());
    assert_eq!(faces(&online.session), before, "no card is lost or doubled");
    assert!(scene.cards().all(|card| !card.mark.lit
        || matches!(Place::from_name(&card.place).unwrap(), Place::Stock | Place::Foundation(_))));
    online.execute(sent[0]);
    let after = drawn(&online.session);
    let there = after.cards().find(|card| card.key == key);
    assert!(there.is_some_and(|card| !card.mark.sent), "the same card lies there");
}

#[test]
fn a_refused_card_goes_back_and_the_reason_is_shown() {
    for (why, text, rule) in [
        (RefusalReason::Stale, "The game has moved on in the meantime.", None),
        (RefusalReason::NotStored, "This could not be stored, so nothing was changed: try again.", None),
        (
            RefusalReason::Rule(Refusal::new(Rule::new('S', 12), text::Text::name("it does not fit"))),
            "It does not fit (S12).",
            Some("S12"),
        ),
    ] {
        let mut online = OnlineGame::new(2, 5, Eye::Seat(Seat::A), Pace::AtOnce);
        let before = drawn(&online.session);
        let mv = online.keen(Seat::A);
        let (id, ..) = online.tap(mv)[0];
        let out = online.page.receive(&ToClient::Refused { id: Some(id), version: 2, why });
        let [VisitOutput::Answered { .. }, VisitOutput::Refused(refusal, reason)] = out.as_slice() else {
            panic!("{out:?}")
        };
        online.session.refused(refusal.as_ref(), reason.clone(), 0);
        assert_eq!(online.session.said().text.to_string(), text);
        assert_eq!(online.session.said().rule.as_deref(), rule);
        let after = drawn(&online.session);
        let keys = |scene: &Scene| scene.cards().map(|card| card.key.clone()).collect::<Vec<_>>();
        assert_eq!(keys(&before), keys(&after));
        assert_eq!(after.cards().filter(|card| card.entrance.is_some()).count(), 1, "it glides back");
        assert_eq!(online.session.wait(), Wait::Person(Seat::A));
    }
}

#[test]
fn the_steps_of_others_are_shown_one_by_one() {
    let mut online = OnlineGame::new(2, 5, Eye::Seat(Seat::A), Pace::Normal);
    while online.turn() == Some(Seat::A) {
        let sent = online.tap(online.keen(Seat::A));
        online.execute(sent[0]);
    }
    // Ben plays faster than anybody can follow.
    let mut steps = 0;
    while online.turn() == Some(b()) {
        online.other_plays(b());
        steps += 1;
    }
    assert!(steps >= 2, "the deal lets Ben do several things");
    assert_ne!(online.session.view(), &online.server.view(online.eye).unwrap());
    assert_eq!(online.session.wait(), Wait::Other(online.session.view().public().seat));
    let mut shown = 0;
    while let Some(after) = online
        .session
        .take_effects()
        .iter()
        .rev()
        .find_map(|effect| if let Effect::Wake(after) = effect { Some(*after) } else { None })
    {
        online.page.now += u64::from(after);
        online.session.tick(online.page.now);
        shown += 1;
    }
    assert!(shown >= steps - 1, "{shown} of {steps}");
    assert_eq!(online.session.view(), &online.server.view(online.eye).unwrap());
    assert_eq!(online.session.wait(), Wait::Person(Seat::A));
}

#[test]
fn missed_events_are_announced_after_a_reconnect() {
    let mut online = OnlineGame::new(3, 5, Eye::Seat(Seat::A), Pace::Normal);
    while online.turn() == Some(Seat::A) {
        let sent = online.tap(online.keen(Seat::A));
        online.execute(sent[0]);
    }
    online.page.input(VisitInput::Closed);
    let known = online.server.game.as_ref().unwrap().record().entries.len();
    while let Some(seat) = online.turn().filter(|seat| *seat != Seat::A) {
        let mv = online.keen(seat);
        online.server.play(seat, mv, online.eye);
    }
    online.page.now += 5_000;
    online.page.input(VisitInput::Tick);
    online.page.welcome();
    let snapshot = online.server.snapshot(online.eye, known);
    let step = step(online.page.receive_snapshot(snapshot));
    assert!(step.missed);
    online.session.receive_step(step, online.page.now);
    assert!(online.session.said().text.to_string().starts_with("While you were away: "));
    assert_eq!(online.session.wait(), Wait::Person(Seat::A));
}

#[test]
fn absent_players_are_marked_and_a_replaced_player_cannot_move() {
    let mut online = OnlineGame::new(2, 5, Eye::Seat(Seat::A), Pace::AtOnce);
    online.server.seats[b()].present = false;
    online.server.seats[b()].late = true;
    let entries = online.server.game.as_ref().unwrap().record().entries.len();
    let out = online.page.receive_snapshot(online.server.snapshot(online.eye, entries));
    online.session.receive_step(step(out), 0);
    assert_eq!(online.session.player(b()).kind, PlayerKind::Guest(Presence::Late));
    assert!(drawn(&online.session).seats[0].away);
    assert_eq!(online.page.visit.late().len(), 1);
    assert_eq!(online.session.wait(), Wait::Person(Seat::A));
    // The time limit is exceeded.
    online.server.seats[Seat::A].who = wire::Occupant::Away("Anna".parse().unwrap(), bots::Level::Keen);
    let out = online.page.receive_snapshot(online.server.snapshot(online.eye, entries));
    online.session.receive_step(step(out), 0);
    assert!(online.session.is_replaced() && online.page.visit.is_replaced());
    assert_eq!(online.session.wait(), Wait::Other(Seat::A));
    assert_eq!(online.session.eye(), Eye::Seat(Seat::A));
}

#[test]
fn v17_at_an_online_table_nothing_is_undone() {
    let mut online = OnlineGame::new(2, 5, Eye::Seat(Seat::A), Pace::AtOnce);
    online.session.take_effects();
    let before = online.session.view().clone();
    online.session.handle(Input::Undo, 0);
    assert_eq!(online.session.said().text, "Moves can't be undone online.");
    assert_eq!(*online.session.view(), before);
    assert!(online.session.take_effects().iter().all(|effect| !matches!(effect, Effect::Send(_))));
}

#[test]
fn with_others_there_is_no_hint_and_giving_up_is_asked_about() {
    let mut online = OnlineGame::new(2, 5, Eye::Seat(Seat::A), Pace::AtOnce);
    let mut said = |input| {
        online.session.handle(input, 0);
        online.session.said().text.to_string()
    };
    assert_eq!(said(Input::Hint), "There are no hints online.");
    online.session.handle(Input::Resign, 0);
    assert!(online.session.question().is_some());
    online.session.handle(Input::Answer(true), 0);
    assert!(online.session.take_effects().contains(&Effect::Send(TableCommand::Resign)));
    online.session.handle(Input::Again, 0);
    assert!(online.session.take_effects().contains(&Effect::Send(TableCommand::Rematch)));
}

/// V16: the page says whether a player is away or does not move.
#[test]
fn a_player_who_does_not_move_can_be_replaced() {
    let mut online = OnlineGame::new(3, 5, Eye::Seat(Seat::A), Pace::AtOnce);
    let entries = online.server.game.as_ref().unwrap().record().entries.len();
    let c = Seat::all(3).last().unwrap();
    online.server.seats[b()].late = true;
    (online.server.seats[c].late, online.server.seats[c].present) = (true, false);
    online.page.receive_snapshot(online.server.snapshot(online.eye, entries));
    let told: Vec<String> = online.page.visit.late().iter().map(|(_, why, _)| why.to_string()).collect();
    assert_eq!(told, ["Ben has not moved for a while.", "Cleo has been away for a while."]);
    assert!(!online.page.visit.is_idle());
    online.server.seats[Seat::A].late = true;
    online.page.receive_snapshot(online.server.snapshot(online.eye, entries));
    assert!(online.page.visit.is_idle());
}

/// V18: whoever plays is asked, and the session asks before it proposes to end the game.
#[test]
fn v18_players_of_three_or_more_can_propose_to_end_the_game() {
    let mut online = OnlineGame::new(3, 5, Eye::Seat(Seat::A), Pace::AtOnce);
    let entries = online.server.game.as_ref().unwrap().record().entries.len();
    online.session.handle(Input::EndGame, 0);
    assert!(online.session.question().is_some());
    online.session.handle(Input::Answer(true), 0);
    assert!(online.session.take_effects().contains(&Effect::Send(TableCommand::End)));
    let mut proposal = |agreed: Seat, missing: Seat| {
        let ending = wire::EndProposal { agreed: agreed.into(), missing: missing.into() };
        online.server.ending = Some(ending);
        online.page.receive_snapshot(online.server.snapshot(online.eye, entries));
        let proposal = online.page.visit.end_proposal();
        proposal.map(|(names, own)| (names.iter().map(ToString::to_string).collect::<Vec<_>>(), own))
    };
    assert_eq!(proposal(b(), Seat::A), Some((vec!["Ben".to_owned()], false)));
    assert_eq!(proposal(Seat::A, b()), Some((vec!["Anna".to_owned()], true)));
    // A bot plays for the player, who is not asked.
    assert_eq!(proposal(b(), Seat::all(3).last().unwrap()), None);

    let mut two = OnlineGame::new(2, 5, Eye::Seat(Seat::A), Pace::AtOnce);
    two.session.handle(Input::EndGame, 0);
    assert_eq!(two.session.question(), None);
}

/// V18: the session shows the end, and nobody has won.
#[test]
fn v18_a_game_that_was_ended_counts_for_nobody() {
    let mut online = OnlineGame::new(3, 5, Eye::Seat(Seat::A), Pace::AtOnce);
    let entries = online.server.game.as_ref().unwrap().record().entries.len();
    online.server.game.as_mut().unwrap().end_by_agreement().unwrap();
    online.server.version += 1;
    let out = online.page.receive_snapshot(online.server.snapshot(online.eye, entries));
    online.session.take_effects();
    online.session.receive_step(step(out), 0);
    assert_eq!(online.session.wait(), Wait::Over);
    assert!(!online.session.is_won());
    assert_eq!(online.session.said().text, "The players ended this game. This game counts for nobody (V18).");
    assert!(online.session.take_effects().iter().all(|effect| !matches!(effect, Effect::Count(_))));
}

/// Everybody who is at a table learns that the host has closed it.
#[test]
fn a_closed_table_is_gone() {
    let mut page = Page::at(table_id(1));
    page.welcome();
    let mut server = FakeServer::new(2);
    page.receive_snapshot(server.snapshot(Eye::Seat(Seat::A), 0));
    server.closed = true;
    page.receive_snapshot(server.snapshot(Eye::Seat(Seat::A), 0));
    assert_eq!(page.visit.connection(), Connection::Gone(Gone::Closed));
}

/// Somebody who has lost the seat before the game is told why.
#[test]
fn whoever_loses_a_seat_is_told() {
    let mut page = Page::at(table_id(1));
    page.welcome();
    let server = FakeServer::new(2);
    page.receive_snapshot(server.snapshot(Eye::Seat(Seat::A), 0));
    for (kind, eye, told) in [
        (TableEventKind::Silent, Eye::Seat(Seat::A), "Ben left"),
        (TableEventKind::Removed, Eye::Spectator, "the host has removed you from this table"),
    ] {
        let seat = if eye == Eye::Spectator { Seat::A } else { b() };
        let mut seen = server.snapshot(eye, 0);
        seen.events =
            vec![TableEvent { round: 0, seat: Some(seat), kind, text: Text::name("Ben left"), why: None }];
        let out = page.receive_snapshot(seen);
        let said: Vec<String> = out
            .iter()
            .filter_map(|out| if let VisitOutput::Say(text) = out { Some(text.to_string()) } else { None })
            .collect();
        assert_eq!(said, [told]);
    }
}
