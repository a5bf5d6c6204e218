//! What can wait until the next frame is on the screen, or for the next idle moment.

use std::time::Duration;

use leptos::prelude::{document, request_animation_frame, set_timeout};

/// Calls when the next frame has been painted; at once where nobody sees any.
pub(crate) fn after_paint(call: impl FnOnce() + 'static) {
    if document().hidden() {
        return call();
    }
    // A frame is painted right after its callbacks, before the next task.
    request_animation_frame(move || set_timeout(call, Duration::ZERO));
}

/// Calls again and again, each time after a pause, as long as it is told to go on.
pub(crate) fn every(pause: Duration, mut call: impl FnMut() -> bool + 'static) {
    set_timeout(
        move || {
            if call() {
                every(pause, call);
            }
        },
        pause,
    );
}
