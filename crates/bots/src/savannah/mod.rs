//! Players of Savannah.

mod beginner;
mod casual;
mod desk;
mod duel;
mod expert;
mod explain;
mod features;
mod fit;
mod imagination;
mod keen;
mod level;
mod luck;
mod net;
mod plain;
mod planner;
mod policy;
mod ranks;
mod reason;
mod rng;
mod search;
#[cfg(test)]
mod side_by_side;
mod simple;
mod strong;
pub mod training;
mod weights;
mod world;

pub use duel::bring_duel;
pub use expert::{Budget, Expert};
pub use explain::explain;
use fit::Fit;
pub use level::{Level, ParseLevelError};
use luck::Luck;
use ranks::Ranks;
pub use reason::reason;
use rng::Rng;
use search::After;
pub use simple::Simple;
