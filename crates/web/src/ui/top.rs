//! What stands above and below the table.

use client::klondike::{Desk, Input, Panel};
use client::words::{self, label};
use leptos::prelude::*;

use super::room::Room;
use super::verdict::Verdict;
use crate::language::t;

/// The name of the game, time and moves, the verdict, and on wide screens the buttons.
#[component]
pub(crate) fn Header(room: Room) -> impl IntoView {
    let title = Memo::new(move |_| room.desk.with(|desk| t(words::title(desk.view().config))));
    let deal = Memo::new(move |_| room.desk.with(|desk| t(words::deal_short(desk.deal_name()))));
    let counts = Memo::new(move |_| room.desk.with(|desk| desk.settings().counts));
    let certified = Memo::new(move |_| room.desk.with(Desk::is_certified));
    let moves = Memo::new(move |_| room.desk.with(Desk::moves));
    view! {
        <header class="top">
            <h1>{move || title.get()}</h1>
            <span class="dim wide" data-deal-name="">
                {move || deal.get()}
                <Show when=move || certified.get()>" · " {t(label::CERTIFIED)}</Show>
            </span>
            <Show when=move || counts.get()>
                // One text that begins where it began: nothing behind it moves when a number grows.
                <span class="dim counts" data-moves=move || moves.get()>
                    <span class="wide">{move || t(words::counts(room.seconds.get() * 1000, moves.get()))}</span>
                    <span class="narrow">
                        {move || words::counts_short(room.seconds.get() * 1000, moves.get())}
                    </span>
                </span>
            </Show>
            <span class="room"></span>
            <Verdict room/>
            <span class="buttons wide"><Buttons room/></span>
        </header>
    }
}

/// The same buttons, where a thumb reaches them.
#[component]
pub(crate) fn Footer(room: Room) -> impl IntoView {
    view! { <nav class="bottom" aria-label=t(label::MORE)><Buttons room/></nav> }
}

#[component]
fn Buttons(room: Room) -> impl IntoView {
    let undo = Memo::new(move |_| room.desk.with(Desk::can_undo));
    let redo = Memo::new(move |_| room.desk.with(Desk::can_redo));
    let finish = Memo::new(move |_| room.desk.with(Desk::can_finish));
    let thinking = Memo::new(move |_| room.desk.with(Desk::is_thinking));
    view! {
        <button
            data-do="undo"
            aria-disabled=move || (!undo.get()).then_some("true")
            on:click=move |_| room.send(Input::Undo)
        >
            {t(label::UNDO)}
        </button>
        <button
            data-do="redo"
            aria-disabled=move || (!redo.get()).then_some("true")
            on:click=move |_| room.send(Input::Redo)
        >
            {t(label::REDO)}
        </button>
        <Show
            when=move || finish.get()
            fallback=move || {
                view! {
                    <button
                        class="main"
                        data-do="hint"
                        aria-busy=move || thinking.get().to_string()
                        on:click=move |_| room.send(Input::Hint)
                    >
                        {t(label::HINT)}
                    </button>
                }
            }
        >
            <button class="main" data-do="finish" on:click=move |_| room.send(Input::Finish)>
                {t(label::FINISH)}
            </button>
        </Show>
        <button data-do="menu" on:click=move |_| room.panel.set(Some(Panel::Menu))>
            {t(label::MENU)}
        </button>
    }
}
