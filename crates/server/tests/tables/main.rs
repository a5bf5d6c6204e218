//! Online tables, tested over real sockets.

// Tests may unwrap.
#![allow(clippy::unwrap_used)]

mod abuse;
mod base_path;
mod clients;
mod dice;
mod fairness;
mod full_disk;
mod guests;
mod harness;
mod hidden_information;
mod hosts;
mod idempotency;
mod nodes;
mod old_tables;
mod other_games;
mod playing;
mod restarts;
mod seats;
mod slow_clients;
mod tls;
mod upgrades;
