//! What is said around a lesson; what is taught stands in `lesson/`.

/// What can be done, but not yet.
pub const FIRST_THIS: &str = "That can be played. In this lesson, follow the arrow first";
/// What belongs to a game of one's own.
pub const LATER: &str = "Not in this lesson";
/// The title of a lesson.
pub const TITLE: &str = "Lesson";
/// Leaves it for a game.
pub const PLAY: &str = "Play a game";
/// Leaves it before its end.
pub const SKIP: &str = "Skip the lesson";
/// Begins it again.
pub const AGAIN: &str = "Once more";

/// How far it is.
#[must_use]
pub fn step((at, count): (usize, usize)) -> String {
    format!("Step {at} of {count}")
}
