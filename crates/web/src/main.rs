//! The card room in the browser: the page's program.
//!
//! It draws the tables and knows the rules. The solver and the bots are a second program,
//! `crates/worker`, which runs in a web worker so that the table never waits for them; `worker_handle` is
//! the page's side of it.

mod actions;
mod address;
mod app;
mod art;
mod dom;
mod form;
mod language;
mod look;
mod online;
mod route;
mod sound;
mod storage;
mod table;
mod update;
mod view;
mod worker_handle;

fn main() {
    app::start();
}
