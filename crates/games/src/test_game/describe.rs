use table::{Eye, Seat};
use text::{Separator, Text};

use super::{Deal, Move, Tabletop, TestGame, View};
use crate::events::Describe;

impl Describe for TestGame {
    /// The viewer's seat, and what everybody sees.
    type ViewRef<'a> = (Option<Seat>, &'a Tabletop);

    fn view_ref(&self, eye: Eye) -> (Option<Seat>, &Tabletop) {
        (self.seat_of(eye), &self.public)
    }

    fn borrow_view(view: &View) -> (Option<Seat>, &Tabletop) {
        (view.seat, &view.public)
    }

    fn describe_move(
        (viewer, _): (Option<Seat>, &Tabletop),
        seat: Seat,
        Move(card): Move,
        (_, after): (Option<Seat>, &Tabletop),
    ) -> Text {
        let laid = match viewer == Some(seat) {
            true => Text::with("you played the {}", [card.name()]),
            false => Text::with("{} played the {}", [seat.into(), card.name()]),
        };
        let turned = after.turned.map(|card| Text::with("the stock shows the {}", [card.name()]));
        Text::row([laid].into_iter().chain(turned).collect::<Vec<_>>(), Separator::Semicolon)
    }

    fn describe_chance(
        _before: (Option<Seat>, &Tabletop),
        _deal: &Deal,
        _after: (Option<Seat>, &Tabletop),
    ) -> Text {
        Text::of("the cards are dealt")
    }
}
