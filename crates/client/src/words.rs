//! The texts of the interface that all games share. Those of one game are in its folder; what the rules say
//! about a move is with the rules.

pub mod address;
pub mod home;
pub mod label;
pub mod lesson;
pub mod online;
pub mod replay;
mod settings;
pub mod statistics;

use bots::Level;
use cards::Card;
use table::{RecordError, Seat};
use text::{Separator, Text};

use crate::shell::{Player, PlayerKind, Presence};

pub use settings::{language, motion, pace, panel, switch, theme};

/// The name of the program.
pub const CARDROOM: Text = Text::of("Cardroom");

// What is said at the table.

pub(crate) const NOT_YOUR_TURN: Text = Text::of("it is not your turn");
pub(crate) const NOTHING_DONE: Text = Text::of("nothing was done");
pub(crate) const NOTHING_TO_EXPLAIN: Text = Text::of("nobody else has moved yet");
pub(crate) const SEATS_MISSING: Text = Text::of("there must be somebody on each seat");
pub(crate) const NO_KEY: Text = Text::of("this game cannot go on here: the key of its dice is a secret");
pub(crate) const RESIGN_SURE: Text = Text::of("Give this game up? The other player wins.");
pub(crate) const LEAVE_SURE: Text = Text::of("Leave the table? A keen bot plays on in your place.");
pub(crate) const LEFT: Text = Text::of("a bot plays on in your place");
pub(crate) const PUT_BACK: Text = Text::of("put back");
pub(crate) const HINT_GONE: Text = Text::of("the hint is gone");
pub(crate) const OVER: Text = Text::of("the game is over");
pub(crate) const NO_HINTS: Text = Text::of("this game has no hints");
pub(crate) const THINKING: Text = Text::of("thinking …");
pub(crate) const RESUMED: Text = Text::of("your game goes on where you left it");
pub(crate) const RESTARTED: Text = Text::of("the same cards again");
pub(crate) const IMPORTED: Text = Text::of("the game was read and goes on from here");
pub(crate) const KEPT: Text = Text::of("the game that you left is kept, and the menu leads back to it");
pub(crate) const RETURNED: Text = Text::of("back at the game that you had left");
pub(crate) const NO_PREVIOUS: Text = Text::of("there is no game to go back to");
pub(crate) const SECRET_DEAL: Text = Text::of("a secret deal");
pub(crate) const BROKEN_SAVE: Text = Text::of("the saved game cannot be read");
/// What is said when a saved game cannot be read.
pub const PUT_ASIDE: Text =
    Text::of("your last game cannot be read any more: it was put aside, and here is a new one");

/// "1 card", "3 cards".
#[must_use]
pub fn cards(number: usize) -> Text {
    Text::count(number, "1 card", "{} cards")
}

/// "1 move", "3 moves".
#[must_use]
pub fn moves(number: usize) -> Text {
    Text::count(number, "1 move", "{} moves")
}

/// Minutes and seconds, with hours where there are some: "3:07", "1:02:33".
#[must_use]
pub fn time(milliseconds: u64) -> String {
    let seconds = milliseconds / 1000;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

pub(crate) fn broken_record(error: &RecordError) -> Text {
    Text::with("this is no game that can be read, and nothing was changed: {}", [error.text()])
}

pub(crate) fn no_place(card: Card) -> Text {
    Text::with("there is no place for the {}", [card.name()])
}

/// What is read of a place where the picked card can go.
#[must_use]
pub fn can_go_here(name: &Text) -> Text {
    Text::with("{}, can go here", [name.clone()])
}

/// Time and moves so far.
#[must_use]
pub fn counts(spent: u64, moves: usize) -> Text {
    Text::row([Text::name(time(spent)), self::moves(moves)], Separator::Dot)
}

/// The same where there is little room.
#[must_use]
pub fn counts_short(spent: u64, moves: usize) -> String {
    format!("{} · {moves}", time(spent))
}

/// The name of a deal as there is room for it.
#[must_use]
pub fn deal_short(name: Text) -> Text {
    if name.to_string().starts_with("cards:") {
        Text::of("typed deal")
    } else {
        Text::with("deal {}", [name])
    }
}

// Lists.

/// "a, b or c".
pub(crate) fn or(items: impl Iterator<Item = Text>) -> Text {
    let mut items: Vec<Text> = items.collect();
    match (items.pop(), items.is_empty()) {
        (None, _) => Text::EMPTY,
        (Some(only), true) => only,
        (Some(last), false) => Text::with("{} or {}", [Text::row(items, Separator::Comma), last]),
    }
}

/// "a, b and c".
pub(crate) fn and(items: impl Iterator<Item = Text>) -> Text {
    let mut items: Vec<Text> = items.collect();
    match (items.pop(), items.is_empty()) {
        (None, _) => Text::EMPTY,
        (Some(only), true) => only,
        (Some(last), false) => Text::with("{} and {}", [Text::row(items, Separator::Comma), last]),
    }
}

/// The line after a won game.
#[must_use]
pub fn won_with(moves: usize, milliseconds: u64) -> Text {
    Text::with("{} in {}", [self::moves(moves), Text::name(time(milliseconds))])
}
/// Why another player made a move.
pub(crate) fn why(event: &Text, reason: Text) -> Text {
    // What followed from the move was said already.
    Text::row([event.first().clone(), reason], Separator::Colon)
}

/// A player's name with the seat: "B Anna".
#[must_use]
pub fn seat_name(seat: Seat, player: &Player) -> Text {
    match player.name.as_str() {
        "" => Text::with("Seat {}", [seat.into()]),
        name => Text::name(format_args!("{seat} {name}")),
    }
}

/// Between the turns of people who share a screen.
#[must_use]
pub fn pass_to(seat: Seat, player: &Player) -> Text {
    match player.name.as_str() {
        "" => Text::with("Pass the device to seat {}", [seat.into()]),
        name => Text::with("Pass the device to {}", [Text::name(name)]),
    }
}

/// Who plays on a seat: "Keen bot", "at this screen".
#[must_use]
pub const fn player_kind(kind: PlayerKind) -> Text {
    match kind {
        PlayerKind::Person => Text::of("at this screen"),
        PlayerKind::Guest(Presence::Here) => Text::of("at the table"),
        PlayerKind::Guest(Presence::Away) => Text::of("away"),
        PlayerKind::Guest(Presence::Late) => Text::of("away for a while"),
        PlayerKind::Guest(Presence::Replaced) => Text::of("a bot plays"),
        PlayerKind::Bot(Level::Beginner) => Text::of("Beginner bot"),
        PlayerKind::Bot(Level::Casual) => Text::of("Casual bot"),
        PlayerKind::Bot(Level::Keen) => Text::of("Keen bot"),
        PlayerKind::Bot(Level::Strong) => Text::of("Strong bot"),
        PlayerKind::Bot(Level::Expert) => Text::of("Expert bot"),
    }
}

/// The heading of a round in the log.
#[must_use]
pub fn round_heading(round: u32) -> Text {
    if round == 0 { Text::of("The deal") } else { Text::with("Round {}", [round.into()]) }
}

#[cfg(test)]
mod tests {
    use text::Text;

    use super::{or, time};

    #[test]
    fn lists_and_times_are_well_formed() {
        assert_eq!(or(["a", "b", "c"].into_iter().map(Text::name)), "a, b or c");
        assert_eq!(or(std::iter::empty()), "");
        assert_eq!((time(187_999), time(3_753_000)), ("3:07".to_owned(), "1:02:33".to_owned()));
    }
}
