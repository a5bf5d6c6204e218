//! What is said over the table of Klondike, and what can be done about it.

use client::klondike::{Desk, Input, Panel, Strength};
use client::words::{self, label};
use leptos::prelude::*;

use super::room::Room;
use crate::html::{act_of, button, say};
use crate::language::t;
use crate::toast;

/// The line at the bottom of the table.
#[component]
pub(crate) fn Toast(room: Room) -> impl IntoView {
    let said = Memo::new(move |_| room.desk.with(|desk| desk.said().clone()));
    let won = Memo::new(move |_| room.desk.with(Desk::is_won));
    let stuck = Memo::new(move |_| room.desk.with(|desk| desk.view().is_stuck()));
    let line = Memo::new(move |_| {
        room.desk.with(|desk| desk.hint().is_some_and(|hint| hint.strength == Strength::Line))
    });
    let searching = Memo::new(move |_| room.desk.with(Desk::is_searching));
    let words = toast::shown(said, move || {
        let mut more = String::new();
        if line.get() {
            more += &button("", "line", label::SHOW_LINE);
        }
        if searching.get() {
            more += &button("", "stop", label::CANCEL);
        }
        (!won.get()).then_some(more)
    });
    let html = move || {
        if !stuck.get() {
            return words();
        }
        let buttons = [("back", label::BACK), ("restart", label::RESTART), ("new", label::NEW)];
        format!(
            r#"<div class="say" data-tone="stuck"><p aria-hidden="true">{}</p><div class="row">{}</div></div>"#,
            say(words::STUCK),
            buttons.map(|(act, words)| button("", act, words)).concat()
        )
    };
    let press = move |event: leptos::ev::MouseEvent| match act_of(&event).as_str() {
        "line" => room.panel.set(Some(Panel::Line)),
        "stop" => room.send(Input::StopSearch),
        "back" => room.send(Input::BackToWinnable),
        "restart" => room.send(Input::Restart),
        "new" => room.send(Input::New),
        _ => {}
    };
    view! { <aside class="say-place" aria-label=t(label::MESSAGES) inner_html=html on:click=press></aside> }
}
