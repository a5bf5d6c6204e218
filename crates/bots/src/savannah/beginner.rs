use cards::{Rank, Source};
use games::savannah::{Move, Savannah, Sight, SourcePile, View};
use table::Sight as _;

use super::Simple;
use super::to_move::at_turn;
use crate::Bot;

/// Makes the mistakes of somebody who is learning the game.
///
/// It overlooks some plays, and half of those that only the dice allow. Sometimes it plays a random
/// card instead of one from its reserve, and sometimes it discards a random card.
pub(super) struct Beginner;

impl Bot<Savannah> for Beginner {
    fn choose(&mut self, view: &View, source: &mut dyn Source, _: &mut dyn FnMut() -> bool) -> Option<Move> {
        let sight = at_turn(view)?;
        let mut moves = Vec::new();
        sight.legal_into(&mut moves);
        let (mut noticed, mut ends) = (Vec::new(), Vec::new());
        for mv in moves {
            match mv {
                Move::Play { from: SourcePile::DiscardOf(_), .. } => {}
                Move::Play { .. } if overlooks(sight, mv, source) => {}
                Move::Play { .. } => noticed.push(mv),
                Move::Discard(_) | Move::End => ends.push(mv),
            }
        }
        // Three times out of four it makes the sensible move.
        let sensible = source.below(4) != 0;
        match (noticed.first(), sensible) {
            // The list starts with plays from the reserve.
            (Some(mv), true) => Some(*mv),
            (Some(_), false) => random_move(&noticed, source),
            (None, true) => Simple::discard(sight),
            (None, false) => random_move(&ends, source),
        }
    }
}

fn random_move(moves: &[Move], source: &mut dyn Source) -> Option<Move> {
    let count = u32::try_from(moves.len()).ok().filter(|count| *count > 0)?;
    moves.get(source.below(count) as usize).copied()
}

/// Whether a play is overlooked: one in eight, and half of those that only the dice allow.
fn overlooks(sight: Sight<'_>, mv: Move, source: &mut dyn Source) -> bool {
    let Move::Play { from, to } = mv else { return false };
    let (Some(card), Some(top)) = (sight.card(from), sight.public().top(to)) else { return true };
    let fits_without_dice =
        top.rank == Rank::King || card.rank == Rank::Ace || top.rank.above() == Some(card.rank);
    source.below(8) < if fits_without_dice { 1 } else { 4 }
}
