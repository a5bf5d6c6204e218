//! The side of the solver and the bots: a worker that answers questions, one after the other.

use std::cell::Cell;

use client::savannah::bring_duel;
use client::{Ask, answer};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::js_sys::{self, Atomics, Date, Int32Array};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use crate::thinker;
use crate::ui::js;

/// What the worker says when it can be asked. Everything else that it says is a `Reply`.
pub(crate) const READY: &str = "ready";

/// The name under which `boot.js` tells where the weights are.
const WEIGHTS: &str = "cardroomWeights";

/// The name under which `boot.js` keeps the number of the question that the page wants to be answered, if it can share one.
const WANTED: &str = "cardroomWanted";

/// So many milliseconds a search is as quick as it can be.
const HASTE: f64 = 200.0;

/// So many it rests then, each time that it is asked whether to go on.
const REST: f64 = 2.0;

/// Answers every question that comes, from now on, unless the page does not want it any more.
pub(crate) fn start() {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return };
    let wanted = js::get(&scope, WANTED).dyn_into::<Int32Array>().ok();
    let asked = {
        let scope = scope.clone();
        Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            let ask = event.data().as_string().and_then(|text| serde_json::from_str::<Ask>(&text).ok());
            let Some(ask) = ask else { return };
            let (scope, wanted) = (scope.clone(), wanted.clone());
            spawn_local(async move {
                if ask.question.wants_duel() {
                    // Without them the expert is weaker, and plays all the same.
                    let _ = bring_weights(&scope).await;
                }
                if let Ok(text) = serde_json::to_string(&answer(&ask, &mut goes_on(&ask, wanted))) {
                    say(&scope, &text);
                }
            });
        })
    };
    scope.set_onmessage(Some(asked.as_ref().unchecked_ref()));
    asked.forget();
    say(&scope, READY);
}

/// Whether to go on thinking about a question. A long search is asked every few milliseconds, and rests a little each time: it leaves the table a
/// part of the processor that it would need at the next touch of a card.
fn goes_on<T>(ask: &Ask, wanted: Option<Int32Array>) -> impl FnMut(&T) -> bool + use<T> {
    let (sign, begun) = (thinker::sign(ask), Date::now());
    move |_| {
        wanted.as_ref().is_none_or(|wanted| {
            if Date::now() - begun > HASTE {
                let _ = Atomics::wait_with_timeout(wanted, 0, sign, REST);
            }
            wanted.get_index(0) == sign
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
    bring_duel(js_sys::Uint8Array::new(&bytes).to_vec());
    Ok(())
}

async fn later(promise: JsValue) -> Result<JsValue, JsValue> {
    JsFuture::from(promise.dyn_into::<js_sys::Promise>()?).await
}

fn say(scope: &DedicatedWorkerGlobalScope, text: &str) {
    // Text can always be posted; if the page is gone, nobody misses it.
    let _ = scope.post_message(&JsValue::from_str(text));
}
