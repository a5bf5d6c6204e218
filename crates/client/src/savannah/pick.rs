//! What can be picked up, and where it can go.

use cards::{Card, Rank};
use games::savannah::{Foundation, Move, SourcePile};
use table::{Refusal, Rule, Seat, View as _};

use super::words as texts;
use super::{Pile, Place, Session};
use crate::shell::{Pick, Wait};

impl Session {
    /// The legal moves of the viewer at the screen.
    pub(super) fn legal(&self) -> Vec<Move> {
        match self.wait() {
            Wait::Person(_) => self.view.legal(),
            _ => Vec::new(),
        }
    }

    /// The open hand; empty if nobody's is.
    pub(super) fn hand(&self) -> &[Card] {
        self.view.hand().unwrap_or_default()
    }

    /// The pile that a card at a place is played from; `None` for places that cards only go to.
    pub(super) fn pile(&self, place: Place) -> Option<SourcePile> {
        let near = self.near();
        match place {
            Place::Hand(at) => self.hand().get(usize::from(at)).copied().map(SourcePile::Hand),
            Place::Reserve(seat) if seat == near => Some(SourcePile::Reserve),
            Place::Discard(seat) if seat == near => Some(SourcePile::Discard),
            Place::Discard(seat) => Some(SourcePile::DiscardOf(seat)),
            Place::Reserve(_) | Place::Stock | Place::Foundation(_) => None,
        }
    }

    /// The place of a pile, with the cards of the hand where they lie now.
    pub(super) fn place(&self, pile: SourcePile) -> Option<Place> {
        Some(match pile {
            SourcePile::Hand(card) => Place::Hand(self.hand().iter().position(|held| *held == card)? as u8),
            SourcePile::Reserve => Place::Reserve(self.near()),
            SourcePile::Discard => Place::Discard(self.near()),
            SourcePile::DiscardOf(seat) => Place::Discard(seat),
        })
    }

    /// The face-up card at a place.
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
    pub(super) fn foundations_for(&self, place: Place) -> Vec<Foundation> {
        let Some(pile) = self.pile(place) else { return Vec::new() };
        let legal = self.legal();
        let takes = |to: &Foundation| legal.contains(&Move::Play { from: pile, to: *to });
        Foundation::ALL.into_iter().filter(takes).collect()
    }

    /// Whether the next card of the hand that is tapped ends the turn: the player asked for it, or can
    /// do nothing else.
    #[must_use]
    pub fn is_discarding(&self) -> bool {
        let can_play = || self.legal().iter().any(|mv| matches!(mv, Move::Play { .. }));
        let is_turn = matches!(self.wait(), Wait::Person(_));
        is_turn && !self.hand().is_empty() && (self.state.discarding || !can_play())
    }

    pub(super) fn drop_move(&self, pick: Pick<Place>, to: Pile) -> Option<Result<Move, Refusal>> {
        let from = self.pile(pick.place)?;
        let mv = match (from, to) {
            _ if Pile::from(pick.place) == to => return None,
            (_, Pile::Foundation(to)) => Move::Play { from, to },
            // Only a dragged card is meant for the pile under it; a tap picks that pile's card.
            _ if !pick.held => return None,
            (SourcePile::Hand(card), Pile::Discard(seat)) if seat == self.near() => Move::Discard(card),
            (_, Pile::Stock | Pile::Reserve(_) | Pile::Discard(_) | Pile::Hand) => {
                return Some(Err(Refusal::new(Rule::new('S', 7), texts::FOUNDATIONS_ONLY)));
            }
        };
        Some(Ok(mv))
    }

    /// *Move it for me*: onto the next lower rank, so that what takes any card stays free, or else as far
    /// left as it goes.
    pub(super) fn best_foundation(&self, place: Place) -> Option<Move> {
        let (from, card) = (self.pile(place)?, self.card(place)?);
        let targets = self.foundations_for(place);
        let is_next_lower = |to: &&Foundation| {
            let top = self.view.public().top(**to).map(|top| top.rank);
            top.and_then(Rank::above) == Some(card.rank)
        };
        let to = *targets.iter().find(is_next_lower).or(targets.first())?;
        Some(Move::Play { from, to })
    }

    pub(super) fn can_pick_up(&self, place: Place) -> bool {
        let is_theft = matches!(self.pile(place), Some(SourcePile::DiscardOf(_)));
        let may_steal = || self.view.sight().is_some_and(games::savannah::Sight::may_steal);
        self.pile(place).is_some() && self.card(place).is_some() && (!is_theft || may_steal())
    }
}
