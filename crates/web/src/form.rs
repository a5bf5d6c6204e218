//! Reads forms on the page.

use client::shell::FormData;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, HtmlInputElement};

use crate::dom::{document, find, js};

/// The values of the form that an event came from.
pub(crate) fn read(event: &Event) -> Option<FormData> {
    let form = event.target()?.dyn_into::<Element>().ok()?.closest("form").ok()??;
    let fields = form.query_selector_all("[name]").ok()?;
    let fields = (0..fields.length()).filter_map(|at| fields.get(at)?.dyn_into::<Element>().ok());
    Some(FormData(
        fields.map(|field| (field.get_attribute("name").unwrap_or_default(), value_of(&field))).collect(),
    ))
}

/// The value of a field. A check box is `on`, or empty.
fn value_of(field: &Element) -> String {
    match field.dyn_ref::<HtmlInputElement>() {
        Some(field) if field.type_() == "checkbox" => {
            if field.checked() {
                "on".to_owned()
            } else {
                String::new()
            }
        }
        _ => js::get(field, "value").as_string().unwrap_or_default(),
    }
}

/// The value of the field that matches a selector.
pub(crate) fn value(selector: &str) -> String {
    find(selector).map(|field| value_of(&field)).unwrap_or_default()
}

/// Repairs a pasted record: its last line feed is often missing, or it has the line ends of another system.
pub(crate) fn pasted(text: &str) -> String {
    let lines = text.trim().replace("\r\n", "\n");
    if lines.is_empty() { lines } else { lines + "\n" }
}

/// Shows as many seats as are chosen in the form.
pub(crate) fn show_seats(event: Option<&Event>) {
    let Some(field) = event.and_then(Event::target).and_then(|field| field.dyn_into::<Element>().ok()) else {
        return;
    };
    let count = value_of(&field).parse().unwrap_or(2u32);
    let Ok(chairs) = document().query_selector_all(".chair") else { return };
    for at in 0..chairs.length() {
        if let Some(chair) = chairs.item(at) {
            chair.unchecked_ref::<HtmlElement>().set_hidden(at >= count);
        }
    }
}

/// The name of the button that was pressed.
pub(crate) fn button_name(event: &Event) -> Option<String> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    target.closest("[data-do]").ok()??.get_attribute("data-do")
}

/// Copies a text by selecting it: without TLS, browsers allow no other way.
pub(crate) fn select_for_copying() {
    if let Some(field) = find("[data-link]").or_else(|| find("[data-device]")) {
        let _ = js::call(&field, "select", &[]);
        let _ = js::call(&document(), "execCommand", &["copy".into()]);
    }
}
