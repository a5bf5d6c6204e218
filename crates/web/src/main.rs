//! The card room in the browser.
//!
//! One program runs in two places: on the page it is the app, in a worker it is the solver and the bots.

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
mod worker;
mod worker_handle;

fn main() {
    if web_sys::window().is_some() {
        app::start();
    } else {
        worker::start();
    }
}
