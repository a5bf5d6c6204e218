//! The clipboard, files and sharing.

use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::js_sys::{Array, Promise};
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, HtmlInputElement, Url};

use super::{document, js, window};

/// Copies a text to the clipboard, if the browser allows it.
pub(crate) fn copy(text: &str) {
    let clipboard = js::get(&window().navigator(), "clipboard");
    if clipboard.is_object() {
        let _ = js::call(&clipboard, "writeText", &[text.into()]);
    }
}

/// Whether the browser can share a URL with other programs.
pub(crate) fn can_share() -> bool {
    js::get(&window().navigator(), "share").is_function()
}

/// Shares a URL. It is no error if the player cancels.
pub(crate) fn share(title: &str, address: &str) {
    let what = js::object(&[("title", title.into()), ("url", address.into())]);
    if let Ok(promise) =
        js::call(&window().navigator(), "share", &[what]).and_then(JsCast::dyn_into::<Promise>)
    {
        spawn_local(async move {
            let _ = JsFuture::from(promise).await;
        });
    }
}

/// Downloads a text as a file.
pub(crate) fn save(name: &str, text: &str) -> Result<(), JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type("text/plain");
    let blob = Blob::new_with_str_sequence_and_options(&Array::of1(&text.into()), &options)?;
    let address = Url::create_object_url_with_blob(&blob)?;
    let link: HtmlAnchorElement = document().create_element("a")?.dyn_into()?;
    link.set_href(&address);
    link.set_download(name);
    link.click();
    Url::revoke_object_url(&address)
}

/// Reads the file that the player has chosen, and calls `read` with its text.
pub(crate) fn chosen(event: &web_sys::Event, read: impl FnOnce(String) + 'static) {
    let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    let Some(file) = input.as_ref().and_then(|input| input.files()?.get(0)) else { return };
    spawn_local(async move {
        let content = match js::call(&file, "text", &[]).and_then(JsCast::dyn_into::<Promise>) {
            Ok(promise) => JsFuture::from(promise).await,
            Err(wrong) => Err(wrong),
        };
        read(content.ok().and_then(|content: JsValue| content.as_string()).unwrap_or_default());
    });
    // Reset the field, so that the same file can be chosen again.
    if let Some(input) = input {
        input.set_value("");
    }
}
