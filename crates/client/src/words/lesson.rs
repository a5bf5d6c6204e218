//! The texts around a lesson. The lessons themselves are in `lesson.rs` of each game.

use text::Text;

/// Said about a legal move that is not the lesson's next one.
pub const FIRST_THIS: Text = Text::of("that is legal, too, but follow the arrow in this lesson");
/// Said about commands that a lesson does not allow.
pub const LATER: Text = Text::of("not in this lesson");
/// The title of a lesson.
pub const TITLE: Text = Text::of("Lesson");
/// Ends the lesson and starts a game.
pub const PLAY: Text = Text::of("Play a game");
/// Ends the lesson early.
pub const SKIP: Text = Text::of("Skip the lesson");
/// Starts the lesson again.
pub const AGAIN: Text = Text::of("Repeat");

/// The current step.
#[must_use]
pub fn step((at, count): (usize, usize)) -> Text {
    Text::with("Step {} of {}", [at.into(), count.into()])
}
