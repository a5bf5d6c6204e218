//! The address of the page.

use client::{Address, ParseAddressError};
use wasm_bindgen::JsValue;

use crate::dom::{hash, window};

/// The deal or game in the address: after its `#`, or as `?game=one-card&deal=v1:42`.
pub(crate) fn asked() -> Result<Option<Address>, ParseAddressError> {
    Ok(Address::read(&hash())?.or_else(query))
}

fn query() -> Option<Address> {
    let search = window().location().search().ok()?;
    let params = web_sys::UrlSearchParams::new_with_str(&search).ok()?;
    Address::read_query(params.get("game").as_deref(), &params.get("deal")?)
}

/// Whether the part after the `#` names a deal, or the page was opened with one.
pub(crate) fn has_own_deal() -> bool {
    hash().contains('/') || window().location().search().is_ok_and(|search| search.contains("deal="))
}

/// Removes a deal from the address once it was opened, so that a reload resumes the current game.
pub(crate) fn forget_deal(page: &str) {
    if hash().contains('/')
        && let Ok(history) = window().history()
    {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&format!("#{page}")));
    }
}
