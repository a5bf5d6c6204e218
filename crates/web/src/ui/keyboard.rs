//! Keys, wherever they are pressed.

use client::klondike::{Command, Press};
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use super::room::Room;

/// Listens to the whole window: at this table nothing else wants keys, except what is shown beside it.
pub(crate) fn listen(room: Room) {
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
    match press.command() {
        Some(Command::Input(input)) => {
            event.prevent_default();
            // A key that is held down walks and draws on; it does not deal one game after the other.
            if event.repeat() && !repeats(&key) {
                return;
            }
            room.send(input);
            room.focus_cursor();
        }
        Some(Command::Show(panel)) => {
            event.prevent_default();
            room.panel.set(Some(panel));
        }
        None => {}
    }
}

fn repeats(key: &str) -> bool {
    key.starts_with("Arrow") || matches!(key, "u" | "z" | "y" | "d" | " " | "Z" | "Y" | "U" | "D")
}
