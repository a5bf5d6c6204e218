//! The page's side: somebody who thinks elsewhere and answers later.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use client::{Ask, Reply};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::worker::READY;

/// A worker with the solver. It starts when it is first asked.
pub(crate) struct Thinker {
    worker: RefCell<Option<Worker>>,
    state: Rc<RefCell<State>>,
    on_message: Closure<dyn Fn(MessageEvent)>,
}

/// What the worker is about.
#[derive(Default)]
struct State {
    /// Whether it has said that it can be asked.
    ready: bool,
    /// The numbers of the questions that it has not answered yet.
    open: Vec<u64>,
    /// Questions from before it was ready. A message that comes to a worker too early is lost.
    early: VecDeque<String>,
}

impl Thinker {
    /// A thinker whose answers go to `on_reply`, except those to questions that were dropped.
    pub(crate) fn new(on_reply: impl Fn(Reply) + 'static) -> Thinker {
        let state = Rc::new(RefCell::new(State::default()));
        let on_message = {
            let state = Rc::clone(&state);
            Closure::new(move |event: MessageEvent| {
                let Some(text) = event.data().as_string() else { return };
                if text == READY {
                    let early = {
                        let mut state = state.borrow_mut();
                        state.ready = true;
                        std::mem::take(&mut state.early)
                    };
                    if let Some(worker) = event.target().and_then(|target| target.dyn_into::<Worker>().ok()) {
                        early.iter().for_each(|text| post(&worker, text));
                    }
                } else if let Ok(reply) = serde_json::from_str::<Reply>(&text) {
                    let mut asking = state.borrow_mut();
                    let asked = asking.open.contains(&reply.id);
                    asking.open.retain(|id| *id != reply.id);
                    drop(asking);
                    if asked {
                        on_reply(reply);
                    }
                }
            })
        };
        Thinker { worker: RefCell::new(None), state, on_message }
    }

    /// Asks. What was asked before is still answered.
    pub(crate) fn ask(&self, ask: &Ask) {
        let Ok(text) = serde_json::to_string(ask) else { return };
        let mut worker = self.worker.borrow_mut();
        if worker.is_none() {
            *worker = self.hire();
        }
        let Some(worker) = worker.as_ref() else { return };
        let mut state = self.state.borrow_mut();
        state.open.push(ask.id);
        if state.ready {
            post(worker, &text);
        } else {
            state.early.push_back(text);
        }
    }

    /// Forgets all that was asked and is not answered. A worker in the middle of a search is ended: it would go on for nothing.
    pub(crate) fn drop_questions(&self) {
        let mut state = self.state.borrow_mut();
        if state.open.is_empty() {
            return;
        }
        if state.ready
            && let Some(worker) = self.worker.take()
        {
            worker.terminate();
            state.ready = false;
        }
        state.open.clear();
        state.early.clear();
    }

    fn hire(&self) -> Option<Worker> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&boot_script()?, &options).ok()?;
        worker.set_onmessage(Some(self.on_message.as_ref().unchecked_ref()));
        Some(worker)
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        if let Some(worker) = self.worker.take() {
            worker.terminate();
        }
    }
}

/// The address of the script that started this page. It starts the worker too, and is named after what is in it.
fn boot_script() -> Option<String> {
    let script = web_sys::window()?.document()?.query_selector("script[type=module]").ok()??;
    Some(script.dyn_into::<web_sys::HtmlScriptElement>().ok()?.src())
}

fn post(worker: &Worker, text: &str) {
    // Text can always be posted.
    let _ = worker.post_message(&JsValue::from_str(text));
}
