use cards::{Card, Source};
use games::savannah::{Move, Savannah, SourcePile, View, fits};
use table::Sight as _;

use super::Simple;
use super::to_move::at_turn;
use crate::Bot;

/// Plays from its reserve, else from its discard. It plays a card from its hand only if the top of
/// its reserve or discard can follow at once. It never takes from other players' discards. It ends
/// its turn by discarding the card that is easiest to get rid of. It uses no random numbers.
pub(super) struct Keen;

impl Bot<Savannah> for Keen {
    fn choose(&mut self, view: &View, _: &mut dyn Source, _: &mut dyn FnMut() -> bool) -> Option<Move> {
        let sight = at_turn(view)?;
        let public = sight.public();
        let me = public.players.get(sight.seat())?;
        let leads = |card: Card| {
            let mut own = [me.reserve.top, me.discard.top()].into_iter().flatten();
            own.any(|top| fits(top.rank, card.rank, public.sum(), public.config.ace_on_ace()))
        };
        let useful = |mv: &Move| match mv {
            Move::Play { from: SourcePile::Reserve | SourcePile::Discard, .. } => true,
            Move::Play { from: SourcePile::Hand(card), .. } => leads(*card),
            Move::Play { .. } | Move::Discard(_) | Move::End => false,
        };
        let mut moves = Vec::new();
        sight.legal_into(&mut moves);
        // The list starts with plays from the reserve, followed by those from the discard.
        moves.into_iter().find(useful).or_else(|| Simple::discard(sight))
    }
}
