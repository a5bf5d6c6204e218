use cards::Source;
use games::savannah::{Move, Pile, Savannah, View};
use table::Sight as _;

use super::Simple;
use super::planner::at_turn;
use crate::Bot;

/// Plays whatever goes: from the reserve, else from the discard, else from the hand. It leaves the discards of others alone, and
/// at the end of its turn it discards what is easiest to get rid of. It uses no random numbers.
pub(super) struct Casual;

impl Bot<Savannah> for Casual {
    fn choose(&mut self, view: &View, _: &mut dyn Source, _: &mut dyn FnMut() -> bool) -> Option<Move> {
        let sight = at_turn(view)?;
        let mut moves = Vec::new();
        sight.legal_into(&mut moves);
        match moves.first()? {
            // Plays come first, those from other discards last.
            Move::Play { from, .. } if !matches!(from, Pile::DiscardOf(_)) => moves.first().copied(),
            _ => Simple::discard(sight),
        }
    }
}
