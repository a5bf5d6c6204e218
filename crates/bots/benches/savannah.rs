//! Whole games of Savannah for two, with [`Simple`] in both seats, on one core.
//!
//! The same games are played twice: once as a simulation does it, with decisions from the game's own sights, and once as a
//! server or an arena does it, with a view built for each decision. Both must give the same answer, and it is known.
//! CPU seconds of different machines and days do not compare, so each figure also comes as a ratio to a yardstick of the
//! same run: random numbers drawn from the same generator.

use std::hint::black_box;

use bots::{Bot, savannah::Simple};
use cards::{ChanceKind, Key, Source, Stream};
use cpu_time::ProcessTime;
use games::savannah::{Config, Move, Savannah};
use table::{Eye, Game, Seat, Turn};

const GAMES: u32 = 20_000;

/// What these games come to. It changes with the rules, the shuffle or the bot.
const ANSWER: Answer = Answer { turns: 1_032_402, moves: 2_784_057, won_by_a: 10_057 };

fn main() {
    let words = yardstick();
    let (sights, plain) = measure(|game, seat, _| Simple::pick(game.sight(seat)));
    let (views, owned) =
        measure(|game, seat, source| Simple.choose(&game.view(Eye::Seat(seat)), source, &mut || false));
    assert_eq!(sights, views, "a view gives the same moves as a sight");
    assert_eq!(sights, ANSWER, "the games are other games");

    println!("savannah, 2 seats, 10 + 3, simple against simple, {GAMES} games, {} turns", sights.turns);
    println!("  without views   {plain:>9.0} games per CPU second");
    println!("  with views      {owned:>9.0} games per CPU second, {:.2} of it", owned / plain);
    println!("  yardstick       {:>9.0} million random words per CPU second", words / 1e6);
    println!("  words per game  {:>9.0} without views, {:.0} with", words / plain, words / owned);
}

#[derive(PartialEq, Eq, Debug, Default)]
struct Answer {
    turns: u64,
    moves: u64,
    won_by_a: u64,
}

/// Plays the games; the answer, and how many games a CPU second takes.
fn measure(decide: impl Fn(&Savannah, Seat, &mut dyn Source) -> Option<Move>) -> (Answer, f64) {
    let config = Config::new(2).expect("two can play");
    let mut source = stream();
    let mut answer = Answer::default();
    let start = ProcessTime::now();
    for _ in 0..GAMES {
        let mut game = Savannah::new(&config);
        loop {
            match game.turn() {
                Turn::Chance(kind) => {
                    answer.turns += u64::from(kind == ChanceKind::Roll);
                    let chance = game.draw(&mut source);
                    game.settle(chance).expect("chance does what can be");
                }
                Turn::Seat(seat) => {
                    answer.moves += 1;
                    let mv = decide(&game, seat, &mut source).expect("a turn has a move");
                    game.play(seat, mv).expect("the bot plays by the rules");
                }
                Turn::Over => break,
            }
        }
        answer.won_by_a += u64::from(game.outcome().is_some_and(|outcome| outcome.winners.has(Seat::A)));
    }
    (answer, f64::from(GAMES) / start.elapsed().as_secs_f64())
}

/// Random words per CPU second.
fn yardstick() -> f64 {
    const WORDS: u32 = 50_000_000;
    let mut source = stream();
    let start = ProcessTime::now();
    let sum = (0..WORDS).fold(0_u32, |sum, _| sum.wrapping_add(source.next()));
    black_box(sum);
    f64::from(WORDS) / start.elapsed().as_secs_f64()
}

fn stream() -> Stream {
    Key::from_number(2).stream(ChanceKind::Deal, 0)
}
