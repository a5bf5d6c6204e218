//! What is picked up, and where it can go.

use cards::{Card, Suit};
use games::klondike::{Column, Move, Moves, Place, View};
use table::{Refusal, Rule, Sight, View as _};

use super::Spot;
use crate::words;

/// Cards that are picked up, by a tap, a key or a finger that holds them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pick {
    /// The card, and with it those that lie on it.
    pub place: Place,
    /// Whether a finger or the mouse drags them.
    pub held: bool,
    /// Whether a whole column is meant, as many cards of it as fit: that is what a digit picks.
    pub loose: bool,
}

impl Pick {
    /// A card that was pointed at.
    pub(super) const fn of(place: Place) -> Pick {
        Pick { place, held: false, loose: false }
    }

    /// The move that is meant by putting it down somewhere; `None` where that means putting it back.
    pub(super) fn meant(self, view: &View, to: Spot) -> Option<Result<Move, Refusal>> {
        let mv = match (self.place, to) {
            (from, to) if Spot::from(from) == to => return None,
            (Place::Waste, Spot::Column(to)) => Move::WasteToColumn { to },
            (Place::Waste, Spot::Foundation(_)) => Move::WasteToFoundation,
            (Place::Foundation(from), Spot::Column(to)) => Move::FoundationToColumn { from, to },
            (Place::Column(from, count), Spot::Column(to)) => Move::ColumnToColumn {
                from,
                to,
                count: if self.loose { view.fitting(from, to) } else { count },
            },
            (Place::Column(from, count), Spot::Foundation(_)) if self.loose || count <= 1 => {
                Move::ColumnToFoundation { from }
            }
            (Place::Column(from, _), Spot::Foundation(_)) => return Some(Err(only_the_top(view, from))),
            _ => return None,
        };
        Some(view.refusal(mv).map_or(Ok(mv), Err))
    }

    /// Where it can go. A card has one foundation, so only that is named.
    pub(super) fn targets(self, view: &View) -> Vec<Spot> {
        let own = self.card(view).map(|card| card.suit);
        let named = |spot: &Spot| !matches!(spot, Spot::Foundation(suit) if Some(*suit) != own);
        Spot::all().filter(named).filter(|spot| matches!(self.meant(view, *spot), Some(Ok(_)))).collect()
    }

    /// *Move it for me*: to where it fits best. Of a whole column the top card goes to its foundation, or else the longest build that has
    /// somewhere to go.
    pub(super) fn for_me(self, view: &View) -> Option<Move> {
        let Place::Column(from, count) = self.place else { return view.tap(self.place) };
        let up = Move::ColumnToFoundation { from };
        if self.loose && view.refusal(up).is_none() {
            return Some(up);
        }
        let shortest = if self.loose { 1 } else { count };
        (shortest..=count).rev().find_map(|count| view.tap(Place::Column(from, count)))
    }

    /// The card that goes to a foundation, or that a refusal is about.
    pub(super) fn card(self, view: &View) -> Option<Card> {
        match self.place {
            Place::Column(column, _) if self.loose => view.columns[column].top(),
            place => card_at(view, place),
        }
    }
}

/// The face-up card at a place.
pub(crate) fn card_at(view: &View, place: Place) -> Option<Card> {
    match place {
        Place::Stock => None,
        Place::Waste => view.waste.last().copied(),
        Place::Foundation(suit) => view.foundation_top(suit),
        Place::Column(_, 0) => None,
        Place::Column(column, count) => view.columns[column].build(count),
    }
}

/// Whether a tap or a finger picks up what lies there. A card under others is picked up too where only top cards move: putting it
/// down then says why it cannot go.
pub(super) fn can_pick(view: &View, place: Place) -> bool {
    let back = !matches!(place, Place::Foundation(_)) || view.config.back();
    view.outcome().is_none() && back && card_at(view, place).is_some()
}

/// Whether the top card of a column waits to be turned by hand, and the place is that card.
pub(super) fn turns(view: &View, place: Place) -> Option<Move> {
    let Place::Column(column, _) = place else { return None };
    let mv = Move::Turn { column };
    view.refusal(mv).is_none().then_some(mv)
}

fn only_the_top(view: &View, from: Column) -> Refusal {
    let rule = if view.config.moves() == Moves::One { Rule::new('T', 1) } else { Rule::new('K', 14) };
    Refusal::new(rule, words::only_the_top(from, view.columns[from].top()))
}

/// Why a card does not come back from a foundation: the rule is asked about any column.
pub(super) fn no_way_back(view: &View, suit: Suit) -> Option<Refusal> {
    Column::all().next().and_then(|to| view.refusal(Move::FoundationToColumn { from: suit, to }))
}
