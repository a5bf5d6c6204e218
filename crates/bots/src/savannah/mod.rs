//! Players of Savannah.

mod fit;
mod ranks;
mod simple;

use fit::Fit;
use ranks::Ranks;
pub use simple::Simple;
