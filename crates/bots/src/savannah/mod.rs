//! Bots for Savannah, in five levels. `docs/bots.md` describes how they think and how strong they
//! are.

mod beginner;
mod bots;
mod casual;
mod determinizer;
mod duel;
mod expert;
mod explain;
mod features;
mod fit;
mod keen;
mod linear;
mod net;
mod observation;
mod policy;
mod randomness;
mod rank_set;
mod reason;
mod rng;
mod search;
#[cfg(test)]
mod side_by_side;
mod simple;
mod strong;
mod to_move;
pub mod training;
mod weights;
mod world;

pub use bots::player;
pub use duel::install_duel_weights;
pub use expert::{Expert, ExpertBudget};
pub use explain::explain;
use fit::Fit;
use randomness::Randomness;
use rank_set::RankSet;
pub use reason::reason;
use rng::Rng;
use search::TurnState;
pub use simple::Simple;
