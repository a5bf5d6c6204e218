//! The program from outside: what it reads, prints and saves.

// A test that cannot unwrap has failed.
#![allow(clippy::unwrap_used)]

mod against;
mod arena;
mod cli;
mod old_saves;
mod online;
mod play;
#[cfg(unix)]
mod postgres;
mod program;
mod restore;
mod saves;
mod simulate;
mod small_game;
mod solve;
mod survey;
