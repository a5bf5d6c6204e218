//! What comes before a turn or a move: the screen goes to somebody else, or something is asked.

use client::savannah::{Desk, Input, Wait};
use client::words::savannah::{self as words, label};
use leptos::prelude::*;

use super::room::Room;

/// Between the turns of people at one screen: nobody's hand is on the page.
#[component]
pub(super) fn Cover(room: Room) -> impl IntoView {
    let waits = Memo::new(move |_| match room.desk.with(Desk::wait) {
        Wait::Cover(seat) if room.ready.get() => Some(seat),
        _ => None,
    });
    view! {
        {move || {
            waits
                .get()
                .map(|seat| {
                    let text = room.desk.with_untracked(|desk| words::pass_to(seat, desk.player(seat)));
                    let button = NodeRef::<leptos::html::Button>::new();
                    button.on_load(|button| {
                        let _ = button.focus();
                    });
                    view! {
                        <section class="won cover" role="dialog" aria-labelledby="cover" data-cover=seat.to_string()>
                            <h2 id="cover">{text}</h2>
                            <p>{label::SHOW_HELP}</p>
                            <button
                                class="main"
                                data-do="show"
                                node_ref=button
                                on:click=move |_| {
                                    room.send(Input::Show);
                                    room.focus_cursor();
                                }
                            >
                                {label::SHOW}
                            </button>
                        </section>
                    }
                })
        }}
    }
}

/// What has to be answered before anything else is done.
#[component]
pub(super) fn Question(room: Room) -> impl IntoView {
    let question = Memo::new(move |_| room.desk.with(Desk::question));
    let answer = move |sure: bool| {
        room.send(Input::Sure(sure));
        room.focus_cursor();
    };
    view! {
        {move || {
            question
                .get()
                .map(|text| {
                    let button = NodeRef::<leptos::html::Button>::new();
                    button.on_load(|button| {
                        let _ = button.focus();
                    });
                    view! {
                        <section class="won" role="alertdialog" aria-labelledby="question" data-question="">
                            <h2 id="question">{text}</h2>
                            <div class="row">
                                <button data-do="yes" on:click=move |_| answer(true)>{label::YES}</button>
                                <button class="main" data-do="no" node_ref=button on:click=move |_| answer(false)>
                                    {label::NO}
                                </button>
                            </div>
                        </section>
                    }
                })
        }}
    }
}
