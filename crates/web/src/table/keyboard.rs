//! Keyboard input.

use client::shell::{Action, KeyResult, Press};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, KeyboardEvent};

use crate::actions::act;
use crate::app;
use crate::dom::{on_event, window};

/// Listens to the whole window, once: only overlays and panels compete with the table for keys.
pub(crate) fn listen() {
    on_event(&window(), "keydown", |event: Event| {
        let event: &KeyboardEvent = event.unchecked_ref();
        if !is_for_table(event) {
            return;
        }
        let mut opened = None;
        app::with_table(|table| {
            if !table.takes_keys() {
                return;
            }
            let (key, repeated) = (event.key(), event.repeat());
            let control = event.ctrl_key() || event.meta_key();
            let shift = event.shift_key();
            let mut result = KeyResult::Unknown;
            table.by_keyboard(|table, now| {
                let press = Press { key: &key, control, shift };
                result = table.screen.press(press, repeated, now);
            });
            match result {
                KeyResult::Unknown => return,
                KeyResult::Done => {}
                KeyResult::Open(panel) => opened = Some(panel),
            }
            event.prevent_default();
        });
        if let Some(panel) = opened {
            act(Action::Open(panel), None);
        }
    });
}

/// Whether the key is free: no text field has the focus, and no button would be pressed by it.
fn is_for_table(event: &KeyboardEvent) -> bool {
    let focused = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let is_wanted = match focused.map(|element| element.tag_name()).unwrap_or_default().as_str() {
        "BUTTON" | "A" | "SUMMARY" => matches!(event.key().as_str(), "Enter" | " "),
        "INPUT" | "TEXTAREA" | "SELECT" => true,
        _ => false,
    };
    !(is_wanted || event.alt_key() || event.is_composing())
}
