use client::Address;
use client::klondike::Desk;
use client::words::{self, label};
use leptos::prelude::*;

use super::super::drive::Pass;
use super::super::room::Room;
use super::super::{address, files};
use crate::language::t;

/// The game as text, to take away and to bring.
#[component]
pub(super) fn Exchange(room: Room) -> impl IntoView {
    let record = room.desk.with_untracked(Desk::record);
    let text = RwSignal::new(String::new());
    let error = RwSignal::new(None::<String>);
    let copied = RwSignal::new(false);
    let read = move |record: String| match room.import(&record) {
        Ok(()) => room.panel.set(None),
        Err(wrong) => error.set(Some(t(wrong.sentence()))),
    };
    let begun = move || room.desk.with(Desk::moves) > 0;
    let link = room.desk.with_untracked(|desk| Address::of_game(desk.table()));
    let link = link.map(|link| format!("{}#{link}", address::home()));
    let (to_copy, to_save) = (record.clone(), record.clone());
    view! {
        <h3>{t(label::RECORD)}</h3>
        <textarea class="record" readonly rows="6" aria-label=t(label::RECORD) data-record="" prop:value=record></textarea>
        <div class="row">
            <button
                on:click=move |_| {
                    files::copy(&to_copy);
                    copied.set(true);
                }
            >
                {move || if copied.get() { t(label::COPIED) } else { t(label::COPY) }}
            </button>
            <button
                data-do="save-file"
                on:click=move |_| {
                    let _ = files::save("cardroom.txt", &to_save);
                }
            >
                {t(label::SAVE_FILE)}
            </button>
        </div>
        <Show when=begun>
            <div class="row">
                <button data-do="watch" on:click=move |_| room.watch()>{t(words::replay::WATCH)}</button>
                {link.clone().map(|address| view! { <Pass address/> })}
            </div>
        </Show>
        <h3>{t(label::IMPORT)}</h3>
        <label class="field">
            <span>{t(label::IMPORT_HELP)}</span>
            <textarea
                name="import"
                rows="5"
                spellcheck="false"
                prop:value=move || text.get()
                on:input=move |event| {
                    error.set(None);
                    text.set(event_target_value(&event));
                }
            ></textarea>
        </label>
        <p class="error" role="alert" data-error="">{move || error.get()}</p>
        <div class="row">
            <button class="main" data-do="import" on:click=move |_| read(pasted(&text.get_untracked()))>
                {t(label::IMPORT_DO)}
            </button>
            <label class="button">
                <span>{t(label::OPEN_FILE)}</span>
                <input type="file" name="file" accept=".txt,text/plain" on:change=move |event| files::chosen(&event, read)/>
            </label>
        </div>
    }
}

/// What is pasted has often lost the end of its last line, or got the line ends of another system.
pub(crate) fn pasted(text: &str) -> String {
    let lines = text.trim().replace("\r\n", "\n");
    if lines.is_empty() { lines } else { lines + "\n" }
}
