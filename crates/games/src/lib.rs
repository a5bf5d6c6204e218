//! The rules of all games of Cardroom. Every other crate uses this single implementation.
//!
//! Each game has a folder with its options, moves and notation, views, legality and state. The
//! [`catalog`] lists the games by the names that players use, and [`rulebook`] parses the numbered
//! rules. [`events`] describes events in words. [`verify`] checks a record: every move against the
//! rules, and every card and roll against the proof of their origin.

pub mod catalog;
mod deal;
pub mod events;
pub mod klondike;
pub mod rulebook;
pub mod savannah;
#[cfg(feature = "test-game")]
pub mod test_game;
#[cfg(feature = "trials")]
pub mod trials;
pub mod verify;

pub use deal::{Deal, ParseDealLineError};

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
