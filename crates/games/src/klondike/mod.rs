//! Klondike and One-card Klondike: one set of rules with options (R4).
//!
//! The state consists of what the player sees, a [`View`], and the hidden cards. Legality is
//! computed from the view alone, so it cannot depend on a hidden card.
//!
//! ```
//! use cards::DealId;
//! use games::klondike::{Config, Klondike};
//! use table::{Eye, Seat, Table, View};
//!
//! let mut table = Table::<Klondike>::new(Config::KLONDIKE, DealId::V1(42))?;
//! let view = table.view(Eye::Seat(Seat::A));
//! assert_eq!(view.columns.iter().map(|(_, pile)| pile.len()).sum::<usize>(), 28);
//!
//! let draw = "d".parse()?;
//! assert!(view.legal().contains(&draw));
//! table.play(Seat::A, draw)?;
//! let refusal = table.play(Seat::A, "r".parse()?).unwrap_err();
//! assert!(refusal.to_string().starts_with("the stock still has 23 cards"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod auto;
mod check;
mod column;
mod column_cards;
mod config;
mod fit;
mod mv;
mod sight;
mod state;
mod stuck;
mod tap;
mod tell;
mod view;

#[cfg(test)]
mod tests;

pub use column::{ByColumn, Column};
pub use column_cards::ColumnCards;
pub use config::{Config, Moves, ParseConfigError, Turning};
pub use mv::{Move, ParseMoveError};
pub use state::{HiddenCards, Klondike};
pub use tap::Place;
pub use tell::tell;
pub use view::{Stock, View};

/// The cards of columns 1 to 7, each from bottom to top, then the stock in drawing order.
pub type Deal = crate::Deal<52>;
