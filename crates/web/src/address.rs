//! The address of the page: what it asks for.

use cards::DealId;
use client::klondike::KlondikePlay;
use client::shell::Play;
use client::{Address, ParseAddressError};
use games::klondike::Config;
use wasm_bindgen::JsValue;

use crate::dom::{hash, window};

/// What the address asks for: behind its `#`, or as `?game=one-card&deal=v1:42`.
pub(crate) fn asked() -> Result<Option<Address>, ParseAddressError> {
    Ok(Address::read(&hash())?.or_else(|| query().map(|(config, deal)| Address::Deal(config, deal))))
}

fn query() -> Option<(Config, DealId)> {
    let search = window().location().search().ok()?;
    let params = web_sys::UrlSearchParams::new_with_str(&search).ok()?;
    let deal = KlondikePlay::read_deal(&params.get("deal")?).ok()??;
    let config = params.get("game").and_then(|name| name.parse().ok()).unwrap_or(Config::KLONDIKE);
    Some((config, deal))
}

/// Whether the part behind the `#` names a deal, or the page was opened with one.
pub(crate) fn has_own_deal() -> bool {
    hash().contains('/') || window().location().search().is_ok_and(|search| search.contains("deal="))
}

/// Removes a deal from the address, once it is followed: a reload resumes the game that is played.
pub(crate) fn forget_deal(page: &str) {
    if hash().contains('/')
        && let Ok(history) = window().history()
    {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&format!("#{page}")));
    }
}
