//! How the win of a game of Savannah is divided.

use games::savannah::Public;
use table::{Ending, Seat, Seats};

/// The parts of one win: a number that every possible number of winners divides (V14).
pub(crate) const PARTS_PER_WIN: u64 = 840;

/// Experiments abandon a game of Savannah after this many rounds: without the limit of V14 it might never
/// end.
pub const MAX_ROUNDS: u32 = 10_000;

/// How many parts of the win each seat gets.
pub(crate) fn parts(winners: Seats) -> [u64; Seat::COUNT] {
    let part = PARTS_PER_WIN / winners.count().max(1) as u64;
    let mut parts = [0; Seat::COUNT];
    winners.iter().for_each(|seat| parts[seat.number()] = part);
    parts
}

/// Whether the game ended because its last round was over (V14).
pub(crate) fn ended_by_last_round(public: &Public) -> bool {
    // An empty reserve and discard win at once (S18). Otherwise only the end of a turn ends the game.
    let won = public.players.iter().any(|(_, player)| player.left() == 0);
    public.outcome.is_some_and(|outcome| matches!(outcome.ending, Ending::Rule(_))) && !won
}
