//! The protocol between the page and its worker, besides questions and answers.
//!
//! A worker does not read messages while it searches. If the browser supports shared memory, the page and the
//! worker share an array of two numbers, which the worker reads every few hundred states.

use crate::Ask;

/// The message of the worker when it is ready for questions. All its other messages are a
/// [`Reply`](crate::Reply).
pub const READY: &str = "ready";

/// Index into the shared array: the [`number`] of the current question, or 0 if there is none.
pub const WANTED: u32 = 0;

/// Index into the shared array: 1 from an input until its frame is displayed. Meanwhile the worker pauses.
pub const TOUCHED: u32 = 1;

/// The number of a question in the shared array.
#[must_use]
pub const fn number(ask: &Ask) -> i32 {
    ask.id as i32
}
