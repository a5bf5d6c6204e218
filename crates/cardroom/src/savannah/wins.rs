//! Who won a game, and how much of it.

use games::savannah::Public;
use table::{Ending, Seat, Seats};

/// A whole win, in parts that any number of seats can share (V14).
pub(crate) const WHOLE: u64 = 840;

/// Without the limit of V14 a game may have no end: those who let it be played break it off then.
pub(crate) const MOST_ROUNDS: u32 = 10_000;

/// What each seat has of the win.
pub(crate) fn parts(winners: Seats) -> [u64; Seat::MOST] {
    let part = WHOLE / winners.count().max(1) as u64;
    let mut parts = [0; Seat::MOST];
    winners.iter().for_each(|seat| parts[seat.number()] = part);
    parts
}

/// Whether the game was ended by its last round (V14).
pub(crate) fn is_capped(public: &Public) -> bool {
    // A win in the middle of a turn is S18; only the end of a turn can end the game otherwise.
    let won = public.players.iter().any(|(_, player)| player.left() == 0);
    public.outcome.is_some_and(|outcome| matches!(outcome.ending, Ending::Rule(_))) && !won
}
