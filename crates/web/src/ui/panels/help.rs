use client::klondike::Panel;
use client::words::{self, label};
use leptos::prelude::*;

use super::super::room::Room;
use crate::language::t;

/// How to play with hands and with keys.
#[component]
pub(super) fn Help(room: Room) -> impl IntoView {
    view! {
        <div class="prose">
            {words::HOW_TO.map(|text| view! { <p>{t(text)}</p> }).collect_view()}
            <p>
                <button on:click=move |_| room.panel.set(Some(Panel::Rules))>{t(words::panel(Panel::Rules))}</button>
            </p>
            <h3>{t(label::KEYS)}</h3>
            <dl class="keys">
                {words::KEYS
                    .map(|(keys, what)| view! { <dt>{t(keys)}</dt><dd>{t(what)}</dd> })
                    .collect_view()}
            </dl>
        </div>
    }
}
