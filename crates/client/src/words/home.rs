//! The texts of the page that a visit begins with.

use text::Text;

/// Under the name of the house.
pub const MOTTO: Text =
    Text::of("Card games. No adverts, no account, and what you play alone stays on this device.");
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
