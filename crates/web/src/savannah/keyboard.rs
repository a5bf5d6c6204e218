//! Keys, wherever they are pressed.

use client::klondike::Press;
use client::savannah::{Command, Desk, Input, Wait, command};
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use super::room::Room;

/// Listens to the whole window: at this table nothing else wants keys, except what is shown beside it.
pub(super) fn listen(room: Room) {
    let handle = window_event_listener(ev::keydown, move |event| pressed(room, &event));
    on_cleanup(move || handle.remove());
}

fn pressed(room: Room, event: &KeyboardEvent) {
    if room.panel.get_untracked().is_some() || event.alt_key() || event.is_composing() {
        return;
    }
    let focused = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let tag = focused.as_ref().map(Element::tag_name).unwrap_or_default();
    let key = event.key();
    // A button has its own use for these two.
    if matches!(tag.as_str(), "BUTTON" | "A" | "SUMMARY") && matches!(key.as_str(), "Enter" | " ") {
        return;
    }
    if matches!(tag.as_str(), "INPUT" | "TEXTAREA" | "SELECT") {
        return;
    }
    let press = Press { key: &key, control: event.ctrl_key() || event.meta_key(), shift: event.shift_key() };
    match command(press) {
        Some(Command::Input(input)) => {
            event.prevent_default();
            // A key that is held down walks on, and does nothing else twice.
            if event.repeat() && !matches!(input, Input::Walk(_)) {
                return;
            }
            room.send(input);
            // A question has its own buttons.
            if room
                .desk
                .with_untracked(|desk| desk.question().is_none() && !matches!(desk.wait(), Wait::Cover(_)))
            {
                room.focus_cursor();
            }
        }
        Some(Command::Show(panel)) if room.desk.with_untracked(Desk::question).is_none() => {
            event.prevent_default();
            room.panel.set(Some(panel));
        }
        Some(Command::Show(_)) | None => {}
    }
}
