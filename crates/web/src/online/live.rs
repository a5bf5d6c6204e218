//! Parts of a page that change while somebody is at them: the keyboard stays where it is.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::hall::Hall;

/// The place of such a part, with what is in it at first.
pub(super) fn part(name: &str, html: &str) -> String {
    format!(r#"<div data-live="{name}">{html}</div>"#)
}

/// Keeps a part as it is to be, from now on.
pub(super) fn keep(hall: Hall, name: &'static str, html: fn(Hall) -> String) {
    Effect::new(move |before: Option<String>| {
        let now = html(hall);
        if before.as_ref() != Some(&now)
            && let Ok(Some(part)) = document().query_selector(&format!("[data-live={name}]"))
        {
            replace(&part, &now);
        }
        now
    });
}

/// Changes what is in an element; what had the keyboard has it again.
fn replace(part: &Element, html: &str) {
    let focused = document().active_element().filter(|active| part.contains(Some(active)));
    let mark = focused.and_then(|element| mark(&element));
    part.set_inner_html(html);
    if let Some(mark) = mark
        && let Ok(Some(element)) = part.query_selector(&mark)
        && let Ok(element) = element.dyn_into::<HtmlElement>()
    {
        let _ = element.focus();
    }
}

/// How an element is found again.
fn mark(element: &Element) -> Option<String> {
    let has = |name: &str| element.get_attribute(name).map(|value| format!("[{name}='{value}']"));
    let mark: String =
        ["data-do", "data-seat", "data-phrase", "data-table", "name"].into_iter().filter_map(has).collect();
    (!mark.is_empty()).then_some(mark)
}
