//! Tables through real sockets.

// A test that cannot unwrap has failed.
#![allow(clippy::unwrap_used)]

mod dice;
mod fair;
mod guests;
mod keeping_out;
mod old_tables;
mod once;
mod party;
mod playing;
mod restarts;
mod seats;
mod secrets;
mod tls;
mod visits;
