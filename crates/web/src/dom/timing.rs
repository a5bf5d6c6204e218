//! Timers and frames.

use std::time::Duration;

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use super::{document, window};

/// Calls a function once, after a pause.
pub(crate) fn after(pause: Duration, call: impl FnOnce() + 'static) {
    let closure = Closure::once_into_js(call);
    let milliseconds = i32::try_from(pause.as_millis()).unwrap_or(i32::MAX);
    let _ =
        window().set_timeout_with_callback_and_timeout_and_arguments_0(closure.unchecked_ref(), milliseconds);
}

/// Calls a function before the next frame is painted.
pub(crate) fn next_frame(call: impl FnOnce() + 'static) {
    let closure = Closure::once_into_js(move |_: f64| call());
    let _ = window().request_animation_frame(closure.unchecked_ref());
}

/// Calls a function after the next frame is painted, or at once if the page is not visible.
pub(crate) fn after_paint(call: impl FnOnce() + 'static) {
    if document().hidden() {
        return call();
    }
    // The browser paints a frame after its callbacks and before the next task.
    next_frame(move || after(Duration::ZERO, call));
}

/// Calls a function repeatedly with a pause before each call, as long as it returns true.
pub(crate) fn every(pause: Duration, mut call: impl FnMut() -> bool + 'static) {
    after(pause, move || {
        if call() {
            every(pause, call);
        }
    });
}
