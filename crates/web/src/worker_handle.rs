//! Sends questions to the solver and the bots in a web worker, and passes on their answers.
//!
//! The worker's program is fetched after the first paint of the page, and the worker starts with the first
//! question. Only one question is open at a time. A question that is no longer needed is cancelled, because
//! its search would take processor time from the page. If the browser supports shared memory, the worker
//! reads there which question is current. Otherwise the page terminates the worker and starts another one
//! for the next question. A question that follows a cancelled one is sent after a short pause, when the cards
//! have stopped moving.
//!
//! The shared memory also tells the worker that there was an input. The worker then pauses until the frame is
//! displayed.
//!
//! If no worker can be started, the page runs the worker's program itself, with a time limit per question.

use std::cell::RefCell;
use std::rc::{Rc, Weak};
use std::time::Duration;

use client::worker::{READY, TOUCHED, WANTED, number};
use client::{Ask, Reply};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::js_sys::{Array, Atomics, Int32Array, Promise, SharedArrayBuffer};
use web_sys::{Event, MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::dom::js;
use crate::dom::timing::{after, after_paint};

/// The delay of a question that follows a cancelled one.
const DELAY_AFTER_CANCEL: Duration = Duration::from_millis(250);

/// The longest time from painting a frame to displaying it.
const DISPLAY_LATENCY: Duration = Duration::from_millis(20);

/// After this many workers that failed to start, the page runs the program itself.
const MAX_FAILURES: u32 = 3;

/// The delay between the first paint and fetching the worker's program, unless a question comes earlier. The
/// page gets the network first.
const FETCH_DELAY: Duration = Duration::from_millis(300);

/// The delay before a failed fetch of the worker's program is repeated.
const RETRY: Duration = Duration::from_secs(3);

/// The global object of `boot.js` that gives access to the worker's program.
const WORKER: &str = "cardroomWorker";

/// The page's connection to the solver and the bots.
pub(crate) struct WorkerHandle(Rc<RefCell<State>>);

struct State {
    running: Option<Running>,
    /// The question that is not answered yet.
    open: Option<Open>,
    /// The memory shared with the worker: see [`client::worker`].
    shared: Option<Int32Array>,
    /// Whether the last question was cancelled, because the player moves faster than the solver answers.
    hurried: bool,
    /// The number of workers that failed to start.
    failures: u32,
    on_message: Closure<dyn Fn(MessageEvent)>,
    on_error: Closure<dyn Fn(Event)>,
    on_reply: Rc<dyn Fn(Reply)>,
}

struct Running {
    worker: Worker,
    /// Whether the worker is ready for questions.
    ready: bool,
}

struct Open {
    ask: Ask,
    /// Whether it is delayed because it follows a cancelled question.
    rests: bool,
    sent: bool,
}

impl WorkerHandle {
    /// Passes answers to `on_reply`, except those to cancelled questions.
    pub(crate) fn new(on_reply: impl Fn(Reply) + 'static) -> WorkerHandle {
        after_paint(|| {
            let fetch = async {
                // If this fails, the first question tries again.
                let _ = promised(js::call(&worker_access(), "program", &[])).await;
            };
            after(FETCH_DELAY, || spawn_local(fetch));
        });
        WorkerHandle(Rc::new_cyclic(|state: &Weak<RefCell<State>>| {
            let heard = state.clone();
            let on_message = Closure::new(move |event: MessageEvent| {
                let (Some(state), Some(text)) = (heard.upgrade(), event.data().as_string()) else { return };
                if text == READY {
                    if let Some(running) = &mut state.borrow_mut().running {
                        running.ready = true;
                    }
                    proceed(&state);
                } else {
                    reply_with(&state, &text);
                }
            });
            let failed = state.clone();
            let on_error = Closure::new(move |_: Event| {
                let Some(state) = failed.upgrade() else { return };
                state.borrow_mut().worker_failed();
                proceed(&state);
            });
            RefCell::new(State {
                running: None,
                open: None,
                shared: shared_memory(),
                hurried: false,
                failures: 0,
                on_message,
                on_error,
                on_reply: Rc::new(on_reply),
            })
        }))
    }

    /// Asks a question and cancels the one before.
    pub(crate) fn ask(&self, ask: Ask) {
        self.cancel();
        let mut state = self.0.borrow_mut();
        let rests = std::mem::take(&mut state.hurried);
        let id = ask.id;
        state.open = Some(Open { ask, rests, sent: false });
        drop(state);
        if rests {
            rest(&self.0, id);
        } else {
            proceed(&self.0);
        }
    }

    /// Pauses the worker after an input until the next frame is displayed.
    pub(crate) fn make_way(&self) {
        let state = self.0.borrow();
        let thinks = state.open.as_ref().is_some_and(|open| open.sent);
        if let Some(shared) = state.shared.clone().filter(|_| thinks) {
            shared.set_index(TOUCHED, 1);
            after_paint(move || {
                after(DISPLAY_LATENCY, move || {
                    shared.set_index(TOUCHED, 0);
                    let _ = Atomics::notify(&shared, TOUCHED);
                });
            });
        }
    }

    /// Cancels the open question.
    pub(crate) fn cancel(&self) {
        let mut state = self.0.borrow_mut();
        let Some(open) = state.open.take() else { return };
        state.hurried = true;
        if let Some(shared) = &state.shared {
            shared.set_index(WANTED, 0);
        } else if open.sent {
            state.terminate();
        }
    }
}

impl State {
    fn terminate(&mut self) -> Option<Running> {
        self.running.take().inspect(|running| running.worker.terminate())
    }

    /// Handles a failed worker. If it was ready, its question caused the failure and is not asked again.
    /// Otherwise the worker failed to start.
    fn worker_failed(&mut self) {
        match self.terminate() {
            Some(running) if running.ready => drop(self.open.take_if(|open| open.sent)),
            Some(_) => self.failures += 1,
            None => {}
        }
    }

    fn send(&mut self) {
        if let (Some(running), Some(open)) = (&self.running, &mut self.open)
            && running.ready
            && !open.sent
            && let Ok(text) = serde_json::to_string(&open.ask)
        {
            if let Some(shared) = &self.shared {
                shared.set_index(WANTED, number(&open.ask));
            }
            // Posting a string cannot fail.
            let _ = running.worker.post_message(&JsValue::from_str(&text));
            open.sent = true;
        }
    }

    fn start_worker(&mut self) -> Option<Worker> {
        if self.failures >= MAX_FAILURES {
            return None;
        }
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let script = js::get(&worker_access(), "script").as_string();
        let Some(worker) = script.and_then(|script| Worker::new_with_options(&script, &options).ok()) else {
            self.failures = MAX_FAILURES;
            return None;
        };
        worker.set_onmessage(Some(self.on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(self.on_error.as_ref().unchecked_ref()));
        self.running = Some(Running { worker: worker.clone(), ready: false });
        Some(worker)
    }
}

impl Drop for State {
    fn drop(&mut self) {
        self.terminate();
    }
}

/// Sends the open question, unless it is delayed. Starts a worker if there is none.
fn proceed(state: &Rc<RefCell<State>>) {
    let weak = Rc::downgrade(state);
    let mut state = state.borrow_mut();
    if state.open.as_ref().is_none_or(|open| open.rests) {
        return;
    }
    if state.running.is_some() {
        state.send();
    } else if let Some(worker) = state.start_worker() {
        spawn_local(bring_program(weak, worker, state.shared.clone()));
    } else if let Some(open) = state.open.as_mut().filter(|open| !open.sent) {
        open.sent = true;
        think_here(weak, &open.ask);
    }
}

/// Sends the program to a worker, as soon as it is fetched and compiled.
async fn bring_program(state: Weak<RefCell<State>>, worker: Worker, shared: Option<Int32Array>) {
    let program = promised(js::call(&worker_access(), "program", &[])).await;
    let shared = shared.map_or(JsValue::UNDEFINED, JsValue::from);
    let sent = program.and_then(|program| worker.post_message(&Array::of2(&program, &shared)));
    if let (Err(_), Some(state)) = (sent, state.upgrade())
        && state.borrow().running.as_ref().is_some_and(|running| running.worker == worker)
    {
        state.borrow_mut().terminate();
        retry_later(&state);
    }
}

/// Answers a question on the page, after the next frame is displayed.
fn think_here(state: Weak<RefCell<State>>, ask: &Ask) {
    let Ok(text) = serde_json::to_string(ask) else { return };
    after(Duration::ZERO, move || {
        spawn_local(async move {
            let reply = promised(js::call(&worker_access(), "think", &[text.into()])).await;
            let Some(state) = state.upgrade() else { return };
            match reply {
                Ok(reply) => reply_with(&state, &reply.as_string().unwrap_or_default()),
                Err(_) => retry_later(&state),
            }
        });
    });
}

/// Fetches the worker's program again after a delay, because the network may be back then.
fn retry_later(state: &Rc<RefCell<State>>) {
    let weak = Rc::downgrade(state);
    after(RETRY, move || {
        let Some(state) = weak.upgrade().filter(|state| state.borrow().running.is_none()) else { return };
        let mut retried = state.borrow_mut();
        retried.failures = 0;
        if let Some(open) = &mut retried.open {
            open.sent = false;
        }
        drop(retried);
        proceed(&state);
    });
}

/// Passes on an answer, if its question is still open.
fn reply_with(state: &Rc<RefCell<State>>, text: &str) {
    let Ok(reply) = serde_json::from_str::<Reply>(text) else { return };
    let asked = state.borrow_mut().open.take_if(|open| open.ask.id == reply.id);
    if asked.is_some() {
        let on_reply = Rc::clone(&state.borrow().on_reply);
        on_reply(reply);
    }
}

/// Sends a question after a delay, if it is still open then.
fn rest(state: &Rc<RefCell<State>>, id: u64) {
    let state = Rc::downgrade(state);
    after(DELAY_AFTER_CANCEL, move || {
        let Some(state) = state.upgrade() else { return };
        if let Some(open) = state.borrow_mut().open.as_mut().filter(|open| open.ask.id == id) {
            open.rests = false;
        }
        proceed(&state);
    });
}

/// Memory shared with the worker, if the browser supports it.
fn shared_memory() -> Option<Int32Array> {
    let global = web_sys::js_sys::global();
    js::get(&global, "crossOriginIsolated").is_truthy().then(|| Int32Array::new(&SharedArrayBuffer::new(8)))
}

fn worker_access() -> JsValue {
    js::get(&web_sys::js_sys::global(), WORKER)
}

async fn promised(promise: Result<JsValue, JsValue>) -> Result<JsValue, JsValue> {
    JsFuture::from(promise?.dyn_into::<Promise>()?).await
}
