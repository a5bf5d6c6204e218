//! The language of the page. English is part of the program; other languages are fetched on demand and
//! cached.

use std::borrow::Borrow;
use std::cell::{Cell, RefCell};

use client::{Catalogue, Language};
use games::rulebook::Rulebook;
use text::Text;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::js_sys::{Array, Number, Promise};

use crate::app;
use crate::dom::{document, js, window};

/// The global object of `boot.js` with the URLs of each language's files.
const FILES: &str = "cardroomLanguages";

thread_local! {
    static CATALOGUE: RefCell<Catalogue> = RefCell::default();
    static SPOKEN: Cell<Language> = const { Cell::new(Language::English) };
    static WANTED: Cell<Language> = const { Cell::new(Language::English) };
}

/// Translates a text into the language of the page.
pub(crate) fn t(text: impl Borrow<Text>) -> String {
    CATALOGUE.with_borrow(|catalogue| catalogue.say(text.borrow()))
}

/// Formats a number in the language of the page.
pub(crate) fn number(number: impl Into<f64>) -> String {
    Number::from(number.into()).to_locale_string(SPOKEN.get().code()).into()
}

/// Calls a function with the rules in the language of the page.
pub(crate) fn rules<T>(look: impl FnOnce(Rulebook<'_>) -> T) -> T {
    CATALOGUE.with_borrow(|catalogue| look(catalogue.rules()))
}

/// Switches to the language of the settings as soon as it is fetched.
pub(crate) fn follow(chosen: Language) {
    let language = chosen.among(browsers());
    if WANTED.replace(language) != language {
        spawn_local(async move {
            learn(language).await;
            app::language_changed();
        });
    }
}

/// Starts the page in the language of the settings. English starts without a fetch.
pub(crate) fn begin(chosen: Language, start: impl FnOnce() + 'static) {
    let language = chosen.among(browsers());
    WANTED.set(language);
    if language == Language::English {
        return start();
    }
    spawn_local(async move {
        learn(language).await;
        start();
    });
}

/// Fetches a language and uses it, unless the player has chosen another one meanwhile. If the fetch fails,
/// the language does not change.
async fn learn(language: Language) {
    let catalogue = match language {
        Language::German => fetch(language).await.ok(),
        Language::System | Language::English => Some(Catalogue::default()),
    };
    if let Some(catalogue) = catalogue.filter(|_| WANTED.get() == language) {
        CATALOGUE.set(catalogue);
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("lang", language.code());
        }
        SPOKEN.set(language);
    }
}

async fn fetch(language: Language) -> Result<Catalogue, JsValue> {
    let files: Array = js::get(&js::get(&window(), FILES), language.code()).dyn_into()?;
    let answers =
        [js::call(&window(), "fetch", &[files.get(0)])?, js::call(&window(), "fetch", &[files.get(1)])?];
    let [words, rules] = answers;
    let (words, rules) = (text(words).await?, text(rules).await?);
    Ok(Catalogue::new(&words, rules))
}

/// Waits for a response and returns its text.
async fn text(answer: JsValue) -> Result<String, JsValue> {
    let answer = JsFuture::from(answer.dyn_into::<Promise>()?).await?;
    if !js::get(&answer, "ok").is_truthy() {
        return Err(answer);
    }
    let text = JsFuture::from(js::call(&answer, "text", &[])?.dyn_into::<Promise>()?).await?;
    text.as_string().ok_or(text)
}

/// The user's preferred languages, in order.
fn browsers() -> Vec<String> {
    let languages = window().navigator().languages();
    languages.iter().filter_map(|language| language.as_string()).collect()
}
