//! Test helpers: playing games, and reference players of known strength.

mod turn;

use bots::Bot;
use cards::{Card, ChanceKind, Key, Source};
use games::savannah::{Config, Move, Savannah, SourcePile, View, fits};
use table::{Eye, Game, Seat, Turn, View as _};

/// Plays a game to its end. As at a table, the key determines all cards and dice.
pub(crate) fn play(
    config: &Config,
    key: &Key,
    mut choose: impl FnMut(&View, &mut dyn Source) -> Move,
) -> Savannah {
    let mut game = Savannah::new(config);
    let mut ordinals = [0; ChanceKind::COUNT];
    let mut random = key.stream(ChanceKind::Deal, u64::MAX);
    loop {
        match game.turn() {
            Turn::Chance(kind) => {
                let ordinal = &mut ordinals[kind as usize];
                game.settle(game.draw(&mut key.stream(kind, *ordinal))).unwrap();
                *ordinal += 1;
            }
            Turn::Seat(seat) => {
                let mv = choose(&game.view(Eye::Seat(seat)), &mut random);
                game.play(seat, mv).unwrap_or_else(|refusal| panic!("{mv}: {refusal}"));
            }
            Turn::Over => return game,
        }
    }
}

pub(crate) use turn::Whole;

type Player = Box<dyn Bot<Savannah> + Send>;

/// The share of two-player games that `one` wins against `two`. Each deal is played twice with
/// swapped seats.
pub(crate) fn share(one: impl Fn() -> Player, two: impl Fn() -> Player, games: u64) -> f64 {
    let config = Config::new(2).unwrap();
    let (mut one, mut two) = (one(), two());
    let mut won = 0.0;
    for deal in 0..games / 2 {
        for hero in Seat::all(2) {
            let game = play(&config, &Key::from_number(deal), |view, source| {
                let bot = if view.eye() == Eye::Seat(hero) { &mut one } else { &mut two };
                bot.choose(view, source, &mut || false).unwrap()
            });
            let winners = game.outcome().unwrap().winners;
            won += if winners.has(hero) { 1.0 / winners.count() as f64 } else { 0.0 };
        }
    }
    won / games as f64
}

/// The prototype's *greedy*: plays the first card that fits, from the reserve, the discard, the
/// hand, or another player's discard.
pub(crate) struct Greedy;

impl Bot<Savannah> for Greedy {
    fn choose(&mut self, view: &View, _: &mut dyn Source, _: &mut dyn FnMut() -> bool) -> Option<Move> {
        view.legal().first().copied()
    }
}

/// The prototype's *greedy2*: like *greedy*, but it plays a card from its hand only if one of its
/// reserve or discard can follow.
pub(crate) struct Greedy2;

impl Bot<Savannah> for Greedy2 {
    fn choose(&mut self, view: &View, _: &mut dyn Source, _: &mut dyn FnMut() -> bool) -> Option<Move> {
        let sight = view.sight()?;
        let (public, me) = (view.public(), &view.public().players[sight.seat()]);
        let own = [me.reserve.top, me.discard.top()];
        let leads = |card: Card| {
            let follows = |next: Card| fits(next.rank, card.rank, public.sum(), public.config.ace_on_ace());
            own.into_iter().flatten().any(follows)
        };
        let useful = |mv: &Move| match mv {
            Move::Play { from: SourcePile::Reserve | SourcePile::Discard, .. } => true,
            Move::Play { from: SourcePile::Hand(card), .. } => leads(*card),
            Move::Play { .. } => false,
            Move::Discard(_) | Move::End => true,
        };
        view.legal().into_iter().find(useful)
    }
}
