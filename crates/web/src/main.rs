//! The card room in the browser.
//!
//! One program runs in two places: on the page it is the app, in a worker it is the solver and the bots, so that the table never waits for
//! them.

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
mod worker;

fn main() {
    if web_sys::window().is_some() {
        app::start();
    } else {
        worker::start();
    }
}
