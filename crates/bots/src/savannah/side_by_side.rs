//! Tests the packed [`World`] against `games::savannah`: the same cards, dice and moves lead to the
//! same positions.

use std::collections::VecDeque;

use cards::{Card, ChanceKind, Key, Keystream, Source};
use games::savannah::{Chance, Config, Foundation, Move, Savannah, SourcePile, View};
use table::{Eye, Game, Seat, Turn, View as _};

use super::Randomness;
use super::determinizer::Determinizer;
use super::observation::{Observation, PlanStep};
use super::search::{Evaluator, Search, TurnState};
use super::to_move::to_move;
use super::world::{Action, MAX_CARDS, NONE, PlayFrom, World, rank};

/// Replays the random events of the reference game in the packed one.
#[derive(Default)]
struct Replay(VecDeque<Chance>);

impl Randomness for Replay {
    fn roll(&mut self) -> [u8; 2] {
        let Some(Chance::Roll(dice)) = self.0.pop_front() else { panic!("the other game did not roll") };
        dice.pips()
    }

    fn shuffle(&mut self, cards: &mut [u8]) {
        let Some(Chance::Reshuffle(order)) = self.0.pop_front() else { panic!("the other did not shuffle") };
        assert_eq!(order.len(), cards.len());
        for (at, card) in order.iter().rev().enumerate() {
            let found = cards[at..].iter().position(|id| rank(*id) == card.rank.number()).unwrap();
            cards.swap(at, at + found);
        }
    }
}

/// Resolves random events until a player has a decision.
fn settle(game: &mut Savannah, source: &mut Keystream, replay: &mut Replay) {
    while let Turn::Chance(_) = game.turn() {
        let chance = game.draw(source);
        replay.0.push_back(chance.clone());
        game.settle(chance).unwrap();
    }
}

/// A table with random options.
fn config(seats: u8, source: &mut Keystream) -> Config {
    let usual = Config::new(seats).unwrap();
    let config = match source.below(4) {
        0 => usual,
        1 => usual.with_piles(5, source.below(4) as u8).unwrap(),
        2 => usual.with_ace_on_ace(false),
        _ => usual.with_rounds(Some(20)).unwrap(),
    };
    let first = Seat::new(source.below(seats.into()) as u8);
    config.with_first(first).unwrap()
}

/// Plays random moves in both games, preferring plays to the end of a turn, and calls `check` for
/// each position.
fn positions(seats: u8, deal: u64, mut check: impl FnMut(&Savannah, &World, &mut Keystream)) {
    let mut source = Key::from_number(deal).stream(ChanceKind::Deal, seats.into());
    let config = config(seats, &mut source);
    let mut game = Savannah::new(&config);
    let mut replay = Replay::default();
    settle(&mut game, &mut source, &mut replay);
    let Some(Chance::Deal(cards)) = replay.0.pop_front() else { panic!("a deal") };
    let mut used = [0; 13];
    let ids: Vec<u8> = cards.iter().map(|card| card_id(*card, &mut used)).collect();
    let mut world = World::deal(&config, &ids, config.first().unwrap().number() as u8, &mut replay);
    for _ in 0..400 {
        check(&game, &world, &mut source);
        let Turn::Seat(seat) = game.turn() else { break };
        let moves = game.view(Eye::Seat(seat)).legal();
        let plays = moves.iter().filter(|mv| matches!(mv, Move::Play { .. })).count();
        let among = if plays > 0 && source.below(5) != 0 { plays } else { moves.len() };
        let mv = moves[source.below(among as u32) as usize];
        game.play(seat, mv).unwrap();
        settle(&mut game, &mut source, &mut replay);
        world.apply(action(mv), &mut replay);
        assert!(replay.0.is_empty(), "the packed game needs as much chance");
    }
}

fn card_id(card: Card, used: &mut [u8; 13]) -> u8 {
    let used = &mut used[card.rank as usize - 1];
    *used += 1;
    (*used - 1) * 13 + card.rank.number() - 1
}

fn action(mv: Move) -> Action {
    match mv {
        Move::Play { from, to } => {
            let from = match from {
                SourcePile::Hand(card) => PlayFrom::Hand(card.rank.number()),
                SourcePile::Reserve => PlayFrom::Reserve,
                SourcePile::Discard => PlayFrom::Discard,
                SourcePile::DiscardOf(seat) => PlayFrom::DiscardOf(seat.number() as u8),
            };
            Action::Play { from, to: to as u8 }
        }
        Move::Discard(card) => Action::Discard(card.rank.number()),
        Move::End => Action::End,
    }
}

fn sorted(cards: impl Iterator<Item = u8>) -> Vec<u8> {
    let mut cards: Vec<u8> = cards.collect();
    cards.sort_unstable();
    cards
}

fn assert_same(game: &Savannah, world: &World) {
    let public = game.public();
    let number = |card: Option<Card>| card.map_or(0, |card| card.rank.number());
    let winners = game
        .outcome()
        .map_or(0, |outcome| outcome.winners.iter().fold(0, |set, seat| set | 1 << seat.number()));
    assert_eq!(world.winners, winners);
    assert_eq!(world.tops.map(rank), Foundation::ALL.map(|to| number(public.top(to))));
    assert_eq!(world.stock, public.stock);
    let covered = &world.deck[MAX_CARDS - usize::from(world.covered)..];
    assert_eq!(
        sorted(covered.iter().map(|card| rank(*card))),
        sorted(public.covered().map(|card| card.rank.number()))
    );
    for (seat, player) in public.players.iter() {
        let side = &world.players[seat.number()];
        assert_eq!(
            (usize::from(side.reserve_len), rank(side.reserve)),
            (player.reserve.len(), number(player.reserve.top))
        );
        let seen = side.discard_len - side.discard_down;
        assert_eq!(
            (side.discard_down, usize::from(seen)),
            (player.discard.face_down, player.discard.face_up.len())
        );
        let mut card = side.discard;
        for expected in player.discard.face_up.iter().rev() {
            assert_eq!(rank(card), expected.rank.number());
            card = world.below[usize::from(card)];
        }
        assert_eq!(card == NONE, side.discard_down == 0);
        let hand = side.hand[..usize::from(side.hand_len)].iter().map(|card| rank(*card));
        let held = game.sight(seat).hand().iter().map(|card| card.rank.number());
        assert_eq!(sorted(hand), sorted(held));
    }
    if world.is_over() {
        return;
    }
    assert_eq!(usize::from(world.seat), public.seat.number());
    assert_eq!((world.round, world.plays, world.theft), (public.round, public.plays, public.theft));
    assert_eq!((world.sum, Some(world.double)), (public.sum(), public.dice.map(cards::Dice::is_double)));
}

#[test]
fn the_packed_game_equals_the_reference_game() {
    let mut ended = 0;
    for seats in 2..=8 {
        for deal in 0..40 {
            positions(seats, deal, |game, world, _| {
                assert_same(game, world);
                ended += u32::from(world.is_over());
            });
        }
    }
    assert!(ended > 50, "{ended} games came to their end");
}

/// Gives all plans the same value.
struct Indifferent;

impl Evaluator for Indifferent {
    type TurnTerms = ();
    type BoardTerms = ();

    fn turn_terms(&self, _: &Observation) {}

    fn board_terms(&self, (): &(), _: &Observation, _: &TurnState) {}

    fn evaluate(&self, (): &(), _: &Observation, _: &TurnState) -> i32 {
        0
    }
}

/// The first steps of all plans as moves, without duplicates.
fn first_moves(view: &View) -> Vec<Move> {
    let determinizer = Determinizer::new(view).unwrap();
    let mut search = Search::new(100_000);
    let plans = search.run(&Observation::new(determinizer.known()), &Indifferent).to_vec();
    let mut steps: Vec<PlanStep> = Vec::new();
    let mut moves = Vec::new();
    for plan in plans {
        search.steps(&plan, &mut steps);
        let mv = to_move(view, steps[0]).unwrap();
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    }
    moves
}

/// The legal moves, without those that differ from another only in suits or in equal foundations.
fn distinct_legal(view: &View) -> Vec<Move> {
    let public = view.public();
    let top = |to| public.top(to).map(|card| card.rank);
    let held = |card: Card| view.hand().unwrap().iter().find(|held| held.rank == card.rank).copied().unwrap();
    let mut moves = Vec::new();
    for mv in view.legal() {
        let mv = match mv {
            Move::Play { from, to } => {
                let from =
                    if let SourcePile::Hand(card) = from { SourcePile::Hand(held(card)) } else { from };
                let to = Foundation::ALL.into_iter().find(|other| top(*other) == top(to)).unwrap();
                Move::Play { from, to }
            }
            Move::Discard(card) => Move::Discard(held(card)),
            Move::End => Move::End,
        };
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    }
    moves
}

#[test]
fn plans_start_with_every_legal_move_and_no_other() {
    for seats in 2..=8 {
        for deal in 100..112 {
            positions(seats, deal, |game, _, _| {
                let Turn::Seat(seat) = game.turn() else { return };
                let view = game.view(Eye::Seat(seat));
                let (mut found, mut legal) = (first_moves(&view), distinct_legal(&view));
                found.sort_by_key(ToString::to_string);
                legal.sort_by_key(ToString::to_string);
                assert_eq!(found, legal);
            });
        }
    }
}

#[test]
fn a_sampled_world_looks_the_same_and_has_the_same_cards() {
    for seats in 2..=8 {
        for deal in 200..206 {
            positions(seats, deal, |game, _, source| {
                let Turn::Seat(seat) = game.turn() else { return };
                let mut determinizer = Determinizer::new(&game.view(Eye::Seat(seat))).unwrap();
                let mut rng = super::Rng::seeded(source);
                let world = determinizer.sample(&mut rng);
                // The opponents' hands are sampled. With the real ones, the world equals the game.
                let mut revealed = world;
                let mut used = [8; 13];
                for other in Seat::all(seats).filter(|other| *other != seat) {
                    let side = &mut revealed.players[other.number()];
                    for (place, card) in side.hand.iter_mut().zip(game.sight(other).hand()) {
                        *place = card_id(*card, &mut used);
                    }
                }
                assert_same(game, &revealed);
                let all = cards::packs(game.public().config.packs().into());
                assert_eq!(all_ranks(&world), sorted(all.into_iter().map(|card| card.rank.number())));
            });
        }
    }
}

/// The ranks of all cards of a world, collected from every pile.
fn all_ranks(world: &World) -> Vec<u8> {
    let mut cards: Vec<u8> = world.tops.to_vec();
    cards.extend(&world.deck[..usize::from(world.stock)]);
    cards.extend(&world.deck[MAX_CARDS - usize::from(world.covered)..]);
    for side in &world.players[..usize::from(world.seats)] {
        cards.extend(&side.hand[..usize::from(side.hand_len)]);
        for (mut card, len) in [(side.reserve, side.reserve_len), (side.discard, side.discard_len)] {
            for _ in 0..len {
                cards.push(card);
                card = world.below[usize::from(card)];
            }
            assert_eq!(card, NONE, "a pile ends where its length says");
        }
    }
    sorted(cards.into_iter().map(rank))
}
