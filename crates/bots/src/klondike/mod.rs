//! Players of Klondike.

mod simple;

pub use simple::Simple;
