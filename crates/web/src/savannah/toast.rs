//! What is said, where it can be seen.

use std::time::Duration;

use client::words::label;
use client::{Said, Tone};
use leptos::prelude::*;

use super::room::Room;

/// Refusals and notes go away by themselves; a hint stays as long as it holds.
const SHOWN: Duration = Duration::from_millis(7000);

/// The line over the table.
#[component]
pub(super) fn Toast(room: Room) -> impl IntoView {
    let said = Memo::new(move |_| room.desk.with(|desk| desk.said().clone()));
    let shown = RwSignal::new(None::<u32>);
    Effect::new(move |_| {
        let Said { serial, tone, text, .. } = said.get();
        let visible = tone != Tone::Done && !text.is_empty();
        shown.set(visible.then_some(serial));
        if visible && tone != Tone::Hint {
            set_timeout(
                move || {
                    if shown.try_get_untracked().flatten() == Some(serial) {
                        shown.set(None);
                    }
                },
                SHOWN,
            );
        }
    });
    let tone = move || match said.get().tone {
        Tone::Done => "done",
        Tone::Refused => "refused",
        Tone::Hint => "hint",
        Tone::Note => "note",
    };
    let over = Memo::new(move |_| room.desk.with(|desk| desk.view().public().outcome.is_some()));
    view! {
        <aside class="say-place savannah-say" aria-label=label::MESSAGES>
            <Show when=move || shown.get().is_some() && !over.get()>
                <div class="say" data-tone=tone>
                    <p aria-hidden="true">{move || said.get().text}</p>
                    {move || {
                        said.get()
                            .rule
                            .map(|(number, text)| {
                                view! { <p class="rule"><b>{number}</b>" "{text}</p> }
                            })
                    }}
                </div>
            </Show>
        </aside>
    }
}
