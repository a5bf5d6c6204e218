//! What a lesson says, above the table at which it is given.

// What the component macro makes of a function is public, wherever it is used.
#![allow(unreachable_pub)]

use client::Lesson;
use client::words::lesson as words;
use leptos::prelude::*;

use crate::language::t;

/// The words of a lesson, and the ways out of it. `game` is the address of the game that is taught.
#[component]
pub(crate) fn Teacher(given: Signal<Option<Lesson>>, game: &'static str) -> impl IntoView {
    let over = Memo::new(move |_| given.get().is_some_and(Lesson::is_over));
    let again = move |_| {
        // A page that is here can be loaded again.
        let _ = window().location().reload();
    };
    view! {
        <aside class="teacher" aria-label=t(words::TITLE) data-lesson=move || given.get().map(|lesson| lesson.step().0)>
            <p class="lesson-text" role="status">
                <b>{move || given.get().map(|lesson| t(words::step(lesson.step())))}</b>
                " "
                {move || given.get().map(|lesson| t(lesson.text()))}
            </p>
            <div class="row">
                <Show when=move || over.get()>
                    <button data-do="again" on:click=again>{t(words::AGAIN)}</button>
                </Show>
                <a class=move || if over.get() { "button main" } else { "button" } href=game data-do="leave-lesson">
                    {move || t(if over.get() { words::PLAY } else { words::SKIP })}
                </a>
            </div>
        </aside>
    }
}
