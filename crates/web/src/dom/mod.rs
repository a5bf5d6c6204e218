//! Access to the page: HTML as values, and the few browser interfaces that the app needs.

pub(crate) mod files;
mod html;
pub(crate) mod js;
mod mount;
mod patch;
pub(crate) mod timing;

pub(crate) use html::{On, Tag, escaped, tag};
pub(crate) use mount::{Mount, listen};

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Document, Element, Event, EventTarget, HtmlElement, Window};

/// The window.
pub(crate) fn window() -> Window {
    match web_sys::window() {
        Some(window) => window,
        None => unreachable!("the page has a window"),
    }
}

/// The document.
pub(crate) fn document() -> Document {
    match window().document() {
        Some(document) => document,
        None => unreachable!("the window has a document"),
    }
}

/// The first element that matches a selector.
pub(crate) fn find(selector: &str) -> Option<HtmlElement> {
    document().query_selector(selector).ok().flatten()?.dyn_into().ok()
}

/// Adds an event listener that is never removed.
pub(crate) fn on_event(target: &EventTarget, name: &str, call: impl Fn(Event) + 'static) {
    let closure = Closure::<dyn Fn(Event)>::new(call);
    // The names are ours, and none of them is refused.
    let _ = target.add_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
    closure.forget();
}

/// Sets an attribute, or removes it.
pub(crate) fn set_attribute(element: &Element, name: &str, value: Option<&str>) {
    // The names are ours, and none of them is refused.
    let _ = match value {
        Some(value) => element.set_attribute(name, value),
        None => element.remove_attribute(name),
    };
}

/// A new element with a class.
pub(crate) fn create(name: &str, class: &str) -> Option<HtmlElement> {
    let element = document().create_element(name).ok()?.dyn_into::<HtmlElement>().ok()?;
    element.set_class_name(class);
    Some(element)
}

/// The part of the URL after the `#`.
pub(crate) fn hash() -> String {
    window().location().hash().unwrap_or_default()
}

/// The URL of the app, without query and fragment.
pub(crate) fn app_address() -> String {
    let location = window().location();
    location.origin().unwrap_or_default() + &location.pathname().unwrap_or_default()
}
