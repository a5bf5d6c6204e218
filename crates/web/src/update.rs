//! A new version is offered, and comes when the player wants it.
//!
//! The service worker (`static/sw.js`) keeps the app for the days without a network. When it finds a newer one, it fetches that
//! and waits: the page that is open stays as it is, in the middle of a game, until somebody says so.

use std::time::Duration;

use crate::dom::timing::every;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ServiceWorkerContainer, ServiceWorkerRegistration, ServiceWorkerState};

/// What a waiting service worker understands.
const TAKE_OVER: &str = "take over";

/// How often an open page looks for a new version.
const EVERY: Duration = Duration::from_secs(3600);

/// Keeps the app for offline use, and looks for new versions from now on. `is_ready` is called when one is.
pub(crate) fn watch(is_ready: fn()) {
    spawn_local(async move {
        // Without a service worker the app works too, as long as there is a network.
        let _ = register(is_ready).await;
    });
}

/// Takes the new version: the page starts again with it.
pub(crate) fn take() {
    spawn_local(async {
        let _ = take_over().await;
    });
}

async fn register(is_ready: fn()) -> Result<(), JsValue> {
    let Some(container) = container() else { return Ok(()) };
    let registration = JsFuture::from(container.register("./sw.js")).await?;
    let registration: ServiceWorkerRegistration = registration.dyn_into()?;
    // The first version of all replaces nothing, so it is no news.
    let report = move |container: &ServiceWorkerContainer| {
        if container.controller().is_some() {
            is_ready();
        }
    };
    if registration.waiting().is_some() {
        report(&container);
    }
    let found = {
        let registration = registration.clone();
        Closure::<dyn Fn()>::new(move || {
            let Some(worker) = registration.installing() else { return };
            let (container, installing) = (container.clone(), worker.clone());
            let changed = Closure::<dyn Fn()>::new(move || {
                if installing.state() == ServiceWorkerState::Installed {
                    report(&container);
                }
            });
            worker.set_onstatechange(Some(changed.as_ref().unchecked_ref()));
            changed.forget();
        })
    };
    registration.set_onupdatefound(Some(found.as_ref().unchecked_ref()));
    found.forget();
    every(EVERY, move || {
        // A refusal means that there is no network now.
        let _ = registration.update();
        true
    });
    Ok(())
}

async fn take_over() -> Result<(), JsValue> {
    let Some(container) = container() else { return Ok(()) };
    let registration: ServiceWorkerRegistration =
        JsFuture::from(container.get_registration()).await?.dyn_into()?;
    let reload = Closure::<dyn Fn()>::new(|| {
        if let Some(window) = web_sys::window() {
            let _ = window.location().reload();
        }
    });
    container.set_oncontrollerchange(Some(reload.as_ref().unchecked_ref()));
    reload.forget();
    registration.waiting().map_or(Ok(()), |waiting| waiting.post_message(&JsValue::from_str(TAKE_OVER)))
}

/// The page's door to service workers. A page that came over an open network has none.
fn container() -> Option<ServiceWorkerContainer> {
    let window = web_sys::window()?;
    window.is_secure_context().then(|| window.navigator().service_worker())
}
