//! What is picked up, and where it can go.

use cards::{Card, Rank};
use games::savannah::{Foundation, Move, Pile};
use table::{Seat, View as _};

use super::{Desk, Place, Spot};

/// A card that is picked up, by a tap, a key or a finger that holds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pick {
    /// The card.
    pub place: Place,
    /// Whether a finger or the mouse drags it.
    pub held: bool,
}

impl Desk {
    /// The hand at the screen: none where nobody's is open.
    pub(super) fn hand(&self) -> &[Card] {
        self.view.hand().unwrap_or_default()
    }

    /// The pile that a card at a place is played from; `None` for places that cards only go to, and for others' reserves.
    pub(super) fn pile(&self, place: Place) -> Option<Pile> {
        let near = self.near();
        match place {
            Place::Hand(at) => self.hand().get(usize::from(at)).copied().map(Pile::Hand),
            Place::Reserve(seat) if seat == near => Some(Pile::Reserve),
            Place::Discard(seat) if seat == near => Some(Pile::Discard),
            Place::Discard(seat) => Some(Pile::DiscardOf(seat)),
            Place::Reserve(_) | Place::Stock | Place::Foundation(_) => None,
        }
    }

    /// The place of a pile, with the hand's cards where they lie now.
    pub(super) fn place(&self, pile: Pile) -> Option<Place> {
        Some(match pile {
            Pile::Hand(card) => Place::Hand(self.hand().iter().position(|held| *held == card)? as u8),
            Pile::Reserve => Place::Reserve(self.near()),
            Pile::Discard => Place::Discard(self.near()),
            Pile::DiscardOf(seat) => Place::Discard(seat),
        })
    }

    /// The card at a place, if it is face up.
    pub(super) fn card(&self, place: Place) -> Option<Card> {
        let public = self.view.public();
        let player = |seat: Seat| public.players.get(seat);
        match place {
            Place::Stock => None,
            Place::Foundation(foundation) => public.top(foundation),
            Place::Reserve(seat) => player(seat)?.reserve.top,
            Place::Discard(seat) => player(seat)?.discard.top(),
            Place::Hand(at) => self.hand().get(usize::from(at)).copied(),
        }
    }

    /// The foundations that take the card at a place now.
    pub(super) fn goes_to(&self, place: Place) -> Vec<Foundation> {
        let Some(pile) = self.pile(place) else { return Vec::new() };
        let legal = self.legal();
        let goes = |to: &Foundation| legal.contains(&Move::Play { from: pile, to: *to });
        Foundation::ALL.into_iter().filter(goes).collect()
    }

    /// Where what is picked up can go. A card of the hand that is held can be let go over the own discard too.
    #[must_use]
    pub fn targets(&self) -> Vec<Spot> {
        let Some(pick) = self.pick else { return Vec::new() };
        let mut targets: Vec<Spot> = self.goes_to(pick.place).into_iter().map(Spot::Foundation).collect();
        if pick.held && matches!(pick.place, Place::Hand(_)) {
            targets.push(Spot::Discard(self.near()));
        }
        targets
    }

    /// *Move it for me*: onto the next lower rank if there is one, so that what is open stays open, or else as far left as it goes.
    pub(super) fn for_me(&self, place: Place) -> Option<Move> {
        let (from, card) = (self.pile(place)?, self.card(place)?);
        let targets = self.goes_to(place);
        let below = |to: &&Foundation| {
            let top = self.view.public().top(**to).map(|top| top.rank);
            top.and_then(Rank::above) == Some(card.rank)
        };
        let to = *targets.iter().find(below).or(targets.first())?;
        Some(Move::Play { from, to })
    }

    /// Whether a card can be taken up from there in this turn.
    pub(super) fn can_pick(&self, place: Place) -> bool {
        let theft = matches!(self.pile(place), Some(Pile::DiscardOf(_)));
        let may_steal = || self.view.sight().is_some_and(games::savannah::Sight::may_steal);
        self.pile(place).is_some() && self.card(place).is_some() && (!theft || may_steal())
    }
}
