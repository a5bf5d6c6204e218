//! Savannah at the screen: against bots, for people who share a screen, and at tables on a server.

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
pub mod words;

pub use bots::savannah::Level;
pub use commands::{Choice, Command};
pub use place::{Pile, Place};
pub use play::{SavannahPlay, State};

/// A session of Savannah.
pub type Session = crate::shell::Session<SavannahPlay>;
/// An input of Savannah.
pub type Input = crate::shell::Input<SavannahPlay>;
/// A new game of Savannah.
pub type NewGame = crate::shell::NewGame<games::savannah::Config>;
