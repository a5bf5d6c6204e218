//! The typed terminal: a game that is played line by line, without a screen that knows about cards.
//!
//! A game implements [`TypedPlay`]: a picture of the table, the table in words, and how typed moves are read.
//! The program that reads the lines and prints the answers finds it through [`catalog`](crate::catalog), so
//! it names no game.
//!
//! A picture is a list of [`StyledLine`]s. It says what a piece of text is, such as a red card, and the
//! terminal decides which colour that has.
//!
//! ```
//! use cards::DealId;
//! use client::klondike::KlondikePlay;
//! use client::typed::{GlyphSet, TypedPlay};
//! use games::klondike::{Config, Klondike};
//! use table::{Eye, Seat, Table};
//!
//! let table = Table::<Klondike>::new(Config::KLONDIKE, DealId::V1(42))?;
//! let view = table.view(Eye::Seat(Seat::A));
//! let picture = KlondikePlay::picture(&view, GlyphSet::Ascii);
//! assert_eq!(picture[0].text(), "  +stock+ +waste+         +- c -+ +- d -+ +- h -+ +- s -+");
//! let mv = KlondikePlay::read_move(&view, "d")?;
//! assert_eq!(KlondikePlay::preview(&view, mv), "draw a card");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod block;
mod event_feed;
mod glyphs;
mod misread;
mod play;
mod styled_line;

pub use block::{CARD_INSIDE, TextBlock};
pub use event_feed::{EventFeed, TurnEvent};
pub use glyphs::{GlyphSet, rank_text};
pub use misread::Misread;
pub use play::{AutoMoves, GameOption, TypedPlay};
pub use styled_line::{StyledLine, StyledSpan, TextStyle};
