//! Players of Klondike that know only what a person knows. `docs/klondike-player.md` describes how they
//! think and how often they win.
//!
//! ```text
//! View ─ Worlds       arrangements of the unseen cards, all equally likely
//!      ─ Evaluator    finds candidates, and lets them race in common worlds
//!      ─ Evaluation   the candidates with their shares of wins
//!      ─ KlondikePlayer   plays the best candidate until it sees a new card, and decides again
//! ```

mod budget;
mod evaluation;
mod evaluator;
mod klondike_bot;
mod player;
mod position_key;
mod worlds;

pub use budget::{ParseBudgetError, PlayerBudget};
pub use evaluation::{Candidate, Evaluation};
pub use evaluator::Evaluator;
pub use klondike_bot::KlondikeBot;
pub use player::KlondikePlayer;
