//! What is pressed on the page, beside the cards: everything says by `data-do` what it does.

use client::savannah::{Desk, Input, Panel};
use client::words::label;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, MouseEvent};

use super::room::Room;
use crate::language::t;
use crate::notices::Notices;
use crate::ui::later::after_paint;
use crate::ui::{address, files};

/// Does what the thing that was pressed is for.
pub(super) fn pressed(room: Room, notices: Notices, event: &MouseEvent) {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let Some(element) = target.and_then(|target| target.closest("[data-do], [data-open]").ok().flatten())
    else {
        return;
    };
    if let Some(panel) = element
        .get_attribute("data-open")
        .and_then(|name| Panel::ALL.into_iter().find(|panel| panel.name() == name))
    {
        return room.panel.set(Some(panel));
    }
    let act = element.get_attribute("data-do").unwrap_or_default();
    let in_panel = element.closest(".panel").is_ok_and(|panel| panel.is_some());
    let input = match act.as_str() {
        "end" => Input::EndTurn,
        "skip" => Input::Skip,
        "show" => Input::Show,
        "yes" => Input::Sure(true),
        "no" => Input::Sure(false),
        "undo" => Input::Undo,
        "hint" => Input::Hint,
        "why" => Input::Why,
        "again" => Input::Again,
        "restart" => Input::Restart,
        "previous" => Input::Previous,
        "resign" => Input::Resign,
        "log" => return room.panel.set(Some(Panel::Log)),
        "menu" => return room.panel.set(Some(Panel::Menu)),
        "new" => return room.panel.set(Some(Panel::New)),
        "close" => return room.panel.set(None),
        "look" => return room.looks.set(true),
        "watch" => {
            if let Some(address) = room.desk.with_untracked(Desk::address) {
                // A part of the address of this page can always be changed.
                let _ = window().location().set_hash(&address);
            }
            return;
        }
        "copy-game" => {
            if let Some(link) = room.desk.with_untracked(Desk::address) {
                files::copy(&format!("{}#{link}", address::home()));
                element.set_text_content(Some(&t(label::COPIED)));
            }
            return;
        }
        "take-over" => return room.take_over(),
        "say" if element.get_attribute("data-phrase").is_none() => return room.panel.set(Some(Panel::Say)),
        _ => {
            if let Some(hall) = room.hall {
                hall.pressed(&act, &element);
            }
            return notices.pressed(&act);
        }
    };
    if in_panel {
        room.panel.set(None);
    }
    let goes_on = matches!(input, Input::Show | Input::Sure(_)) || act == "end";
    room.send(input);
    if goes_on && room.desk.with_untracked(|desk| act != "end" || Desk::discards(desk)) {
        after_paint(move || room.focus_cursor());
    }
}
