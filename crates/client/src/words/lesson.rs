//! What is said around a lesson; what is taught stands in `lesson/`.

use text::Text;

/// What can be done, but not yet.
pub const FIRST_THIS: Text = Text::of("That is allowed, too. In this lesson, follow the arrow first");
/// What belongs to a game of one's own.
pub const LATER: Text = Text::of("Not in this lesson");
/// The title of a lesson.
pub const TITLE: Text = Text::of("Lesson");
/// Leaves it for a game.
pub const PLAY: Text = Text::of("Play a game");
/// Leaves it before its end.
pub const SKIP: Text = Text::of("Skip the lesson");
/// Begins it again.
pub const AGAIN: Text = Text::of("Once more");

/// How far it is.
#[must_use]
pub fn step((at, count): (usize, usize)) -> Text {
    Text::with("Step {} of {}", [at.into(), count.into()])
}
