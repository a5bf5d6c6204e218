//! The commands that are about Klondike only.

pub(crate) mod arena;
pub(crate) mod solve;
pub(crate) mod survey;
