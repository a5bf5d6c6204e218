use client::savannah::Desk;
use client::words::savannah::label as own;
use client::words::{label, replay};
use leptos::prelude::*;
use text::Text;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::js_sys::Promise;
use web_sys::{Element, HtmlInputElement, MouseEvent};

use super::super::room::Room;
use crate::html::{button, escape, say};
use crate::language::t;
use crate::ui::files;
use crate::ui::js;
use crate::ui::panels::record::pasted;

/// The game as text, to take away and to bring. What is shown here holds no card that the reader has not seen.
pub(super) fn html(desk: &Desk) -> String {
    let over = desk.view().public().outcome.is_some();
    let title = say(if over { label::RECORD } else { own::TURNS });
    let note = |class: &str, text: Text| {
        if over { String::new() } else { format!("<p class=\"{class}\">{}</p>", say(text)) }
    };
    format!(
        r#"<h3>{title}</h3>{}<textarea class="record" readonly rows="6" aria-label="{title}" data-record>{}</textarea><div class="row">{}{}{}</div>{}<h3>{}</h3><label class="field"><span>{}</span><textarea name="import" rows="5" spellcheck="false"></textarea></label><p class="error" role="alert" data-error></p><div class="row">{}<label class="button"><span>{}</span><input type="file" name="file" accept=".txt,text/plain"></label></div>"#,
        note("", own::TURNS_NOTE),
        escape(&desk.shown_record()),
        button("", "copy", label::COPY),
        button("", "save-file", label::SAVE_FILE),
        if desk.address().is_some() { button("", "copy-game", replay::COPY) } else { String::new() },
        note("dim", own::FILE_NOTE),
        say(label::IMPORT),
        say(label::IMPORT_HELP),
        button("main", "import", label::IMPORT_DO),
        say(label::OPEN_FILE)
    )
}

fn value(selector: &str) -> String {
    let found = document().query_selector(selector).ok().flatten();
    found.and_then(|field| js::get(&field, "value").as_string()).unwrap_or_default()
}

/// Something was pressed, perhaps here.
pub(super) fn pressed(room: Room, event: &MouseEvent) {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let Some(button) = target.and_then(|target| target.closest("[data-do]").ok().flatten()) else { return };
    match button.get_attribute("data-do").as_deref() {
        Some("copy") => {
            files::copy(&value("[data-record]"));
            button.set_text_content(Some(&t(label::COPIED)));
        }
        Some("save-file") => {
            let _ = files::save("cardroom.txt", &room.desk.with_untracked(Desk::record));
        }
        Some("import") => read(room, &pasted(&value("[name=import]"))),
        _ => {}
    }
}

/// Something was chosen, perhaps a file.
pub(super) fn changed(room: Room, input: &HtmlInputElement) {
    if input.name() != "file" {
        return;
    }
    let Some(file) = input.files().and_then(|files| files.get(0)) else { return };
    leptos::reactive::spawn_local(async move {
        let content = match js::call(&file, "text", &[]).and_then(JsCast::dyn_into::<Promise>) {
            Ok(promise) => JsFuture::from(promise).await,
            Err(wrong) => Err(wrong),
        };
        read(room, &content.ok().and_then(|content: JsValue| content.as_string()).unwrap_or_default());
    });
    // The same file can be opened again.
    input.set_value("");
}

fn read(room: Room, record: &str) {
    match room.import(record) {
        Ok(()) => room.panel.set(None),
        Err(wrong) => super::complain(wrong),
    }
}
