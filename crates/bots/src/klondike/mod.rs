//! A bot for Klondike.

mod klondike_bot;

pub use klondike_bot::KlondikeBot;
