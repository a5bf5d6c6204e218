//! The side of the solver and the bots: a worker that answers questions, one after the other.

use std::cell::Cell;

use client::savannah::install_duel_weights;
use client::{Ask, answer};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::js_sys::{self, Atomics, Int32Array};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use crate::dom::js;
use crate::worker_handle::{self, TOUCHED, WANTED};

/// What the worker says when it can be asked. Everything else that it says is a `Reply`.
pub(crate) const READY: &str = "ready";

/// The name under which `boot.js` tells where the weights are.
const WEIGHTS: &str = "cardroomWeights";

/// The name under which `boot.js` keeps what the page tells the worker while it thinks, if they can share it.
const SLATE: &str = "cardroomSlate";

/// So many milliseconds it waits at most when the table was touched. A page that shows no frames does not say that it has shown one.
const COURTESY: f64 = 100.0;

/// Answers every question that comes, from now on, unless the page does not want it any more.
pub(crate) fn start() {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return };
    let slate = js::get(&scope, SLATE).dyn_into::<Int32Array>().ok();
    let asked = {
        let scope = scope.clone();
        Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            let ask = event.data().as_string().and_then(|text| serde_json::from_str::<Ask>(&text).ok());
            let Some(ask) = ask else { return };
            let (scope, slate) = (scope.clone(), slate.clone());
            spawn_local(async move {
                if ask.question.wants_duel() {
                    // Without them the expert is weaker, and plays all the same.
                    let _ = bring_weights(&scope).await;
                }
                if let Ok(text) = serde_json::to_string(&answer(&ask, &mut goes_on(&ask, slate))) {
                    say(&scope, &text);
                }
            });
        })
    };
    scope.set_onmessage(Some(asked.as_ref().unchecked_ref()));
    asked.forget();
    say(&scope, READY);
}

/// Whether to go on thinking about a question; first waits while the table is touched.
fn goes_on<T>(ask: &Ask, slate: Option<Int32Array>) -> impl FnMut(&T) -> bool + use<T> {
    let sign = worker_handle::sign(ask);
    move |_| {
        slate.as_ref().is_none_or(|slate| {
            if slate.get_index(TOUCHED) != 0 {
                let _ = Atomics::wait_with_timeout(slate, TOUCHED, 1, COURTESY);
            }
            slate.get_index(WANTED) == sign
        })
    }
}

/// Fetches the weights that are not part of the program, once; the script that started the worker says where they are.
async fn bring_weights(scope: &DedicatedWorkerGlobalScope) -> Result<(), JsValue> {
    thread_local! {
        static ASKED: Cell<bool> = const { Cell::new(false) };
    }
    if ASKED.replace(true) {
        return Ok(());
    }
    let answer = later(js::call(scope, "fetch", &[js::get(scope, WEIGHTS)])?).await?;
    let bytes = later(js::call(&answer, "arrayBuffer", &[])?).await?;
    install_duel_weights(js_sys::Uint8Array::new(&bytes).to_vec());
    Ok(())
}

async fn later(promise: JsValue) -> Result<JsValue, JsValue> {
    JsFuture::from(promise.dyn_into::<js_sys::Promise>()?).await
}

fn say(scope: &DedicatedWorkerGlobalScope, text: &str) {
    // Text can always be posted; if the page is gone, nobody misses it.
    let _ = scope.post_message(&JsValue::from_str(text));
}
