use cards::Source;
use games::savannah::{Move, Savannah, SourcePile, View};
use table::Sight as _;

use super::Simple;
use super::to_move::at_turn;
use crate::Bot;

/// Plays any card that fits: from the reserve, else from the discard, else from the hand. It never
/// takes from other players' discards. It ends its turn by discarding the card that is easiest to
/// get rid of. It uses no random numbers.
pub(super) struct Casual;

impl Bot<Savannah> for Casual {
    fn choose(&mut self, view: &View, _: &mut dyn Source, _: &mut dyn FnMut() -> bool) -> Option<Move> {
        let sight = at_turn(view)?;
        let mut moves = Vec::new();
        sight.legal_into(&mut moves);
        match moves.first()? {
            // The list starts with plays, and those from other players' discards come last among
            // them.
            Move::Play { from, .. } if !matches!(from, SourcePile::DiscardOf(_)) => moves.first().copied(),
            _ => Simple::discard(sight),
        }
    }
}
