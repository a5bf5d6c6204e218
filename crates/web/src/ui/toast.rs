//! What is said, where it can be seen.

use std::time::Duration;

use client::klondike::{Desk, Input, Panel, Strength};
use client::words::{self, label};
use client::{Said, Tone};
use leptos::prelude::*;

use super::room::Room;
use crate::language::{self, t};

/// Refusals and notes go away by themselves; a hint stays as long as it holds.
const SHOWN: Duration = Duration::from_millis(7000);

/// The line at the bottom of the table.
#[component]
pub(crate) fn Toast(room: Room) -> impl IntoView {
    let said = Memo::new(move |_| room.desk.with(|desk| desk.said().clone()));
    let shown = RwSignal::new(None::<u32>);
    Effect::new(move |_| {
        let Said { serial, tone, text, .. } = said.get();
        let visible = tone != Tone::Done && !text.is_empty();
        shown.set(visible.then_some(serial));
        if visible && tone != Tone::Hint {
            set_timeout(
                move || {
                    if shown.get_untracked() == Some(serial) {
                        shown.set(None);
                    }
                },
                SHOWN,
            );
        }
    });
    let won = Memo::new(move |_| room.desk.with(Desk::is_won));
    let stuck = Memo::new(move |_| room.desk.with(|desk| desk.view().is_stuck()));
    let line = Memo::new(move |_| {
        room.desk.with(|desk| desk.hint().is_some_and(|hint| hint.strength == Strength::Line))
    });
    let searching = Memo::new(move |_| room.desk.with(Desk::is_searching));
    view! {
        <aside class="say-place" aria-label=t(label::MESSAGES)>
            <Show when=move || shown.get().is_some() && !stuck.get() && !won.get()>
                <div class="say" data-tone=move || tone(said.get().tone)>
                    <p aria-hidden="true">{move || t(said.get().text)}</p>
                    {move || {
                        said.get()
                            .rule
                            .map(|number| {
                                let text = language::rules(|rules| rules.sentence(&number).map(str::to_owned));
                                view! { <p class="rule"><b>{number}</b>" "{text}</p> }
                            })
                    }}
                    <Show when=move || line.get()>
                        <button on:click=move |_| room.panel.set(Some(Panel::Line))>{t(label::SHOW_LINE)}</button>
                    </Show>
                    <Show when=move || searching.get()>
                        <button on:click=move |_| room.send(Input::StopSearch)>{t(label::CANCEL)}</button>
                    </Show>
                </div>
            </Show>
            <Show when=move || stuck.get()>
                <div class="say" data-tone="stuck">
                    <p aria-hidden="true">{t(words::STUCK)}</p>
                    <div class="row">
                        <button data-do="back" on:click=move |_| room.send(Input::BackToWinnable)>
                            {t(label::BACK)}
                        </button>
                        <button on:click=move |_| room.send(Input::Restart)>{t(label::RESTART)}</button>
                        <button on:click=move |_| room.send(Input::New)>{t(label::NEW)}</button>
                    </div>
                </div>
            </Show>
        </aside>
    }
}

fn tone(tone: Tone) -> &'static str {
    match tone {
        Tone::Done => "done",
        Tone::Refused => "refused",
        Tone::Hint => "hint",
        Tone::Note => "note",
    }
}
