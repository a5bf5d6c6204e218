use client::savannah::{Desk, Input, Panel};
use client::words::savannah as words;
use client::words::{home, label};
use leptos::prelude::*;

use super::super::room::Room;

/// All that can be done.
#[component]
pub(super) fn Menu(room: Room) -> impl IntoView {
    let act = move |input: Input| {
        room.panel.set(None);
        room.send(input);
    };
    let two = room.desk.with_untracked(|desk| desk.players().len() == 2);
    let over = room.desk.with_untracked(|desk| desk.view().public().outcome.is_some());
    let panels = [Panel::Rules, Panel::Log, Panel::Look, Panel::Settings, Panel::Record, Panel::Help];
    view! {
        <div class="group">
            <button class="main" data-do="new" on:click=move |_| room.panel.set(Some(Panel::New))>
                {words::label::NEW} " …"
            </button>
            <button data-do="again" on:click=move |_| act(Input::Again)>{words::label::AGAIN}</button>
            <button data-do="restart" on:click=move |_| act(Input::Restart)>{label::RESTART}</button>
            <Show when=move || room.desk.with(Desk::has_previous)>
                <button data-do="previous" on:click=move |_| act(Input::Previous)>{label::PREVIOUS}</button>
            </Show>
            {(!over)
                .then(|| {
                    view! {
                        <button data-do="resign" on:click=move |_| act(Input::Resign)>
                            {if two { words::label::RESIGN } else { words::label::LEAVE }}
                        </button>
                    }
                })}
            <a class="button" href="#" data-do="home">{home::HOME}</a>
        </div>
        <h3>{label::MORE}</h3>
        <div class="group">
            {panels
                .into_iter()
                .map(|panel| {
                    view! {
                        <button data-open=super::name(panel) on:click=move |_| room.panel.set(Some(panel))>
                            {words::panel(panel)}
                        </button>
                    }
                })
                .collect_view()}
        </div>
    }
}
