//! The texts of the user interface that all games share. The texts of a single game are in its folder, and
//! refusals are in the crate `games`.

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

// Messages.

pub(crate) const NOT_YOUR_TURN: Text = Text::of("it is not your turn");
pub(crate) const NOTHING_DONE: Text = Text::of("the game continues");
pub(crate) const NOTHING_TO_EXPLAIN: Text = Text::of("nobody else has moved yet");
pub(crate) const BAD_OPTIONS: Text = Text::of("there is no game with these options");
pub(crate) const SEATS_MISSING: Text = Text::of("every seat needs a player");
pub(crate) const NO_KEY: Text = Text::of("this game can't continue here: the key of its dice is secret");
pub(crate) const RESIGN_SURE: Text = Text::of("Resign? The other player wins.");
pub(crate) const LEAVE_SURE: Text = Text::of("Leave the table? A keen bot takes over for you.");
pub(crate) const LEFT: Text = Text::of("a bot takes over for you");
pub(crate) const PUT_BACK: Text = Text::of("put back");
pub(crate) const HINT_GONE: Text = Text::of("hint hidden");
pub(crate) const OVER: Text = Text::of("the game is over");
pub(crate) const ENDED: Text = Text::of("the players ended this game: it counts for nobody");
pub(crate) const NO_HINTS: Text = Text::of("this game has no hints");
pub(crate) const THINKING: Text = Text::of("thinking …");
pub(crate) const RESUMED: Text = Text::of("your game is resumed where you left off");
pub(crate) const RESTARTED: Text = Text::of("restarted with the same cards");
pub(crate) const IMPORTED: Text = Text::of("the game was imported and continues here");
pub(crate) const KEPT: Text = Text::of("your previous game is kept: the menu takes you back to it");
pub(crate) const RETURNED: Text = Text::of("back in your previous game");
pub(crate) const NO_PREVIOUS: Text = Text::of("there is no previous game");
pub(crate) const SECRET_DEAL: Text = Text::of("a secret deal");
pub(crate) const BROKEN_SAVE: Text = Text::of("the saved game cannot be read");
/// Said when a saved game cannot be read.
pub const PUT_ASIDE: Text =
    Text::of("your last game can't be read: it was set aside, and a new game has started");

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

/// Minutes and seconds, with hours if there are any: "3:07", "1:02:33".
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
    Text::with("this game can't be read, so nothing was changed: {}", [error.text()])
}

pub(crate) fn no_place(card: Card) -> Text {
    Text::with("the {} can't go anywhere", [card.name()])
}

/// The name of a place where the picked card can go.
#[must_use]
pub fn can_go_here(name: &Text) -> Text {
    Text::with("{}, can go here", [name.clone()])
}

/// Time and moves so far.
#[must_use]
pub fn counts(spent: u64, moves: usize) -> Text {
    Text::row([Text::name(time(spent)), self::moves(moves)], Separator::Dot)
}

/// Time and moves in short.
#[must_use]
pub fn counts_short(spent: u64, moves: usize) -> String {
    format!("{} · {moves}", time(spent))
}

/// The short name of a deal.
#[must_use]
pub fn deal_short(name: Text) -> Text {
    if name.to_string().starts_with("cards:") {
        Text::of("custom deal")
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

/// The number of moves and the time of a won game.
#[must_use]
pub fn won_with(moves: usize, milliseconds: u64) -> Text {
    Text::with("{} in {}", [self::moves(moves), Text::name(time(milliseconds))])
}
/// A move of another player with its reason.
pub(crate) fn why(event: &Text, reason: Text) -> Text {
    // The events after the move have already been announced.
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

/// Shown between the turns of people who share a screen.
#[must_use]
pub fn pass_to(seat: Seat, player: &Player) -> Text {
    match player.name.as_str() {
        "" => Text::with("Pass the device to seat {}", [seat.into()]),
        name => Text::with("Pass the device to {}", [Text::name(name)]),
    }
}

/// Who plays in a seat: "Keen bot", "at this screen".
#[must_use]
pub const fn player_kind(kind: PlayerKind) -> Text {
    match kind {
        PlayerKind::Person => Text::of("at this screen"),
        PlayerKind::Guest(Presence::Here) => Text::of("at the table"),
        PlayerKind::Guest(Presence::Away) => Text::of("away"),
        PlayerKind::Guest(Presence::Late) => Text::of("away for a while"),
        PlayerKind::Guest(Presence::Replaced) => Text::of("replaced by a bot"),
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
