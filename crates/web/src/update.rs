//! Offers new versions of the app to the player.
//!
//! The service worker (`static/sw.js`) caches the app for offline use. If there is a newer version, the
//! browser installs its service worker, which then waits. The open page keeps its version until the player
//! accepts the update, so that no game is interrupted.

use std::time::Duration;

use crate::dom::timing::every;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ServiceWorkerContainer, ServiceWorkerRegistration, ServiceWorkerState};

/// The message that activates a waiting service worker.
const TAKE_OVER: &str = "take over";

/// The interval between checks for a new version.
const CHECK_INTERVAL: Duration = Duration::from_secs(3600);

/// Registers the service worker and checks for new versions regularly. Calls `is_ready` when one is
/// installed.
pub(crate) fn watch(is_ready: fn()) {
    spawn_local(async move {
        // Without a service worker the app works online only.
        let _ = register(is_ready).await;
    });
}

/// Activates the new version and reloads the page.
pub(crate) fn take() {
    spawn_local(async {
        let _ = take_over().await;
    });
}

async fn register(is_ready: fn()) -> Result<(), JsValue> {
    let Some(container) = container() else { return Ok(()) };
    let registration = JsFuture::from(container.register("./sw.js")).await?;
    let registration: ServiceWorkerRegistration = registration.dyn_into()?;
    // The first installation replaces no version, so there is nothing to report.
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
    every(CHECK_INTERVAL, move || {
        // The update check fails without a network.
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

/// The browser's interface for service workers; `None` if the page was loaded over an insecure connection.
fn container() -> Option<ServiceWorkerContainer> {
    let window = web_sys::window()?;
    window.is_secure_context().then(|| window.navigator().service_worker())
}
