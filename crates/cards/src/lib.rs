//! Cards, dice and reproducible deals, independent of any game.
//!
//! The shuffle is frozen: the number of a deal stands for the same cards forever and on every
//! machine. `docs/deals.md` specifies it.
//!
//! ```
//! use cards::{Card, DealId, Rank, Suit};
//!
//! let ten: Card = "Td".parse()?;
//! assert_eq!(ten, Card::new(Rank::Ten, Suit::Diamonds));
//! assert_eq!(ten.name(), "ten of diamonds");
//!
//! let deal: DealId = "v1:42".parse()?;
//! assert_eq!(deal.to_string(), "v1:42");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bag;
mod by_suit;
mod card;
mod chance_kind;
mod chi_square;
mod deal_id;
mod dice;
mod index_by;
mod key;
mod pack;
mod rank;
mod solvitaire;
mod source;
mod suit;

pub use bag::{Bag, TooManyCards};
pub use by_suit::BySuit;
pub use card::{Card, ParseCardError};
pub use chance_kind::ChanceKind;
pub use chi_square::ChiSquare;
pub use deal_id::{DealId, ParseDealError};
pub use dice::{Dice, ParseDiceError};
pub use key::{Key, Keystream};
pub use pack::{PACK, ParseCardsError, packs, parse_cards};
pub use rank::Rank;
pub use solvitaire::solvitaire;
pub use source::{Source, shuffle};
pub use suit::{Colour, Suit};
