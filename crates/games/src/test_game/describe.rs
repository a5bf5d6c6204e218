use table::Seat;
use text::{Separator, Text};

use super::{Deal, Move, TestGame, View};
use crate::events::Describe;

impl Describe for TestGame {
    fn describe_move(before: &View, seat: Seat, Move(card): Move, after: &View) -> Text {
        let laid = match before.seat == Some(seat) {
            true => Text::with("you played the {}", [card.name()]),
            false => Text::with("{} played the {}", [seat.into(), card.name()]),
        };
        let turned = after.public.turned.map(|card| Text::with("the stock shows the {}", [card.name()]));
        Text::row([laid].into_iter().chain(turned).collect::<Vec<_>>(), Separator::Semicolon)
    }

    fn describe_chance(_before: &View, _deal: &Deal, _after: &View) -> Text {
        Text::of("the cards are dealt")
    }
}
