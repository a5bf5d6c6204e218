//! The worker's program: the solver and the bots.
//!
//! The page fetches it after its first paint, so that nobody waits for it to play. `static/boot-worker.js`
//! starts it in a web worker and passes each question to [`think`]; where no worker can be started, the page
//! runs it itself.

use std::cell::Cell;

use bots::savannah::install_duel_weights;
use client::worker::{TOUCHED, WANTED, number};
use client::{Ask, answer};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;
use web_sys::js_sys::{self, Atomics, Date, Function, Int32Array, Promise, Reflect, Uint8Array};

/// How many milliseconds to pause at most after an input: a page in the background never shows the frame that
/// ends the pause.
const PAUSE: f64 = 100.0;

/// Answers a question: the text of an [`Ask`] becomes the text of a `Reply`.
///
/// `weights` is the address of the expert's weights. `shared` is the array of [`client::worker`], if the
/// browser has shared memory. `patience` limits the time, in milliseconds.
#[wasm_bindgen]
pub async fn think(
    ask: String,
    weights: String,
    shared: Option<Int32Array>,
    patience: Option<f64>,
) -> Option<String> {
    let ask: Ask = serde_json::from_str(&ask).ok()?;
    if ask.question.wants_duel() {
        // Without its weights the expert is weaker, but plays.
        let _ = bring_weights(&weights).await;
    }
    let end = patience.map(|patience| Date::now() + patience);
    let mut go_on = |_: &_| {
        shared.as_ref().is_none_or(|shared| is_wanted(shared, &ask))
            && end.is_none_or(|end| Date::now() < end)
    };
    serde_json::to_string(&answer(&ask, &mut go_on)).ok()
}

/// Whether the page still wants the answer. First pauses while the page shows an input.
fn is_wanted(shared: &Int32Array, ask: &Ask) -> bool {
    if shared.get_index(TOUCHED) != 0 {
        let _ = Atomics::wait_with_timeout(shared, TOUCHED, 1, PAUSE);
    }
    shared.get_index(WANTED) == number(ask)
}

/// Fetches the weights that are not part of the program. Tries once.
async fn bring_weights(address: &str) -> Result<(), JsValue> {
    thread_local! {
        static TRIED: Cell<bool> = const { Cell::new(false) };
    }
    if TRIED.replace(true) {
        return Ok(());
    }
    let global = js_sys::global();
    let fetch: Function = Reflect::get(&global, &"fetch".into())?.dyn_into()?;
    let asked: Promise = fetch.call1(&global, &address.into())?.dyn_into()?;
    let response: Response = JsFuture::from(asked).await?.dyn_into()?;
    let bytes = JsFuture::from(response.array_buffer()?).await?;
    install_duel_weights(Uint8Array::new(&bytes).to_vec());
    Ok(())
}
