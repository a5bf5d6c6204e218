//! The card room in the browser: the page's program.
//!
//! It draws the tables and knows the rules. The solver and the bots are a second program, `crates/worker`,
//! which runs in a web worker so that the table never waits for them; `thinker` is the page's side of it.

mod app;
mod art;
mod home;
mod html;
mod language;
mod lesson;
mod look;
mod notices;
mod online;
mod route;
mod rules;
mod savannah;
mod thinker;
mod toast;
mod ui;
mod update;

fn main() {
    app::start();
}
