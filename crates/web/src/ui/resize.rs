//! Tells when elements change their size.

use leptos::prelude::StoredValue;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, ResizeObserver};

/// An observer that stops when it is dropped. A browser keeps one that is not disconnected for as long as its
/// elements live.
struct Observing {
    observer: ResizeObserver,
    _changed: Closure<dyn Fn()>,
}

impl Drop for Observing {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// Calls whenever an element changes its size, until the reactive owner of the caller is disposed of.
pub(crate) fn on_resize(elements: &[&Element], call: impl Fn() + 'static) {
    let changed = Closure::<dyn Fn()>::new(call);
    if let Ok(observer) = ResizeObserver::new(changed.as_ref().unchecked_ref()) {
        elements.iter().for_each(|element| observer.observe(element));
        StoredValue::new_local(Observing { observer, _changed: changed });
    }
}
