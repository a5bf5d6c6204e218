//! The names of places at Savannah's table.

use cards::Card;
use table::{Eye, Seat};
use text::{Separator, Text};

use super::takes_told;
use crate::savannah::{Pile, Place, Session};
use crate::words::cards;

/// What a screen reader says at a place: "eight of hearts, foundation 1, takes any card".
pub(crate) fn place_name(session: &Session, place: Place) -> Text {
    let public = session.view().public();
    let near = session.near();
    let top = |card: Option<Card>, pile: Text, count: usize| match card {
        Some(card) => Text::row([card.name(), pile, cards(count)], Separator::Comma),
        None => Text::with("{}, empty", [pile]),
    };
    let player = |seat: Seat| public.players.get(seat);
    match place {
        Place::Stock if public.stock == 0 => Text::of("stock, empty"),
        Place::Stock => Text::with("stock, {}", [cards(public.stock.into())]),
        Place::Foundation(foundation) => match public.top(foundation) {
            Some(card) => Text::with(
                "{}, foundation {}, takes {}",
                [card.name(), foundation.into(), takes_told(public, foundation)],
            ),
            None => Text::with("foundation {}, empty", [foundation.into()]),
        },
        Place::Reserve(seat) => {
            let reserve = player(seat).map(|player| player.reserve).unwrap_or_default();
            let pile = match seat == near {
                true => Text::of("your reserve"),
                false => Text::with("{}'s reserve", [seat.into()]),
            };
            top(reserve.top, pile, reserve.len())
        }
        Place::Discard(seat) => {
            let discard = player(seat).map(|player| player.discard.clone()).unwrap_or_default();
            let pile = match seat == near {
                true => Text::of("your discard"),
                false => Text::with("{}'s discard", [seat.into()]),
            };
            top(discard.top(), pile, discard.len())
        }
        Place::Hand(at) => {
            let of = |count: usize| Text::with("{} of {} @count", [(at + 1).into(), count.into()]);
            match session.view().hand() {
                Some(hand) => {
                    let card = hand.get(usize::from(at)).map_or(Text::EMPTY, |card| card.name());
                    Text::row([card, of(hand.len()), Text::of("your hand")], Separator::Comma)
                }
                None => {
                    let held = player(near).map_or(0, |player| player.hand.len());
                    let hand = Text::with("{}'s hand", [near.into()]);
                    Text::row([Text::of("face down"), of(held), hand], Separator::Comma)
                }
            }
        }
    }
}

/// A name of a card that can be played now.
pub(crate) fn can_be_played(name: Text) -> Text {
    Text::with("{}, can be played", [name])
}

/// The heading of a pile, for a screen reader.
#[must_use]
pub fn pile_title(near: Seat, pile: Pile) -> Text {
    match pile {
        Pile::Stock => Text::of("Stock"),
        Pile::Foundation(foundation) => Text::with("Foundation {}", [foundation.into()]),
        Pile::Reserve(seat) if seat == near => Text::of("Your reserve"),
        Pile::Reserve(seat) => Text::with("{}'s reserve", [seat.into()]),
        Pile::Discard(seat) if seat == near => Text::of("Your discard"),
        Pile::Discard(seat) => Text::with("{}'s discard", [seat.into()]),
        Pile::Hand => Text::of("Your hand"),
    }
}

/// The words under a pile: "your reserve 9", "reserve 9" where there is little room.
pub(crate) fn pile_label(session: &Session, pile: Pile, short: bool) -> Text {
    let public = session.view().public();
    let own = |seat: Seat| !short && session.eye() == Eye::Seat(seat);
    let reserve = |seat: Seat| Text::from(public.players.get(seat).map_or(0, |player| player.reserve.len()));
    let discard = |seat: Seat| Text::from(public.players.get(seat).map_or(0, |player| player.discard.len()));
    match pile {
        Pile::Stock => Text::with("stock {}", [public.stock.into()]),
        Pile::Foundation(foundation) if short => foundation.into(),
        Pile::Foundation(foundation) => Text::with("foundation {}", [foundation.into()]),
        Pile::Reserve(seat) if own(seat) => Text::with("your reserve {}", [reserve(seat)]),
        Pile::Reserve(seat) => Text::with("reserve {}", [reserve(seat)]),
        Pile::Discard(seat) if own(seat) => Text::with("your discard {}", [discard(seat)]),
        Pile::Discard(seat) => Text::with("discard {}", [discard(seat)]),
        Pile::Hand => Text::EMPTY,
    }
}
