//! The page's side: somebody who thinks elsewhere and answers later.
//!
//! Nobody can speak to a worker while it thinks, so a question that is no longer wanted ends the worker. To start one takes a processor for a
//! moment, which the cards on the table need more while somebody moves them; so does a search. So there is one in reserve, another is
//! started only when nothing has been dropped for a while, and a question that takes the place of one that was dropped goes out when the
//! cards have come to rest.
//!
//! Where no worker can be started at all, the page thinks itself, for a short time at most: a bot that never moved would be worse.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use client::{Ask, Reply, answer};
use leptos::prelude::set_timeout;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::js_sys::Date;
use web_sys::{Event, EventTarget, MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::worker::READY;

/// So long after a question was dropped no worker is started.
const QUIET: Duration = Duration::from_millis(400);

/// So long a question waits that takes the place of one that was dropped.
const REST: Duration = Duration::from_millis(250);

/// So many workers may fail to start before the page thinks itself.
const FAILURES: u32 = 3;

/// So many milliseconds the page thinks about a question.
const PATIENCE: f64 = 1000.0;

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

impl Thinker {
    /// A thinker whose answers go to `on_reply`, except those to questions that were dropped.
    pub(crate) fn new(on_reply: impl Fn(Reply) + 'static) -> Thinker {
        Thinker(Rc::new_cyclic(|office: &std::rc::Weak<RefCell<Office>>| {
            let heard = office.clone();
            let on_message = Closure::new(move |event: MessageEvent| {
                let (Some(office), Some(text)) = (heard.upgrade(), event.data().as_string()) else { return };
                if text == READY {
                    office.borrow_mut().ready(event.target().as_ref());
                    look_after(&office);
                } else if let Ok(reply) = serde_json::from_str::<Reply>(&text) {
                    reply_with(&office, reply);
                }
            });
            let failed = office.clone();
            let on_error = Closure::new(move |event: Event| {
                let Some(office) = failed.upgrade() else { return };
                office.borrow_mut().lose(event.target().as_ref());
                look_after(&office);
            });
            RefCell::new(Office {
                first: None,
                reserve: None,
                open: None,
                dropped: 0,
                waits: false,
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
        self.drop_question();
        let id = ask.id;
        let rests = std::mem::take(&mut self.0.borrow_mut().hurried);
        self.0.borrow_mut().open = Some(Open { ask, rests, sent: false });
        if rests {
            rest(&self.0, id);
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

    /// The place of a worker.
    fn place(&mut self, who: Option<&EventTarget>) -> Option<&mut Option<Clerk>> {
        let mut places = [&mut self.first, &mut self.reserve].into_iter();
        places.find(|place| place.as_ref().is_some_and(|clerk| Some(clerk.worker.as_ref()) == who))
    }

    fn ready(&mut self, who: Option<&EventTarget>) {
        if let Some(Some(clerk)) = self.place(who) {
            clerk.ready = true;
        }
    }

    /// A worker has failed. One that has thought before failed at its question: that is not asked again.
    fn lose(&mut self, who: Option<&EventTarget>) {
        let Some(clerk) = self.place(who).and_then(Option::take) else { return };
        clerk.worker.terminate();
        if clerk.ready {
            self.open.take_if(|open| open.sent);
        } else {
            self.failures += 1;
        }
    }

    fn send(&mut self) {
        if let (Some(clerk), Some(open)) = (&self.first, &mut self.open)
            && clerk.ready
            && !open.rests
            && !open.sent
            && let Ok(text) = serde_json::to_string(&open.ask)
        {
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
        let _ = worker.post_message(&wasm_bindgen::module());
        Some(Clerk { worker, ready: false })
    }

    /// The question that the page has to think about itself.
    fn own(&mut self) -> Option<Ask> {
        let alone = self.first.is_none() && self.failures >= FAILURES;
        let open = self.open.as_mut().filter(|open| alone && !open.rests && !open.sent)?;
        open.sent = true;
        Some(open.ask.clone())
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
    set_timeout(
        move || {
            let Some(office) = office.upgrade() else { return };
            let end = Date::now() + PATIENCE;
            reply_with(&office, answer(&ask, &mut |_| Date::now() < end));
        },
        Duration::ZERO,
    );
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
    if let Some(ask) = state.own() {
        return think_here(office, ask);
    }
    let missing = state.first.is_none() || state.reserve.is_none();
    if missing && state.is_busy() && !state.waits && state.failures < FAILURES {
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
            if let Some(open) = office.borrow_mut().open.as_mut().filter(|open| open.ask.id == id) {
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
            if state.failures >= FAILURES {
                drop(state);
                look_after(&office);
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
