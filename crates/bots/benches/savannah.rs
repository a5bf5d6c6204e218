//! Measures whole games of Savannah for two, with [`Simple`] in both seats, on one core.
//!
//! The same games are played twice: once as in a simulation, where the bot decides from the game's
//! own sights, and once as on a server or in an arena, where a view is built for each decision.
//! Both must give the same known totals. CPU times of different machines or days cannot be
//! compared. So each figure is also given relative to a yardstick of the same run: drawing random
//! numbers from the same generator.

use std::hint::black_box;

use bots::{Bot, savannah::Simple};
use cards::{ChanceKind, Key, Keystream, Source};
use cpu_time::ProcessTime;
use games::savannah::{Config, Move, Savannah};
use table::{Eye, Game, Seat, Turn};

const GAMES: u32 = 20_000;

/// The totals of these games. They change with the rules, the shuffle or the bot.
const EXPECTED: Totals = Totals { turns: 1_032_402, moves: 2_784_057, won_by_a: 10_057 };

fn main() {
    let words = yardstick();
    let (sights, without_views) = measure(|game, seat, _| Simple::pick(game.sight(seat)));
    let (views, with_views) =
        measure(|game, seat, source| Simple.choose(&game.view(Eye::Seat(seat)), source, &mut || false));
    assert_eq!(sights, views, "a view gives the same moves as a sight");
    assert_eq!(sights, EXPECTED, "the games are other games");

    println!("savannah, 2 seats, 10 + 3, simple against simple, {GAMES} games, {} turns", sights.turns);
    println!("  without views   {without_views:>9.0} games per CPU second");
    println!(
        "  with views      {with_views:>9.0} games per CPU second, {:.2} of it",
        with_views / without_views
    );
    println!("  yardstick       {:>9.0} million random words per CPU second", words / 1e6);
    println!(
        "  words per game  {:>9.0} without views, {:.0} with",
        words / without_views,
        words / with_views
    );
}

#[derive(PartialEq, Eq, Debug, Default)]
struct Totals {
    turns: u64,
    moves: u64,
    won_by_a: u64,
}

/// Plays the games. Returns their totals and the number of games per CPU second.
fn measure(decide: impl Fn(&Savannah, Seat, &mut dyn Source) -> Option<Move>) -> (Totals, f64) {
    let config = Config::new(2).expect("two can play");
    let mut source = stream();
    let mut totals = Totals::default();
    let start = ProcessTime::now();
    for _ in 0..GAMES {
        let mut game = Savannah::new(&config);
        loop {
            match game.turn() {
                Turn::Chance(kind) => {
                    totals.turns += u64::from(kind == ChanceKind::Roll);
                    let chance = game.draw(&mut source);
                    game.settle(chance).expect("chance does what can be");
                }
                Turn::Seat(seat) => {
                    totals.moves += 1;
                    let mv = decide(&game, seat, &mut source).expect("a turn has a move");
                    game.play(seat, mv).expect("the bot plays by the rules");
                }
                Turn::Over => break,
            }
        }
        totals.won_by_a += u64::from(game.outcome().is_some_and(|outcome| outcome.winners.has(Seat::A)));
    }
    (totals, f64::from(GAMES) / start.elapsed().as_secs_f64())
}

/// How many random words are drawn per CPU second.
fn yardstick() -> f64 {
    const WORDS: u32 = 50_000_000;
    let mut source = stream();
    let start = ProcessTime::now();
    let sum = (0..WORDS).fold(0_u32, |sum, _| sum.wrapping_add(source.next()));
    black_box(sum);
    f64::from(WORDS) / start.elapsed().as_secs_f64()
}

fn stream() -> Keystream {
    Key::from_number(2).stream(ChanceKind::Deal, 0)
}
