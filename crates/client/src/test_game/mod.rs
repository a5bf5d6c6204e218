//! High card at the screen: the least that a game has to provide. Only tests play it.

mod place;
mod play;
mod present;
mod scene;

pub use place::{Pile, Place};
pub use play::TestGamePlay;

/// A session of High card.
pub type Session = crate::shell::Session<TestGamePlay>;
