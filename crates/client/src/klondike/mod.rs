//! Klondike and One-card Klondike at the screen.

mod advice;
mod commands;
mod cursor;
mod finish;
mod layout;
mod lesson;
mod link;
mod motion;
mod pick;
mod pile;
mod play;
mod present;
mod replay;
mod scene;
pub mod words;

pub use advice::WinStatus;
pub use commands::Command;
pub use pile::Pile;
pub use play::{KlondikePlay, State};
pub use replay::WinnableSpan;
pub use solver::{Hint, Strength};

pub(crate) use pick::card_at;

/// A session of Klondike.
pub type Session = crate::shell::Session<KlondikePlay>;
/// An input of Klondike.
pub type Input = crate::shell::Input<KlondikePlay>;
/// A new game of Klondike.
pub type NewGame = crate::shell::NewGame<games::klondike::Config>;
