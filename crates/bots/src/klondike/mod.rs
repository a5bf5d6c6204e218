//! A bot for Klondike.

mod simple;

pub use simple::Simple;
