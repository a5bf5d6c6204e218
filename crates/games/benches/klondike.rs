//! Benchmark: how fast Klondike plays uniformly random legal moves, at most 300 per deal, on one
//! core, with a reused buffer. Prints moves per CPU second and two ratios from the same run: to the
//! same moves played without the legality check, and to words drawn from the random stream. Asserts
//! that both ways of playing end the same, and that the results are the known ones.

use std::time::Duration;

use cards::{ChanceKind, Key, Source};
use cpu_time::ProcessTime;
use games::klondike::{Config, Klondike, Move};
use table::{Game, Seat, Sight, Turn};

const DEALS: u64 = 20_000;
const MOST: u32 = 300;

/// The expected results for each preset: the number of moves, and a fingerprint of how the games
/// ended. They change with the rules, the shuffle or the order of legal moves.
const EXPECTED: [(u64, u64); 4] = [
    (5999999, 219871256105019070),
    (5995065, 5883936885688675568),
    (6000000, 307740240761272542),
    (6000000, 2959100605530091522),
];

fn main() {
    for ((name, config), answer) in Config::PRESETS.into_iter().zip(EXPECTED) {
        let (checked, moves, end) = timed(|| play(&config, true));
        let (unchecked, moves_again, end_again) = timed(|| play(&config, false));
        assert_eq!((moves, end), (moves_again, end_again), "both ways come to the same end");
        assert_eq!((moves, end), answer, "the games of {name} are other games");
        let (words, _, _) = timed(|| (moves, draw_words(moves)));

        let per_second = moves as f64 / checked.as_secs_f64();
        println!(
            "klondike/{name}: {:.2} million random legal moves per CPU second ({DEALS} deals, {moves} moves, {:.2} s); \
             {:.2} times the unchecked play, {:.1} words of the random stream a move",
            per_second / 1e6,
            checked.as_secs_f64(),
            checked.as_secs_f64() / unchecked.as_secs_f64(),
            checked.as_secs_f64() / words.as_secs_f64(),
        );
    }
}

/// Plays all games. Returns the number of moves and a fingerprint of how the games ended.
fn play(config: &Config, check: bool) -> (u64, u64) {
    let mut source = Key::from_number(1).stream(ChanceKind::Deal, 0);
    let mut moves: Vec<Move> = Vec::new();
    let (mut made, mut end) = (0, 0);
    for _ in 0..DEALS {
        let mut game = Klondike::new(config);
        let deal = game.draw(&mut source);
        assert!(game.settle(deal).is_ok());
        for _ in 0..MOST {
            if game.turn() == Turn::Over {
                break;
            }
            moves.clear();
            game.sight(Seat::A).legal_into(&mut moves);
            let mv = moves[source.below(moves.len() as u32) as usize];
            if check {
                assert!(game.play(Seat::A, mv).is_ok());
            } else {
                game.play_unchecked(Seat::A, mv);
            }
            made += 1;
        }
        end = game
            .sight(Seat::A)
            .foundations
            .0
            .iter()
            .fold(end, |end: u64, height| end.wrapping_mul(31).wrapping_add(u64::from(*height)));
    }
    (made, end)
}

fn draw_words(count: u64) -> u64 {
    let mut source = Key::from_number(2).stream(ChanceKind::Deal, 0);
    (0..count).map(|_| u64::from(source.next())).fold(0, u64::wrapping_add)
}

fn timed(run: impl FnOnce() -> (u64, u64)) -> (Duration, u64, u64) {
    let start = ProcessTime::now();
    let (count, end) = run();
    (start.elapsed(), count, std::hint::black_box(end))
}
