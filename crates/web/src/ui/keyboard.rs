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
    if room.panel.get_untracked().is_some() || !is_for_the_table(event) {
        return;
    }
    let key = event.key();
    let press = press(event, &key);
    match press.command() {
        Some(Command::Input(input)) => {
            event.prevent_default();
            // A key that is held down walks and draws on; it does not deal one game after the other.
            if event.repeat() && !repeats(&key) {
                return;
            }
            room.press(input);
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

/// Whether nothing else wants the key: a field to type in, or a button that is pressed by it.
pub(crate) fn is_for_the_table(event: &KeyboardEvent) -> bool {
    let focused = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let wanted = match focused.map(|element| element.tag_name()).unwrap_or_default().as_str() {
        "BUTTON" | "A" | "SUMMARY" => matches!(event.key().as_str(), "Enter" | " "),
        "INPUT" | "TEXTAREA" | "SELECT" => true,
        _ => false,
    };
    !(wanted || event.alt_key() || event.is_composing())
}

/// The key as the desks know it.
pub(crate) fn press<'a>(event: &KeyboardEvent, key: &'a str) -> Press<'a> {
    Press { key, control: event.ctrl_key() || event.meta_key(), shift: event.shift_key() }
}
