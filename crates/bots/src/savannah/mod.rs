//! Players of Savannah.

mod explain;
mod fit;
mod level;
mod ranks;
mod simple;

pub use explain::explain;
use fit::Fit;
pub use level::{Level, ParseLevelError};
use ranks::Ranks;
pub use simple::Simple;
