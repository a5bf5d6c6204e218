use client::klondike::Desk;
use client::words::{self, label};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::js_sys::{Array, Promise};
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, HtmlInputElement, Url};

use super::super::js;
use super::super::room::Room;

/// The game as text, to take away and to bring.
#[component]
pub(super) fn Exchange(room: Room) -> impl IntoView {
    let record = room.desk.with_untracked(Desk::record);
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
    let (to_copy, to_save) = (record.clone(), record.clone());
    view! {
        <h3>{label::RECORD}</h3>
        <textarea class="record" readonly rows="6" aria-label=label::RECORD data-record="" prop:value=record></textarea>
        <div class="row">
            <button
                on:click=move |_| {
                    copy(&to_copy);
                    copied.set(true);
                }
            >
                {move || if copied.get() { label::COPIED } else { label::COPY }}
            </button>
            <button
                data-do="save-file"
                on:click=move |_| {
                    let _ = save_file(&to_save);
                }
            >
                {label::SAVE_FILE}
            </button>
        </div>
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

/// What is pasted has often lost the end of its last line, or got the line ends of another system.
pub(crate) fn pasted(text: &str) -> String {
    let lines = text.trim().replace("\r\n", "\n");
    if lines.is_empty() { lines } else { lines + "\n" }
}

/// Gives a text to the clipboard, if the browser lets us.
pub(crate) fn copy(text: &str) {
    let clipboard = js::get(&window().navigator(), "clipboard");
    if clipboard.is_object() {
        let _ = js::call(&clipboard, "writeText", &[text.into()]);
    }
}

pub(crate) fn save_file(text: &str) -> Result<(), JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type("text/plain");
    let blob = Blob::new_with_str_sequence_and_options(&Array::of1(&text.into()), &options)?;
    let address = Url::create_object_url_with_blob(&blob)?;
    let link: HtmlAnchorElement = document().create_element("a")?.dyn_into()?;
    link.set_href(&address);
    link.set_download("cardroom.txt");
    link.click();
    Url::revoke_object_url(&address)
}
