use client::savannah::Panel;
use client::words::label;
use client::words::savannah::{HOW_TO, KEYS, panel};
use leptos::prelude::*;

use super::super::room::Room;

/// How to play with hands and with keys.
#[component]
pub(super) fn Help(room: Room) -> impl IntoView {
    view! {
        <div class="prose">
            {HOW_TO.map(|text| view! { <p>{text}</p> }).collect_view()}
            <p>
                <button on:click=move |_| room.panel.set(Some(Panel::Rules))>{panel(Panel::Rules)}</button>
            </p>
            <h3>{label::KEYS}</h3>
            <dl class="keys">
                {KEYS.map(|(keys, what)| view! { <dt>{keys}</dt><dd>{what}</dd> }).collect_view()}
            </dl>
        </div>
    }
}
