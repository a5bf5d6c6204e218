//! The solver's side: a worker that answers questions, one after the other.

use client::{Ask, answer};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, js_sys};

/// What the worker says when it can be asked. Everything else that it says is a `Reply`.
pub(crate) const READY: &str = "ready";

/// Answers every question that comes, from now on.
///
/// A search is not interrupted, for nobody can speak to a worker while it thinks. Whoever does not want to wait ends the worker and
/// starts another.
pub(crate) fn start() {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return };
    let asked = {
        let scope = scope.clone();
        Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            let ask = event.data().as_string().and_then(|text| serde_json::from_str::<Ask>(&text).ok());
            let reply = ask.map(|ask| answer(&ask, &mut |_| true));
            if let Some(text) = reply.and_then(|reply| serde_json::to_string(&reply).ok()) {
                say(&scope, &text);
            }
        })
    };
    scope.set_onmessage(Some(asked.as_ref().unchecked_ref()));
    asked.forget();
    say(&scope, READY);
}

fn say(scope: &DedicatedWorkerGlobalScope, text: &str) {
    // Text can always be posted; if the page is gone, nobody misses it.
    let _ = scope.post_message(&JsValue::from_str(text));
}
