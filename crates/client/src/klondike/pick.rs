//! What is picked up, and where it can go.

use cards::{Card, Suit};
use games::klondike::{Column, Move, Moves, Place, View};
use table::{Refusal, Rule, Sight, View as _};

use super::Pile;
use super::words as texts;
use crate::shell::{Named, Pick};

/// The move made by putting what is picked up on a pile; `None` if that puts it back.
pub(super) fn drop_move(view: &View, pick: Pick<Place>, to: Pile) -> Option<Result<Move, Refusal>> {
    let mv = match (pick.place, to) {
        (from, to) if Pile::from(from) == to => return None,
        (Place::Waste, Pile::Column(to)) => Move::WasteToColumn { to },
        (Place::Waste, Pile::Foundation(_)) => Move::WasteToFoundation,
        (Place::Foundation(from), Pile::Column(to)) => Move::FoundationToColumn { from, to },
        (Place::Column(from, count), Pile::Column(to)) => Move::ColumnToColumn {
            from,
            to,
            count: if pick.whole { view.count_to_move(from, to) } else { count },
        },
        (Place::Column(from, count), Pile::Foundation(_)) if pick.whole || count <= 1 => {
            Move::ColumnToFoundation { from }
        }
        (Place::Column(from, _), Pile::Foundation(_)) => return Some(Err(only_the_top(view, from))),
        _ => return None,
    };
    Some(view.refusal(mv).map_or(Ok(mv), Err))
}

/// Where what is picked up can go. Of the foundations only the card's own is named.
pub(super) fn targets(view: &View, pick: Pick<Place>) -> Vec<Pile> {
    let own = picked_card(view, pick).map(|card| card.suit);
    let is_named = |pile: &Pile| !matches!(pile, Pile::Foundation(suit) if Some(*suit) != own);
    let accepts = |pile: &Pile| matches!(drop_move(view, pick, *pile), Some(Ok(_)));
    Pile::all().filter(is_named).filter(accepts).collect()
}

/// *Move it for me*: the best place. Of a whole column the top card goes to its foundation, or else the
/// longest build that has somewhere to go.
pub(super) fn best_move(view: &View, pick: Pick<Place>) -> Option<Move> {
    let Place::Column(from, count) = pick.place else { return view.tap(pick.place) };
    let up = Move::ColumnToFoundation { from };
    if pick.whole && view.refusal(up).is_none() {
        return Some(up);
    }
    let shortest = if pick.whole { 1 } else { count };
    (shortest..=count).rev().find_map(|count| view.tap(Place::Column(from, count)))
}

/// The card that goes to a foundation, or that a refusal is about.
pub(super) fn picked_card(view: &View, pick: Pick<Place>) -> Option<Card> {
    match pick.place {
        Place::Column(column, _) if pick.whole => view.columns[column].top(),
        place => card_at(view, place),
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

/// Whether the card there can be picked up. A card under others can be, also where only top cards move:
/// putting it down then says why it cannot go.
pub(super) fn can_pick(view: &View, place: Place) -> bool {
    let back = !matches!(place, Place::Foundation(_)) || view.config.back();
    view.outcome().is_none() && back && card_at(view, place).is_some()
}

/// The move that turns the top card of a column, if the place is that card and it waits to be turned by hand.
pub(super) fn turn(view: &View, place: Place) -> Option<Move> {
    let Place::Column(column, _) = place else { return None };
    let mv = Move::Turn { column };
    view.refusal(mv).is_none().then_some(mv)
}

fn only_the_top(view: &View, from: Column) -> Refusal {
    let rule = if view.config.moves() == Moves::One { Rule::new('T', 1) } else { Rule::new('K', 14) };
    Refusal::new(rule, texts::only_the_top(from, view.columns[from].top()))
}

/// Why a card does not come back from a foundation.
pub(super) fn no_way_back(view: &View, suit: Suit) -> Option<Refusal> {
    Column::all().next().and_then(|to| view.refusal(Move::FoundationToColumn { from: suit, to }))
}
