//! What the page and its worker agree on, besides questions and answers.
//!
//! A worker that is searching does not read messages. Where the browser allows shared memory, page and worker
//! share an array of two numbers, and the worker reads it every few hundred states.

use crate::Ask;

/// What the worker says once it can be asked. Everything else it says is a [`Reply`](crate::Reply).
pub const READY: &str = "ready";

/// Index into the shared array: the [`number`] of the question that is still wanted, or 0.
pub const WANTED: u32 = 0;

/// Index into the shared array: 1 from an input until its frame is on the screen. Meanwhile the worker
/// pauses.
pub const TOUCHED: u32 = 1;

/// The number by which the shared array names a question.
#[must_use]
pub const fn number(ask: &Ask) -> i32 {
    ask.id as i32
}
