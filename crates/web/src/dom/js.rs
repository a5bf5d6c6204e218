//! Access to JavaScript objects and browser interfaces without Rust types.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::HtmlElement;
use web_sys::js_sys::{Array, Function, Object, Reflect};

use super::document;

/// Calls a method by its name.
pub(crate) fn call(target: &JsValue, method: &str, args: &[JsValue]) -> Result<JsValue, JsValue> {
    let function: Function = Reflect::get(target, &method.into())?.dyn_into()?;
    function.apply(target, &args.iter().collect::<Array>())
}

/// Creates an object with these fields.
pub(crate) fn object(fields: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        // Setting a field of a new object cannot fail.
        let _ = Reflect::set(&object, &(*name).into(), value);
    }
    object.into()
}

/// A field of an object.
pub(crate) fn get(target: &JsValue, field: &str) -> JsValue {
    Reflect::get(target, &field.into()).unwrap_or(JsValue::UNDEFINED)
}

/// Milliseconds since the page was loaded.
pub(crate) fn now() -> f64 {
    web_sys::window().and_then(|window| window.performance()).map_or(0.0, |clock| clock.now())
}

/// Milliseconds since 1970.
pub(crate) fn today() -> u64 {
    web_sys::js_sys::Date::now() as u64
}

/// Moves an element while it is dragged, or back to its place. Uses a property that is not inherited, because
/// otherwise the browser would restyle all descendants.
pub(crate) fn shift(element: &HtmlElement, by: Option<(f64, f64)>) {
    let style = element.style();
    let _ = match by {
        Some((x, y)) => style.set_property("translate", &format!("{x}px {y}px")),
        None => style.remove_property("translate").map(drop),
    };
}

/// Moves the keyboard focus to a place of the table.
pub(crate) fn focus_place(name: &str) {
    let selector = format!("[data-place='{name}'][tabindex]");
    if let Ok(Some(element)) = document().query_selector(&selector)
        && document().active_element().as_ref() != Some(&element)
        && let Ok(element) = element.dyn_into::<HtmlElement>()
    {
        let _ = element.focus();
    }
}
