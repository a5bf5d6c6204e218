//! Savannah: a race for two to eight players with cards and two dice.
//!
//! Each player tries to get rid of the cards in their reserve and discard by playing them to three
//! shared foundations. [`Savannah`] is the full state of a game. [`View`] is what one viewer may
//! know, and [`Sight`] the part that decides which moves are legal. [`Public`] is what everybody
//! may see; it has no field for a hidden card.
//!
//! ```
//! use cards::DealId;
//! use games::savannah::{Config, Move, Savannah};
//! use table::{Eye, Seat, Table, View};
//!
//! let config: Config = "seats=2 first=B".parse()?;
//! let mut table = Table::<Savannah>::new(config, DealId::V1(42))?;
//! let b: Seat = "B".parse()?;
//!
//! let view = table.view(Eye::Seat(b));
//! assert_eq!(view.hand().map(<[_]>::len), Some(4));
//! assert_eq!(view.public().players[Seat::A].reserve.len(), 10);
//!
//! // B ends the turn with the first card of the hand on the discard. Chance rolls for A, and A draws.
//! let discard = view.legal().into_iter().find(|mv| matches!(mv, Move::Discard(_))).expect("a hand of four");
//! table.play(b, discard)?;
//! assert_eq!(table.turn(), table::Turn::Seat(Seat::A));
//! let refusal = table.play(b, discard).unwrap_err();
//! assert_eq!(refusal.to_string(), "it is A's turn, not yours (V4)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod begin;
mod chance;
mod change;
mod config;
mod fits;
mod foundation;
mod hidden;
mod log;
mod mv;
mod public;
mod reason;
mod rules;
#[cfg(test)]
mod secrets;
mod shuffle;
mod sight;
mod state;
mod tell;
mod turn;
mod view;

pub use chance::{Chance, ParseChanceError};
pub use config::{Config, ConfigError};
pub use fits::fits;
pub use foundation::{ByFoundation, Foundation};
pub use log::TurnLog;
pub use mv::{Move, ParseMoveError, SourcePile};
pub use public::{Discard, Phase, PlayerCards, Public, Reserve, Step};
use reason::Reason;
pub use reason::{sum_in_words, with_article};
pub use rules::{HAND, MAX_PLAYS_PER_TURN, MAX_ROUNDS_ONLINE};
pub use shuffle::{Shuffle, Unseen};
pub use sight::Sight;
pub use state::Savannah;
pub use tell::{describe, tell_end, tell_limit};
pub use view::{SharedView, View, ViewRef};
