//! The page's side: somebody who thinks elsewhere and answers later.
//!
//! Nobody can speak to a worker while it thinks, so a question that is no longer wanted ends the worker. To start one takes a processor for a
//! moment, which the cards on the table need more while somebody moves them; so does a search. So there is one in reserve, another is
//! started only when nothing has been dropped for a while, and a question that takes the place of one that was dropped goes out when the
//! cards have come to rest.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use client::{Ask, Reply};
use leptos::prelude::set_timeout;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::worker::READY;

/// So long after a question was dropped no worker is started.
const QUIET: Duration = Duration::from_millis(400);

/// So long a question waits that takes the place of one that was dropped.
const REST: Duration = Duration::from_millis(250);

/// Workers with the solver. The first starts when it is first asked.
pub(crate) struct Thinker(Rc<RefCell<Office>>);

/// Who is there, and what is asked.
struct Office {
    /// The one that is asked.
    first: Option<Clerk>,
    /// The one that takes its place.
    reserve: Option<Clerk>,
    /// The question that is not answered yet.
    open: Option<Open>,
    /// Grows with every question that is dropped.
    dropped: u32,
    /// Whether it waits until nothing is dropped any more.
    waits: bool,
    /// Whether the question before was dropped, and somebody moves cards quicker than they can be thought about.
    hurried: bool,
    on_message: Closure<dyn Fn(MessageEvent)>,
}

struct Clerk {
    worker: Worker,
    /// Whether it has said that it can be asked. A message that comes to a worker too early is lost.
    ready: bool,
}

struct Open {
    id: u64,
    text: String,
    /// Whether it waits for the cards to come to rest.
    rests: bool,
    /// Whether it has gone out.
    sent: bool,
}

impl Thinker {
    /// A thinker whose answers go to `on_reply`, except those to questions that were dropped.
    pub(crate) fn new(on_reply: impl Fn(Reply) + 'static) -> Thinker {
        Thinker(Rc::new_cyclic(|office: &std::rc::Weak<RefCell<Office>>| {
            let office = office.clone();
            let on_message = Closure::new(move |event: MessageEvent| {
                let (Some(office), Some(text)) = (office.upgrade(), event.data().as_string()) else { return };
                if text == READY {
                    office.borrow_mut().ready(event.target().as_ref());
                    look_after(&office);
                } else if let Ok(reply) = serde_json::from_str::<Reply>(&text) {
                    let asked = office.borrow_mut().open.take_if(|open| open.id == reply.id);
                    if asked.is_some() {
                        on_reply(reply);
                    }
                }
            });
            RefCell::new(Office {
                first: None,
                reserve: None,
                open: None,
                dropped: 0,
                waits: false,
                hurried: false,
                on_message,
            })
        }))
    }

    /// Asks. What was asked before is dropped.
    pub(crate) fn ask(&self, ask: &Ask) {
        self.drop_question();
        let Ok(text) = serde_json::to_string(ask) else { return };
        let rests = std::mem::take(&mut self.0.borrow_mut().hurried);
        self.0.borrow_mut().open = Some(Open { id: ask.id, text, rests, sent: false });
        if rests {
            rest(&self.0, ask.id);
        } else {
            look_after(&self.0);
        }
    }

    /// Forgets what was asked and is not answered. A worker in the middle of a search is ended: it would go on for nothing.
    pub(crate) fn drop_question(&self) {
        let mut office = self.0.borrow_mut();
        if let Some(open) = office.open.take() {
            office.dropped += 1;
            office.hurried = true;
            if open.sent
                && let Some(clerk) = office.first.take()
            {
                clerk.worker.terminate();
            }
        }
    }
}

impl Office {
    /// Whether questions take so long that they are dropped, or may be.
    fn is_busy(&self) -> bool {
        self.open.is_some() || self.dropped > 0
    }

    fn ready(&mut self, who: Option<&web_sys::EventTarget>) {
        let clerks = [&mut self.first, &mut self.reserve];
        let mut clerks = clerks.into_iter().flatten();
        if let Some(clerk) = clerks.find(|clerk| Some(clerk.worker.as_ref()) == who) {
            clerk.ready = true;
        }
    }

    fn send(&mut self) {
        if let (Some(clerk), Some(open)) = (&self.first, &mut self.open)
            && clerk.ready
            && !open.rests
            && !open.sent
        {
            // Text can always be posted.
            let _ = clerk.worker.post_message(&JsValue::from_str(&open.text));
            open.sent = true;
        }
    }

    fn hire(&self) -> Option<Clerk> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&boot_script()?, &options).ok()?;
        worker.set_onmessage(Some(self.on_message.as_ref().unchecked_ref()));
        // What the page runs need not be compiled again.
        let _ = worker.post_message(&wasm_bindgen::module());
        Some(Clerk { worker, ready: false })
    }
}

/// Sends the question, if there is one and somebody to answer it; sees to it that there is, and that there is a reserve.
fn look_after(office: &Rc<RefCell<Office>>) {
    let mut state = office.borrow_mut();
    if state.first.is_none() {
        state.first = state.reserve.take();
    }
    if state.first.is_none() && state.open.is_some() && state.dropped == 0 {
        state.first = state.hire();
    }
    state.send();
    let missing = state.first.is_none() || state.reserve.is_none();
    if missing && state.is_busy() && !state.waits {
        state.waits = true;
        wait(office, state.dropped);
    }
}

/// Sends a question a little later, if it is still the one that is asked.
fn rest(office: &Rc<RefCell<Office>>, id: u64) {
    let office = Rc::downgrade(office);
    set_timeout(
        move || {
            let Some(office) = office.upgrade() else { return };
            if let Some(open) = office.borrow_mut().open.as_mut().filter(|open| open.id == id) {
                open.rests = false;
            }
            look_after(&office);
        },
        REST,
    );
}

/// Starts who is missing, once nothing has been dropped for a while.
fn wait(office: &Rc<RefCell<Office>>, dropped: u32) {
    let office = Rc::downgrade(office);
    set_timeout(
        move || {
            let Some(office) = office.upgrade() else { return };
            let now = office.borrow().dropped;
            if now != dropped {
                return wait(&office, now);
            }
            let mut state = office.borrow_mut();
            state.waits = false;
            if state.first.is_none() {
                state.first = state.hire();
            } else if state.reserve.is_none() && state.is_busy() {
                state.reserve = state.hire();
            }
        },
        QUIET,
    );
}

impl Drop for Office {
    fn drop(&mut self) {
        for clerk in [self.first.take(), self.reserve.take()].into_iter().flatten() {
            clerk.worker.terminate();
        }
    }
}

/// The address of the script that started this page. It starts the worker too, and is named after what is in it.
fn boot_script() -> Option<String> {
    let script = web_sys::window()?.document()?.query_selector("script[type=module]").ok()??;
    Some(script.dyn_into::<web_sys::HtmlScriptElement>().ok()?.src())
}
