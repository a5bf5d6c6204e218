//! What is shown beside the table: one thing at a time, over it. A panel is made when it is opened, of what the eye at the screen may know.

mod log;
mod menu;
mod new;
pub(crate) mod options;
mod record;
mod settings;

use client::savannah::{Desk, Panel};
use client::words::label;
use client::words::savannah as words;
use leptos::ev;
use leptos::html::Dialog;
use leptos::prelude::*;
use text::Text;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use super::room::Room;
use crate::html::{button, each, say};
use crate::language::t;
use crate::online::parts;
use crate::rules;
use crate::ui::dialog;

/// The panel that is open, if one is.
#[component]
pub(super) fn Panels(room: Room) -> impl IntoView {
    let node = NodeRef::<Dialog>::new();
    dialog::follow(node, room.panel);
    let pressed = move |event: ev::MouseEvent| {
        dialog::pressed(node, room.panel, &event);
        record::pressed(room, &event);
    };
    let changed = move |event: ev::Event| {
        let Some(input) = event.target().map(JsCast::unchecked_into::<HtmlInputElement>) else { return };
        settings::changed(room, &input);
        options::changed(&input);
        record::changed(room, &input);
    };
    let content = move || {
        let panel = room.panel.get();
        panel.map(|panel| room.desk.with_untracked(|desk| content(room, desk, panel))).unwrap_or_default()
    };
    view! {
        <dialog
            class="panel"
            node_ref=node
            aria-labelledby="panel-title"
            on:close=move |_| dialog::closed(node, room.panel)
            on:click=pressed
            on:change=changed
            on:submit=move |event| new::sent(room, &event)
            data-panel=move || room.panel.get().map(Panel::name)
            inner_html=content
        ></dialog>
    }
}

fn content(room: Room, desk: &Desk, panel: Panel) -> String {
    let back = match panel {
        Panel::Menu => String::new(),
        _ => format!(r#"<button class="quiet" data-open="menu">‹ {}</button>"#, say(label::MENU)),
    };
    let body = match panel {
        Panel::Menu => menu::html(desk),
        Panel::New => new::html(desk),
        Panel::Log => log::html(desk),
        Panel::Look => look(desk),
        Panel::Rules => rule_card(),
        Panel::Help => help(),
        Panel::Settings => settings::html(desk),
        Panel::Record => record::html(desk),
        Panel::Say => parts::phrases(),
        Panel::Link => room.hall.map(parts::link).unwrap_or_default(),
    };
    format!(
        r#"<div class="inside"><div class="head">{back}<h2 id="panel-title">{}</h2>{}</div><div class="body">{body}</div></div>"#,
        say(words::panel(panel)),
        button("quiet", "close", label::CLOSE)
    )
}

/// The rules in a few sentences, then all of them with their numbers.
fn rule_card() -> String {
    let card = each("li", words::RULES_CARD);
    let all = rules::html("savannah", 3);
    format!(r#"<ul class="card-of-rules">{card}</ul><div class="prose">{all}</div>"#)
}

/// How to play with hands and with keys.
fn help() -> String {
    let keys = words::KEYS.map(|(keys, what)| format!("<dt>{}</dt><dd>{}</dd>", say(keys), say(what)));
    format!(
        r#"<div class="prose">{}<p><button data-open="rules">{}</button></p><h3>{}</h3><dl class="keys">{}</dl></div>"#,
        each("p", words::HOW_TO),
        say(words::panel(Panel::Rules)),
        say(label::KEYS),
        keys.concat()
    )
}

/// What was ever face up and may be looked through (V15).
fn look(desk: &Desk) -> String {
    let piles = words::seen(desk);
    let piles = piles.iter().map(|(pile, cards)| format!("<dt>{}</dt><dd>{}</dd>", say(pile), say(cards)));
    format!("<h3>{}</h3><dl class=\"seen\">{}</dl>", say(words::label::COVERED), piles.collect::<String>())
}

/// Tells in the open panel what is wrong.
fn complain(wrong: Text) {
    if let Ok(Some(error)) = document().query_selector(".panel [data-error]") {
        error.set_text_content(Some(&t(wrong.sentence())));
    }
}
