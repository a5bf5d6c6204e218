//! Keys, wherever they are pressed.

use client::savannah::{Command, Desk, Input, Panel, command};
use leptos::ev;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::room::Room;
use crate::ui::keyboard::{is_for_the_table, press};

/// Listens to the whole window: at this table nothing else wants keys, except what is shown beside it.
pub(super) fn listen(room: Room) {
    let handle = window_event_listener(ev::keydown, move |event| pressed(room, &event));
    on_cleanup(move || handle.remove());
}

fn pressed(room: Room, event: &KeyboardEvent) {
    if room.panel.get_untracked().is_some() || !is_for_the_table(event) {
        return;
    }
    let key = event.key();
    let press = press(event, &key);
    match command(press) {
        Some(Command::Input(input)) => {
            event.prevent_default();
            // A key that is held down walks on, and does nothing else twice.
            if event.repeat() && !matches!(input, Input::Walk(_)) {
                return;
            }
            room.press(input);
        }
        // At a table elsewhere a game is begun by all who sit there.
        Some(Command::Show(Panel::New)) if room.hall.is_some() => {}
        Some(Command::Show(panel)) if room.desk.with_untracked(Desk::question).is_none() => {
            event.prevent_default();
            room.panel.set(Some(panel));
        }
        Some(Command::Show(_)) | None => {}
    }
}
