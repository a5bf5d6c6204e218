//! Translates the steps of a plan into moves.

use cards::Card;
use games::savannah::{Foundation, Move, Sight, SourcePile, View};
use table::{Seat, Turn, View as _};

use super::observation::PlanStep;
use super::world::PlayFrom;

/// The sight of the view's owner, if it is their turn.
pub(super) fn at_turn(view: &View) -> Option<Sight<'_>> {
    view.sight().filter(|sight| view.turn() == Turn::Seat(sight.seat()))
}

/// The move of the view's owner that carries out a step.
pub(super) fn to_move(view: &View, step: PlanStep) -> Option<Move> {
    let held =
        |rank: u8| -> Option<Card> { view.hand()?.iter().find(|card| card.rank.number() == rank).copied() };
    match step {
        PlanStep::Play(from, top) => {
            let lies = |to: &Foundation| view.public().top(*to).is_some_and(|card| card.rank.number() == top);
            let to = Foundation::ALL.into_iter().find(lies)?;
            let from = match from {
                PlayFrom::Hand(rank) => SourcePile::Hand(held(rank)?),
                PlayFrom::Reserve => SourcePile::Reserve,
                PlayFrom::Discard => SourcePile::Discard,
                PlayFrom::DiscardOf(seat) => SourcePile::DiscardOf(Seat::new(seat)?),
            };
            Some(Move::Play { from, to })
        }
        PlanStep::Discard(rank) => Some(Move::Discard(held(rank)?)),
        PlanStep::End => Some(Move::End),
    }
}
