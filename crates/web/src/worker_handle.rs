//! The page's side: somebody who thinks elsewhere and answers later.
//!
//! A question that is no longer wanted would keep a processor busy, which the cards on the table need more while somebody moves them. Nobody
//! can speak to a worker while it thinks; but where the browser lets the two share memory, the number of the question that is wanted stands
//! there, and the worker looks at it now and then. Where it does not, the worker is ended, and another started for the next question. A question
//! that takes the place of one that was dropped goes out when the cards have come to rest.
//!
//! There stands too whether somebody has just touched the table. Then the worker waits until that can be seen: the hand comes first, and its
//! frame gets the whole machine.
//!
//! Where no worker can be started at all, the page thinks itself, for a short time at most: a bot that never moved would be worse.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use client::{Ask, Reply, answer};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::js_sys::{Array, Atomics, Date, Int32Array};
use web_sys::{Event, MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::dom::js;
use crate::dom::timing::{after, after_paint};
use crate::worker::READY;

/// So long a question waits that takes the place of one that was dropped.
const REST: Duration = Duration::from_millis(250);

/// So many milliseconds after the page has drawn a frame it is on the screen.
const SHOWING: Duration = Duration::from_millis(20);

/// So many workers may fail to start before the page thinks itself.
const FAILURES: u32 = 3;

/// So many milliseconds the page thinks about a question.
const PATIENCE: f64 = 1000.0;

/// A worker with the solver. It starts when it is first asked.
pub(crate) struct WorkerHandle(Rc<RefCell<Office>>);

/// Who is there, and what is asked.
struct Office {
    clerk: Option<Clerk>,
    /// The question that is not answered yet.
    open: Option<Open>,
    /// What the worker can see while it thinks: at [`WANTED`] the number of that question, or 0; at [`TOUCHED`] whether it waits.
    slate: Option<Int32Array>,
    /// Whether the question before was dropped, and somebody moves cards quicker than they can be thought about.
    hurried: bool,
    /// How many workers could not be started.
    failures: u32,
    on_message: Closure<dyn Fn(MessageEvent)>,
    on_error: Closure<dyn Fn(Event)>,
    on_reply: Rc<dyn Fn(Reply)>,
}

struct Clerk {
    worker: Worker,
    /// Whether it has said that it can be asked. A message that comes to a worker too early is lost.
    ready: bool,
}

struct Open {
    ask: Ask,
    /// Whether it waits for the cards to come to rest.
    rests: bool,
    /// Whether it has gone out.
    sent: bool,
}

impl WorkerHandle {
    /// A thinker whose answers go to `on_reply`, except those to questions that were dropped.
    pub(crate) fn new(on_reply: impl Fn(Reply) + 'static) -> WorkerHandle {
        WorkerHandle(Rc::new_cyclic(|office: &std::rc::Weak<RefCell<Office>>| {
            let heard = office.clone();
            let on_message = Closure::new(move |event: MessageEvent| {
                let (Some(office), Some(text)) = (heard.upgrade(), event.data().as_string()) else { return };
                if text == READY {
                    if let Some(clerk) = &mut office.borrow_mut().clerk {
                        clerk.ready = true;
                    }
                    look_after(&office);
                } else if let Ok(reply) = serde_json::from_str::<Reply>(&text) {
                    reply_with(&office, reply);
                }
            });
            let failed = office.clone();
            let on_error = Closure::new(move |_: Event| {
                let Some(office) = failed.upgrade() else { return };
                office.borrow_mut().lose();
                look_after(&office);
            });
            RefCell::new(Office {
                clerk: None,
                open: None,
                slate: slate(),
                hurried: false,
                failures: 0,
                on_message,
                on_error,
                on_reply: Rc::new(on_reply),
            })
        }))
    }

    /// Asks. What was asked before is dropped.
    pub(crate) fn ask(&self, ask: Ask) {
        self.cancel();
        let mut office = self.0.borrow_mut();
        let rests = std::mem::take(&mut office.hurried);
        let id = ask.id;
        office.open = Some(Open { ask, rests, sent: false });
        drop(office);
        if rests {
            rest(&self.0, id);
        } else {
            look_after(&self.0);
        }
    }

    /// Somebody touches the table: whoever thinks waits until that is on the screen.
    pub(crate) fn make_way(&self) {
        let office = self.0.borrow();
        let thinks = office.open.as_ref().is_some_and(|open| open.sent);
        if let Some(slate) = office.slate.clone().filter(|_| thinks) {
            slate.set_index(TOUCHED, 1);
            after_paint(move || {
                after(SHOWING, move || {
                    slate.set_index(TOUCHED, 0);
                    let _ = Atomics::notify(&slate, TOUCHED);
                });
            });
        }
    }

    /// Forgets what was asked and is not answered.
    pub(crate) fn cancel(&self) {
        let mut office = self.0.borrow_mut();
        let Some(open) = office.open.take() else { return };
        office.hurried = true;
        if let Some(slate) = &office.slate {
            slate.set_index(WANTED, 0);
        } else if open.sent {
            office.dismiss();
        }
    }
}

/// Where the slate says which question is wanted.
pub(crate) const WANTED: u32 = 0;

/// Where it says that the table was touched: 1 until what came of it is on the screen.
pub(crate) const TOUCHED: u32 = 1;

/// Two numbers that the page and its worker share, where the browser allows it.
fn slate() -> Option<Int32Array> {
    let global = web_sys::js_sys::global();
    js::get(&global, "crossOriginIsolated").is_truthy().then(|| {
        let memory = web_sys::js_sys::SharedArrayBuffer::new(8);
        Int32Array::new(&memory)
    })
}

/// The number of a question, where the worker looks for it.
pub(crate) const fn sign(ask: &Ask) -> i32 {
    ask.id as i32
}

impl Office {
    fn dismiss(&mut self) -> Option<Clerk> {
        self.clerk.take().inspect(|clerk| clerk.worker.terminate())
    }

    /// The worker has failed. One that has thought before failed at its question: that is not asked again.
    fn lose(&mut self) {
        match self.dismiss() {
            Some(clerk) if clerk.ready => drop(self.open.take_if(|open| open.sent)),
            Some(_) => self.failures += 1,
            None => {}
        }
    }

    fn send(&mut self) {
        if let (Some(clerk), Some(open)) = (&self.clerk, &mut self.open)
            && clerk.ready
            && !open.sent
            && let Ok(text) = serde_json::to_string(&open.ask)
        {
            if let Some(slate) = &self.slate {
                slate.set_index(WANTED, sign(&open.ask));
            }
            // Text can always be posted.
            let _ = clerk.worker.post_message(&JsValue::from_str(&text));
            open.sent = true;
        }
    }

    fn hire(&mut self) -> Option<Clerk> {
        if self.failures >= FAILURES {
            return None;
        }
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let Some(worker) = boot_script().and_then(|script| Worker::new_with_options(&script, &options).ok())
        else {
            self.failures = FAILURES;
            return None;
        };
        worker.set_onmessage(Some(self.on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(self.on_error.as_ref().unchecked_ref()));
        // What the page runs need not be compiled again.
        let slate = self.slate.clone().map_or(JsValue::UNDEFINED, JsValue::from);
        let _ = worker.post_message(&Array::of2(&wasm_bindgen::module(), &slate));
        Some(Clerk { worker, ready: false })
    }
}

/// Passes an answer on, if it is to the question that is asked.
fn reply_with(office: &Rc<RefCell<Office>>, reply: Reply) {
    let asked = office.borrow_mut().open.take_if(|open| open.ask.id == reply.id);
    if asked.is_some() {
        let on_reply = Rc::clone(&office.borrow().on_reply);
        on_reply(reply);
    }
}

/// Thinks here, after what is on the way to the screen.
fn think_here(office: &Rc<RefCell<Office>>, ask: Ask) {
    let office = Rc::downgrade(office);
    after(Duration::ZERO, move || {
        let Some(office) = office.upgrade() else { return };
        let end = Date::now() + PATIENCE;
        reply_with(&office, answer(&ask, &mut |_| Date::now() < end));
    });
}

/// Sends the question, if there is one that does not wait; sees to it that there is somebody to answer it.
fn look_after(office: &Rc<RefCell<Office>>) {
    let mut state = office.borrow_mut();
    if state.open.as_ref().is_none_or(|open| open.rests) {
        return;
    }
    if state.clerk.is_none() {
        state.clerk = state.hire();
    }
    if state.clerk.is_some() {
        state.send();
    } else if let Some(open) = state.open.as_mut().filter(|open| !open.sent) {
        open.sent = true;
        let ask = open.ask.clone();
        drop(state);
        think_here(office, ask);
    }
}

/// Sends a question a little later, if it is still the one that is asked.
fn rest(office: &Rc<RefCell<Office>>, id: u64) {
    let office = Rc::downgrade(office);
    after(REST, move || {
        let Some(office) = office.upgrade() else { return };
        if let Some(open) = office.borrow_mut().open.as_mut().filter(|open| open.ask.id == id) {
            open.rests = false;
        }
        look_after(&office);
    });
}

impl Drop for Office {
    fn drop(&mut self) {
        self.dismiss();
    }
}

/// The address of the script that started this page. It starts the worker too, and is named after what is in it.
fn boot_script() -> Option<String> {
    let script = web_sys::window()?.document()?.query_selector("script[type=module]").ok()??;
    Some(script.dyn_into::<web_sys::HtmlScriptElement>().ok()?.src())
}
