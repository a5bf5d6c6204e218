//! Where the keyboard is.
//!
//! The cursor stands on a [`Place`]. In a column the place counts cards from the top; the face-down cards are
//! one stop above the face-up ones, and an empty column is one stop with the number 0.

use cards::Suit;
use games::klondike::{Column, Place, View};

use super::Pile;
use crate::shell::Direction;

/// The stop in a pile that is nearest to where the player plays: its top card.
pub(super) fn end_of(view: &View, spot: Pile) -> Place {
    match spot {
        Pile::Stock => Place::Stock,
        Pile::Waste => Place::Waste,
        Pile::Foundation(suit) => Place::Foundation(suit),
        Pile::Column(column) => Place::Column(column, u8::from(!view.columns[column].is_empty())),
    }
}

/// The stop of a pile that still exists.
pub(super) fn clamp(view: &View, place: Place) -> Place {
    match place {
        Place::Column(column, _) if view.columns[column].is_empty() => Place::Column(column, 0),
        Place::Column(column, count) => Place::Column(column, count.clamp(1, stops(view, column))),
        place => place,
    }
}

/// The next stop in a direction.
pub(super) fn walk(view: &View, from: Place, direction: Direction) -> Place {
    let next = match (Pile::from(from), direction) {
        (_, Direction::First) => Place::Stock,
        (_, Direction::Last) => {
            Column::all().next_back().map_or(from, |last| end_of(view, Pile::Column(last)))
        }
        (Pile::Column(column), Direction::Left) => beside(view, from, column.number().checked_sub(1)),
        (Pile::Column(column), Direction::Right) => beside(view, from, column.number().checked_add(1)),
        (Pile::Column(column), Direction::Up) => match from {
            Place::Column(_, count) if count < stops(view, column) => Place::Column(column, count + 1),
            _ => end_of(view, above(column)),
        },
        (Pile::Column(_), Direction::Down) => match from {
            Place::Column(column, count) if count > 1 => Place::Column(column, count - 1),
            place => place,
        },
        (spot, Direction::Left) => end_of(view, in_row(spot, -1)),
        (spot, Direction::Right) => end_of(view, in_row(spot, 1)),
        (_, Direction::Up) => from,
        (spot, Direction::Down) => below(spot).map_or(from, |column| end_of(view, Pile::Column(column))),
    };
    clamp(view, next)
}

/// How many stops a column has: its face-up cards, and one for all that lie face down.
fn stops(view: &View, column: Column) -> u8 {
    let pile = &view.columns[column];
    (pile.face_up.len() as u8 + u8::from(pile.face_down > 0)).max(1)
}

fn beside(view: &View, from: Place, number: Option<u8>) -> Place {
    number.and_then(Column::new).map_or(from, |column| end_of(view, Pile::Column(column)))
}

const ROW: [Pile; 6] = [
    Pile::Stock,
    Pile::Waste,
    Pile::Foundation(Suit::Clubs),
    Pile::Foundation(Suit::Diamonds),
    Pile::Foundation(Suit::Hearts),
    Pile::Foundation(Suit::Spades),
];

fn in_row(spot: Pile, step: isize) -> Pile {
    let at = ROW.iter().position(|other| *other == spot).unwrap_or(0);
    at.checked_add_signed(step).and_then(|at| ROW.get(at)).copied().unwrap_or(spot)
}

/// The pile of the upper row above a column. There is none above column 3; the waste is the nearest.
fn above(column: Column) -> Pile {
    match column.number() {
        1 => Pile::Stock,
        2 | 3 => Pile::Waste,
        number => ROW[usize::from(number) - 2],
    }
}

fn below(spot: Pile) -> Option<Column> {
    let at = ROW.iter().position(|other| *other == spot)? as u8;
    Column::new(if at < 2 { at + 1 } else { at + 2 })
}
