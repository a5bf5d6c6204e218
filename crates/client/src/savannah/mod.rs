//! The user interface of Savannah: against bots, for people who share a screen, and online.

mod commands;
mod cursor;
pub mod form;
mod kind;
mod layout;
mod lesson;
mod link;
mod motion;
mod pick;
mod place;
mod play;
mod present;
mod scene;
mod table_form;
mod typed;
pub mod words;

pub use bots::Level;
pub use commands::{Choice, Command};
pub use place::{Pile, Place};
pub use play::{SavannahPlay, State};

/// A session of Savannah.
pub type Session = crate::shell::Session<SavannahPlay>;
/// An input of Savannah.
pub type Input = crate::shell::Input<SavannahPlay>;
/// A new game of Savannah.
pub type NewGame = crate::shell::NewGame<games::savannah::Config>;
