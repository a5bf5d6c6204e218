//! The texts of the page that a visit begins with.

/// Under the name of the house.
pub const MOTTO: &str = "Three card games. No adverts, no account, and everything stays on this device.";
/// The heading above the games.
pub const GAMES: &str = "Games";
/// Goes on with the game that was left.
pub const GO_ON: &str = "Go on";
/// Begins the first game.
pub const PLAY: &str = "Play";
/// Leads to the lesson.
pub const LEARN: &str = "Learn it in a minute";
/// Leads to this page.
pub const HOME: &str = "All games";
/// Klondike in a line.
pub const KLONDIKE: &str =
    "The patience that most people know. Alone, with hints that never lose a won game.";
/// One-card Klondike in a line.
pub const ONE_CARD: &str = "The beginner's Klondike: only top cards move, and every deal can be won.";
/// Savannah in a line.
pub const SAVANNAH: &str = "A race with cards and dice for two to eight, against bots or around one screen.";

/// A kept game of Klondike: "deal 42, 17 moves".
#[must_use]
pub fn klondike(title: &str, deal: &str, moves: usize) -> String {
    format!("{title}, {deal}, {}", super::count(moves, "move"))
}

/// A kept game of Savannah: "4 players, round 7".
#[must_use]
pub fn savannah(players: u8, round: u32) -> String {
    format!("{}, round {round}", super::savannah::players(players))
}
