//! The rules of the card room's games, once, for everything else.
//!
//! Each game is a folder: its options, its moves and their notation, what a player sees, what is legal, what
//! happens. The [`catalog`] lists them by the names that players use, and the [`rulebook`] is the text of the
//! numbered rules. [`events`] puts what happened into words. [`verify`] checks a record: every move by the
//! rules, and every card and roll against the proof of where they came from.

pub mod catalog;
pub mod events;
pub mod klondike;
pub mod rulebook;
pub mod savannah;
#[cfg(feature = "test-game")]
pub mod test_game;
#[cfg(feature = "trials")]
pub mod trials;
pub mod verify;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
