use cards::{Rank, Source};
use games::savannah::{Move, Pile, Savannah, Sight, View};
use table::Sight as _;

use super::Simple;
use super::planner::at_turn;
use crate::Bot;

/// Makes the mistakes of somebody who learns the game.
///
/// It overlooks some of what goes, forgets every other time what the dice open, sometimes plays just any card instead of one
/// from its reserve, and sometimes discards just any card.
pub(super) struct Beginner;

impl Bot<Savannah> for Beginner {
    fn choose(&mut self, view: &View, source: &mut dyn Source, _: &mut dyn FnMut() -> bool) -> Option<Move> {
        let sight = at_turn(view)?;
        let mut moves = Vec::new();
        sight.legal_into(&mut moves);
        let (mut noticed, mut ends) = (Vec::new(), Vec::new());
        for mv in moves {
            match mv {
                Move::Play { from: Pile::DiscardOf(_), .. } => {}
                Move::Play { .. } if overlooks(sight, mv, source) => {}
                Move::Play { .. } => noticed.push(mv),
                Move::Discard(_) | Move::End => ends.push(mv),
            }
        }
        // Three times in four it does the sensible thing.
        let sensible = source.below(4) != 0;
        match (noticed.first(), sensible) {
            // Plays from the reserve come first.
            (Some(mv), true) => Some(*mv),
            (Some(_), false) => any(&noticed, source),
            (None, true) => Simple::discard(sight),
            (None, false) => any(&ends, source),
        }
    }
}

fn any(moves: &[Move], source: &mut dyn Source) -> Option<Move> {
    let count = u32::try_from(moves.len()).ok().filter(|count| *count > 0)?;
    moves.get(source.below(count) as usize).copied()
}

/// Whether a play is overlooked: one in eight, and half of those that only the dice allow.
fn overlooks(sight: Sight<'_>, mv: Move, source: &mut dyn Source) -> bool {
    let Move::Play { from, to } = mv else { return false };
    let (Some(card), Some(top)) = (sight.card(from), sight.public().top(to)) else { return true };
    let plain = top.rank == Rank::King || card.rank == Rank::Ace || top.rank.above() == Some(card.rank);
    source.below(8) < if plain { 1 } else { 4 }
}
