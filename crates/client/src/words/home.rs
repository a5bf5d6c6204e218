//! The texts of the home page.

use text::Text;

/// Under the name of the program.
pub const MOTTO: Text =
    Text::of("Three card games. No ads, no account. What you play alone stays on this device.");
/// The heading above the games.
pub const GAMES: Text = Text::of("Games");
/// Resumes a saved game.
pub const GO_ON: Text = Text::of("Resume");
/// Starts the first game.
pub const PLAY: Text = Text::of("Play");
/// Opens the lesson.
pub const LEARN: Text = Text::of("Learn it in a minute");
/// Opens the rules.
pub const RULES: Text = Text::of("Rules");
/// Opens the home page.
pub const HOME: Text = Text::of("All games");
