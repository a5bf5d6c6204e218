//! Somebody goes on here who began on another device.

use client::online::{Guest, PASS, Pass, read, write};
use client::words::online as words;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::{hall, socket};
use crate::language::{self, t};

/// Fetches the pass that was left for this device, and goes to the table.
#[component]
pub(crate) fn Moving() -> impl IntoView {
    let failed = RwSignal::new(false);
    let hash = window().location().hash().unwrap_or_default();
    let mut parts = hash.trim_start_matches("#move/").splitn(2, '/').map(str::to_owned);
    let (word, table) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    spawn_local(async move {
        let answer = match write(&Pass { word }) {
            Ok(body) => socket::ask("PUT", PASS, &body).await.ok(),
            Err(_) => None,
        };
        match answer.and_then(|text| read::<Guest>(text.as_bytes()).ok()) {
            Some(Guest { name }) => {
                hall::keep_name(&name);
                // The word is good once: it does not stay in the history.
                let _ = window().location().replace(&format!("#table/{table}"));
            }
            None => failed.set(true),
        }
    });
    language::drawn(move || {
        view! {
            <main class="home" data-moving="">
                <p class="motto" role="status">
                    {move || t(if failed.get() { words::DEVICE_USED } else { words::CONNECTING })}
                </p>
                <a class="button main" href="#online">{t(words::TO_LOBBY)}</a>
            </main>
        }
    })
}
