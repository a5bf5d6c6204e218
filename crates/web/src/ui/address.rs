//! The address of the page: what it asks for, and where it leads others.

use cards::DealId;
use client::klondike::Desk;
use client::{Address, ParseAddressError};
use games::klondike::{Config, Moves};
use leptos::prelude::window;
use wasm_bindgen::JsValue;

/// What the address asks for: behind its `#`, or as `?game=one-card&deal=v1:42`.
pub(crate) fn asked() -> Result<Option<Address>, ParseAddressError> {
    let hash = window().location().hash().unwrap_or_default();
    Ok(Address::read(&hash)?.or_else(|| query().map(|(config, deal)| Address::Deal(config, deal))))
}

fn query() -> Option<(Config, DealId)> {
    let search = window().location().search().ok()?;
    let params = web_sys::UrlSearchParams::new_with_str(&search).ok()?;
    let deal = Desk::read_deal(&params.get("deal")?).ok()?;
    let config = params.get("game").and_then(|name| name.parse().ok()).unwrap_or(Config::KLONDIKE);
    Some((config, deal))
}

/// Takes a deal or a game out of the address, once it is followed: whoever reloads goes on with the game that is played.
pub(crate) fn followed(config: Config) {
    let page = if config.moves() == Moves::One { "#one-card" } else { "#klondike" };
    if window().location().hash().is_ok_and(|hash| hash.contains('/'))
        && let Ok(history) = window().history()
    {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(page));
    }
}

/// The address of the app, without what it asks for.
pub(crate) fn home() -> String {
    let location = window().location();
    location.origin().unwrap_or_default() + &location.pathname().unwrap_or_default()
}
