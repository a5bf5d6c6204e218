//! The interface without a screen.
mod ask;
pub use ask::{Answer, Ask, Question, Reply, Verdict, answer};
