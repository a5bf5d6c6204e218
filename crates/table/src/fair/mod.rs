//! Where the key of a shared table comes from, so that nobody can choose it and everybody can check it.
//!
//! The server takes a [`Secret`] and shows its [`Commitment`] before anybody sits down. Each person draws a [`Contribution`] and shows its
//! commitment; when all have, all show the contributions themselves. The key follows from the secret and all of them ([`Proof`]), and at the end
//! of the game the secret is shown. `docs/fairness` tells it in words, with examples that other programs can be tested with.
//!
//! What is hashed is always text: lines as they stand in a record, the first of which says what is hashed.

mod contribution;
mod proof;
mod secret;

pub use contribution::{Commitment, Contribution};
pub use proof::{Proof, Void};
pub use secret::Secret;
