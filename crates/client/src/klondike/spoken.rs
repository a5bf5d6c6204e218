//! How the table is read aloud.

use games::klondike::{Place, View};

use super::pick::card_at;
use crate::words::count;

/// What a screen reader says at a place: "ten of diamonds, 3 of 4, column 5".
pub(super) fn name(view: &View, place: Place) -> String {
    let card = card_at(view, place).map(|card| card.name().to_string());
    match (place, card) {
        (Place::Stock, _) => stock(view),
        (Place::Waste, Some(card)) => match view.waste.len() {
            1 => format!("{card}, waste"),
            cards => format!("{card}, waste, {cards} cards"),
        },
        (Place::Waste, None) => "waste, empty".to_owned(),
        (Place::Foundation(suit), Some(card)) => format!("{card}, foundation of {}", suit.name()),
        (Place::Foundation(suit), None) => format!("foundation of {}, empty", suit.name()),
        (Place::Column(column, up), Some(card)) => {
            let all = view.columns[column].face_up.len();
            format!("{card}, {} of {all}, column {column}", all + 1 - usize::from(up))
        }
        (Place::Column(column, _), None) => match view.columns[column].face_down {
            0 => format!("column {column}, empty"),
            down => format!("{} face down, column {column}", count(usize::from(down), "card")),
        },
    }
}

fn stock(view: &View) -> String {
    match (view.stock.len(), view.waste.is_empty()) {
        (0, true) => "stock, empty".to_owned(),
        (0, false) if view.has_pass_left() => "stock, empty, turn the waste over".to_owned(),
        (0, false) => "stock, empty, no pass is left".to_owned(),
        (cards, _) => format!("stock, {}", count(cards, "card")),
    }
}
