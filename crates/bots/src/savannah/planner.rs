use cards::Card;
use games::savannah::{Foundation, Move, Pile, Sight, View};
use table::{Seat, Turn, View as _};

use super::desk::Step;
use super::world::From;

/// What the view's owner sees, if it is their turn.
pub(super) fn at_turn(view: &View) -> Option<Sight<'_>> {
    view.sight().filter(|sight| view.turn() == Turn::Seat(sight.seat()))
}

/// A step as a move of the view's owner.
pub(super) fn to_move(view: &View, step: Step) -> Option<Move> {
    let held =
        |rank: u8| -> Option<Card> { view.hand()?.iter().find(|card| card.rank.number() == rank).copied() };
    match step {
        Step::Play(from, top) => {
            let lies = |to: &Foundation| view.public().top(*to).is_some_and(|card| card.rank.number() == top);
            let to = Foundation::ALL.into_iter().find(lies)?;
            let from = match from {
                From::Hand(rank) => Pile::Hand(held(rank)?),
                From::Reserve => Pile::Reserve,
                From::Discard => Pile::Discard,
                From::DiscardOf(seat) => Pile::DiscardOf(Seat::new(seat)?),
            };
            Some(Move::Play { from, to })
        }
        Step::Discard(rank) => Some(Move::Discard(held(rank)?)),
        Step::End => Some(Move::End),
    }
}
