//! The connection to the server, with the browser's interfaces.

use std::cell::RefCell;
use std::rc::Rc;

use client::online::{GUEST_PATH, GuestName, Name, PROTOCOL, VisitInput, read, socket_path, write};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::js_sys::Promise;
use web_sys::{Event, MessageEvent, WebSocket};

use crate::dom::{app_address, js, window};

/// A connection, or none.
#[derive(Clone, Default)]
pub(super) struct Socket(Rc<RefCell<Open>>);

#[derive(Default)]
struct Open {
    socket: Option<WebSocket>,
    /// Increases with every attempt, so that events of earlier ones can be ignored.
    attempt: u32,
}

impl Socket {
    /// Connects and replaces any other connection: requests a pass, which is a cookie, and opens a socket.
    pub(super) fn connect(&mut self, name: Name, hear: impl Fn(VisitInput) + Copy + 'static) {
        self.close();
        let line = self.clone();
        let attempt = line.0.borrow().attempt;
        spawn_local(async move {
            let answer = match write(&GuestName { name }) {
                Ok(body) => ask("POST", GUEST_PATH, &body).await,
                Err(_) => Err(0),
            };
            if line.0.borrow().attempt != attempt {
                return;
            }
            // A static host may answer every request with a page.
            match answer.map(|text| read::<GuestName>(text.as_bytes())) {
                Ok(Ok(_)) => match WebSocket::new(&address()) {
                    Ok(socket) => {
                        line.0.borrow_mut().socket = Some(socket.clone());
                        let is_ours = move || line.0.borrow().attempt == attempt;
                        listen(&socket, move |input| {
                            if is_ours() {
                                hear(input);
                            }
                        });
                    }
                    Err(_) => hear(VisitInput::Closed),
                },
                Ok(Err(_)) | Err(404 | 405 | 501) => hear(VisitInput::NoServer),
                Err(401) => hear(VisitInput::SignedOut),
                Err(_) => hear(VisitInput::Closed),
            }
        });
    }

    pub(super) fn send(&self, text: &str) {
        if let Some(socket) = &self.0.borrow().socket {
            // If the socket is no longer open, its close event reports that.
            let _ = socket.send_with_str(text);
        }
    }

    pub(super) fn close(&mut self) {
        let mut open = self.0.borrow_mut();
        open.attempt += 1;
        if let Some(socket) = open.socket.take() {
            let _ = socket.close();
        }
    }
}

fn listen(socket: &WebSocket, hear: impl Fn(VisitInput) + 'static) {
    let on_event = Closure::<dyn Fn(Event)>::new(move |event: Event| {
        match event.dyn_ref::<MessageEvent>().map(|event| event.data().as_string()) {
            Some(Some(text)) => hear(VisitInput::Heard(text)),
            Some(None) => {}
            None => hear(VisitInput::Closed),
        }
    });
    // The browser frees the closure together with the socket.
    let on_event = on_event.into_js_value();
    socket.set_onmessage(Some(on_event.unchecked_ref()));
    socket.set_onclose(Some(on_event.unchecked_ref()));
}

/// The URL of the socket, relative to the page.
fn address() -> String {
    let page = app_address();
    let folder = page.rsplit_once('/').map_or(page.as_str(), |(folder, _)| folder);
    format!("{}{}", folder.replacen("http", "ws", 1), socket_path(PROTOCOL))
}

/// Sends a request to the server. Returns its response, or its error status; 0 if there is no response.
pub(super) async fn ask(method: &str, path: &str, body: &str) -> Result<String, u16> {
    let options = js::object(&[("method", method.into()), ("body", body.into())]);
    let asked = js::call(&window(), "fetch", &[path.trim_start_matches('/').into(), options]);
    let answer = settled(asked).await.ok_or(0u16)?;
    if !js::get(&answer, "ok").is_truthy() {
        return Err(js::get(&answer, "status").as_f64().unwrap_or(0.0) as u16);
    }
    let text = settled(js::call(&answer, "text", &[])).await;
    text.and_then(|text| text.as_string()).ok_or(0)
}

async fn settled(promise: Result<JsValue, JsValue>) -> Option<JsValue> {
    JsFuture::from(promise.ok()?.dyn_into::<Promise>().ok()?).await.ok()
}
