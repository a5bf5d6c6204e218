use client::savannah::Desk;
use client::words::savannah::label as own;
use client::words::{self, label};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlInputElement;
use web_sys::js_sys::Promise;

use super::super::room::Room;
use crate::ui::files;
use crate::ui::js;
use crate::ui::panels::record::pasted;

/// The game as text, to take away and to bring. What is shown here holds no card that the reader has not seen.
#[component]
pub(super) fn Exchange(room: Room) -> impl IntoView {
    let shown = room.desk.with_untracked(Desk::shown_record);
    let over = room.desk.with_untracked(|desk| desk.view().public().outcome.is_some());
    let text = RwSignal::new(String::new());
    let error = RwSignal::new(None::<String>);
    let copied = RwSignal::new(false);
    let read = move |record: String| match room.import(&record) {
        Ok(()) => room.panel.set(None),
        Err(wrong) => error.set(Some(words::sentence(&wrong))),
    };
    let open = move |event: leptos::ev::Event| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some(file) = input.as_ref().and_then(|input| input.files()?.get(0)) else { return };
        leptos::reactive::spawn_local(async move {
            let content = match js::call(&file, "text", &[]).and_then(JsCast::dyn_into::<Promise>) {
                Ok(promise) => JsFuture::from(promise).await,
                Err(wrong) => Err(wrong),
            };
            read(content.ok().and_then(|content: JsValue| content.as_string()).unwrap_or_default());
        });
        // The same file can be opened again.
        if let Some(input) = input {
            input.set_value("");
        }
    };
    let title = if over { label::RECORD } else { own::TURNS };
    let to_copy = shown.clone();
    view! {
        <h3>{title}</h3>
        {(!over).then(|| view! { <p>{own::TURNS_NOTE}</p> })}
        <textarea class="record" readonly rows="6" aria-label=title data-record="" prop:value=shown></textarea>
        <div class="row">
            <button
                on:click=move |_| {
                    files::copy(&to_copy);
                    copied.set(true);
                }
            >
                {move || if copied.get() { label::COPIED } else { label::COPY }}
            </button>
            <button
                data-do="save-file"
                on:click=move |_| {
                    let _ = files::save("cardroom.txt", &room.desk.with_untracked(Desk::record));
                }
            >
                {label::SAVE_FILE}
            </button>
        </div>
        {(!over).then(|| view! { <p class="dim">{own::FILE_NOTE}</p> })}
        <h3>{label::IMPORT}</h3>
        <label class="field">
            <span>{label::IMPORT_HELP}</span>
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
                {label::IMPORT_DO}
            </button>
            <label class="button">
                <span>{label::OPEN_FILE}</span>
                <input type="file" name="file" accept=".txt,text/plain" on:change=open/>
            </label>
        </div>
    }
}
