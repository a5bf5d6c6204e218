//! Provably fair keys: nobody can choose the key of a shared table, and everybody can verify it.
//!
//! The server picks a [`Secret`] and publishes its [`Commitment`] before anybody sits down. Each
//! person draws a [`Contribution`] and publishes its commitment. Once all commitments are there,
//! all contributions are revealed. The key is computed from the secret and all contributions
//! ([`Proof`]). At the end of the game the server reveals the secret. `docs/fairness` explains this
//! in full, with test vectors for other implementations.
//!
//! The input of every hash is text: lines as they appear in a record. The first line says what is
//! hashed.

mod contribution;
mod proof;
mod secret;

pub use contribution::{Commitment, Contribution};
pub use proof::{Proof, Void};
pub use secret::Secret;
