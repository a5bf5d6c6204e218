//! Tables: one task owns one table.
//!
//! A [`Room`](room::Room) is what is stored of a table, made of its lines. The [task](task) is told what people want, drafts what follows from it,
//! has it stored, and only then tells those who are there.

mod act;
mod bot;
mod event;
mod kept;
mod key;
mod news;
mod presence;
mod room;
#[cfg(test)]
mod secrets;
mod show;
mod task;
mod tell;

pub(crate) use act::Caller;
pub(crate) use kept::create;
pub(crate) use task::{Guest, Order, run};
