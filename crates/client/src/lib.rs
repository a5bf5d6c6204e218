//! The interface without a screen: what the browser and the full-screen terminal have in common.
//!
//! A [`klondike::Desk`], or a [`savannah::Desk`] for a game with others, is a table with somebody at it. It knows what is picked up, where that can go, what a tap, a drag or a key
//! means, what is said aloud, what a hint shows, whether the game can still be won, and what has to be saved. It knows legal moves as
//! data, gives whoever draws it a [`games::klondike::View`] and no hidden card, and has neither a clock nor a thread: the time is told
//! to it, and what it wants from outside it puts into a list of [`Out`]s.
//!
//! ```
//! use client::klondike::{Desk, Input};
//! use client::{Out, Settings};
//! use games::klondike::{Config, Place};
//!
//! let mut desk = Desk::new(Config::KLONDIKE, "v1:42".parse()?, Settings::default(), 1)?;
//! desk.handle(Input::Tap(Place::Stock), 0);
//! assert_eq!(desk.said().text, "Drew the four of hearts.");
//! assert!(desk.take_out().iter().any(|out| matches!(out, Out::Save)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod address;
mod answer;
mod ask;
mod clock;
mod language;
mod lesson;
mod link;
mod out;
mod random;
mod said;
mod settings;

pub mod kept;
pub mod klondike;
pub mod online;
pub mod savannah;
pub mod statistics;
pub mod words;
pub mod worker;

pub use address::{Address, ParseAddressError};
pub use answer::answer;
pub use ask::{Answer, Ask, Question, Reply, Verdict};
pub use clock::Clock;
pub use language::{Catalogue, Language};
pub use lesson::{Course, Lesson};
pub use link::Link;
pub use out::{Out, Sound};
pub use said::{Said, Tone};
pub use settings::{Motion, Pace, Settings, Switch, Theme};
