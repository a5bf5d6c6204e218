//! The card room in the browser.
//!
//! One program runs in two places: on the page it is the app, in a worker it is the solver, so that the table never waits for it.

mod app;
mod art;
mod thinker;
mod ui;
mod update;
mod worker;

fn main() {
    if web_sys::window().is_some() {
        app::start();
    } else {
        worker::start();
    }
}
