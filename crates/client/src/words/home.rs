//! The texts of the page that a visit begins with.

use text::{Separator, Text};

/// Under the name of the house.
pub const MOTTO: Text =
    Text::of("Three card games. No adverts, no account, and what you play alone stays on this device.");
/// The heading above the games.
pub const GAMES: Text = Text::of("Games");
/// Goes on with the game that was left.
pub const GO_ON: Text = Text::of("Go on");
/// Begins the first game.
pub const PLAY: Text = Text::of("Play");
/// Leads to the lesson.
pub const LEARN: Text = Text::of("Learn it in a minute");
/// Leads to the rules.
pub const RULES: Text = Text::of("Rules");
/// Leads to this page.
pub const HOME: Text = Text::of("All games");
/// Klondike in a line.
pub const KLONDIKE: Text =
    Text::of("The patience that most people know. Alone, with hints that never lose a won game.");
/// One-card Klondike in a line.
pub const ONE_CARD: Text =
    Text::of("The beginner's Klondike: only top cards move, and every deal can be won.");
/// Savannah in a line.
pub const SAVANNAH: Text =
    Text::of("A race with cards and dice for two to eight, against bots or around one screen.");

/// A kept game of Klondike: "deal 42, 17 moves".
#[must_use]
pub fn klondike(title: Text, deal: Text, moves: usize) -> Text {
    Text::row([title, deal, super::moves(moves)], Separator::Comma)
}

/// A kept game of Savannah: "4 players, round 7".
#[must_use]
pub fn savannah(players: u8, round: u32) -> Text {
    Text::with("{}, round {}", [crate::savannah::words::players(players), round.into()])
}
