//! The commands that are about Savannah only.

pub(crate) mod arena;
pub(crate) mod dice;
