//! The one dialog of a page, and the signal that says what it shows.

use leptos::ev;
use leptos::html::Dialog;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

/// What is shown in the dialog: nothing, or one panel.
type Shown<P> = RwSignal<Option<P>>;

/// Opens the dialog when there is something to show, and closes it when there is not.
pub(crate) fn follow<P: Copy + Send + Sync + 'static>(dialog: NodeRef<Dialog>, shown: Shown<P>) {
    Effect::new(move |_| {
        let open = shown.get().is_some();
        let Some(dialog) = dialog.get() else { return };
        if open && !dialog.open() {
            // An element that is on the page can be shown.
            let _ = dialog.show_modal();
        } else if !open && dialog.open() {
            dialog.close();
        }
    });
}

/// A tap beside the panel closes it.
pub(crate) fn pressed<P: Send + Sync + 'static>(
    dialog: NodeRef<Dialog>,
    shown: Shown<P>,
    event: &ev::MouseEvent,
) {
    let target = event.target().map(JsValue::from);
    let itself = dialog.get().map(|dialog| JsValue::from((*dialog).clone()));
    if target.is_some() && target == itself {
        shown.set(None);
    }
}

/// The browser has closed the dialog. It tells of it later; by then another panel may be open.
pub(crate) fn closed<P: Send + Sync + 'static>(dialog: NodeRef<Dialog>, shown: Shown<P>) {
    if !dialog.get().is_some_and(|dialog| dialog.open()) {
        shown.set(None);
    }
}
