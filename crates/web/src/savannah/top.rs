//! What stands above and below the table.

use client::savannah::{Desk, Input, Panel};
use client::words::home;
use client::words::savannah as words;
use leptos::prelude::*;

use super::room::Room;

/// The name of the game, the set-up, the round, whose turn it is, and on wide screens the buttons.
#[component]
pub(super) fn Header(room: Room) -> impl IntoView {
    let set_up = Memo::new(move |_| room.desk.with(|desk| words::set_up(desk.config())));
    let round = Memo::new(move |_| room.desk.with(|desk| words::round(desk.view().public())));
    let status = Memo::new(move |_| room.desk.with(words::status));
    view! {
        <header class="top">
            <a class="button quiet home-link" href="#" aria-label=home::HOME>
                <svg viewBox="0 0 24 24" aria-hidden="true">
                    <path d="M4 11l8-7 8 7v9h-5v-6H9v6H4z"></path>
                </svg>
            </a>
            <h1>{words::TITLE}</h1>
            <span class="dim set-up">{move || set_up.get()}</span>
            <span class="dim round">{move || round.get()}</span>
            <span class="room"></span>
            <span class="status" data-status="">{move || status.get()}</span>
            <span class="buttons wide"><Buttons room/></span>
        </header>
    }
}

/// The same buttons, where a thumb reaches them.
#[component]
pub(super) fn Footer(room: Room) -> impl IntoView {
    view! { <nav class="bottom" aria-label=client::words::label::MORE><Buttons room/></nav> }
}

#[component]
fn Buttons(room: Room) -> impl IntoView {
    use client::words::label;
    let undo = Memo::new(move |_| room.desk.with(Desk::can_undo));
    let thinking = Memo::new(move |_| room.desk.with(Desk::is_thinking));
    view! {
        <button
            data-do="undo"
            aria-disabled=move || (!undo.get()).then_some("true")
            on:click=move |_| room.send(Input::Undo)
        >
            {label::UNDO}
        </button>
        <button data-do="hint" aria-busy=move || thinking.get().to_string() on:click=move |_| room.send(Input::Hint)>
            {label::HINT}
        </button>
        <button data-do="why" on:click=move |_| room.send(Input::Why)>{words::label::WHY}</button>
        <button data-do="log" on:click=move |_| room.panel.set(Some(Panel::Log))>{words::label::LOG}</button>
        <button data-do="menu" on:click=move |_| room.panel.set(Some(Panel::Menu))>{label::MENU}</button>
    }
}
