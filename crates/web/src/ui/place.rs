//! Places as the page names them: `stock`, `foundation-h`, `column-5-2`.

use cards::Suit;
use client::klondike::Spot;
use games::klondike::{Column, Place};

/// The name of a place. In a column the last number counts from the top card; 0 is the empty column.
pub(crate) fn name(place: Place) -> String {
    match place {
        Place::Column(_, count) => format!("{}-{count}", Spot::from(place)),
        place => Spot::from(place).to_string(),
    }
}

/// The place of a name.
pub(crate) fn read(name: &str) -> Option<Place> {
    let mut words = name.split('-');
    match (words.next()?, words.next(), words.next()) {
        ("stock", None, None) => Some(Place::Stock),
        ("waste", None, None) => Some(Place::Waste),
        ("foundation", Some(suit), None) => {
            suit.chars().next().and_then(Suit::from_letter).map(Place::Foundation)
        }
        ("column", Some(column), Some(count)) => {
            Some(Place::Column(column.parse().ok().and_then(Column::new)?, count.parse().ok()?))
        }
        _ => None,
    }
}
