//! The interface without a screen: what the browser and the full-screen terminal have in common.
//!
//! A [`shell::Session`] is a table with a player. It knows what is picked up, where that can go, what a tap,
//! a drag or a key means, what is said aloud, what a hint shows, and what has to be saved. It draws a
//! [`shell::Scene`] from what the viewer may know, and has neither a clock nor a thread: the time is passed
//! in, and what it wants from outside comes out as a list of [`shell::Effect`]s. [`klondike`] and
//! [`savannah`] provide what is special about each game.
//!
//! ```
//! use client::Settings;
//! use client::klondike::{Input, NewGame, Session};
//! use client::shell::Effect;
//! use games::klondike::{Config, Place};
//!
//! let game = NewGame::solo(Config::KLONDIKE, Some("v1:42".parse()?));
//! let mut session = Session::new(game, Settings::default(), 1).expect("a deal of Klondike");
//! session.handle(Input::Tap(Place::Stock), 0);
//! assert_eq!(session.said().text, "Drew the four of hearts.");
//! assert!(session.take_effects().contains(&Effect::Save));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod address;
mod answer;
mod ask;
pub mod catalog;
mod clock;
mod language;
mod random;
mod settings;

pub mod klondike;
pub mod online;
pub mod savannah;
pub mod shell;
pub mod statistics;
#[cfg(feature = "test-game")]
pub mod test_game;
pub mod words;
pub mod worker;

pub use address::{Address, LinkFormat, ParseAddressError};
pub use answer::answer;
pub use ask::{Answer, Ask, Question, Reply, Winnability};
pub use clock::Clock;
pub use language::{Catalogue, Language};
pub use settings::{AnimationSpeed, Pace, Settings, Switch, Theme};
