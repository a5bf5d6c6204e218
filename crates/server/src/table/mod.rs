//! Online tables. One task owns each table.
//!
//! A table is event-sourced: a [`TableState`](state::TableState) is the result of replaying its
//! stored lines. The [task](task) receives messages, drafts changes, stores them, and only then
//! makes them and sends snapshots to everybody at the table.
//!
//! All of this is generic over the game. The first stored line names it, and
//! [`bots::catalog::visit`] leads from the name to the type.

mod bot;
mod command;
mod event;
mod event_budget;
mod event_log;
mod fan_out;
#[cfg(test)]
mod hidden_information_tests;
#[cfg(test)]
mod pause_tests;
mod presence;
mod remote;
mod secret;
mod snapshot;
mod state;
mod storage;
mod task;
mod visitors;

pub(crate) use command::Caller;
#[cfg(any(test, feature = "suite"))]
pub(crate) use event::is_replacement;
#[cfg(any(test, feature = "suite"))]
pub(crate) use state::stored_game;
pub(crate) use storage::{OpenError, can_be_replayed, create};
pub(crate) use task::{Guest, TableMessage, run};
