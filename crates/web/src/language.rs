//! The language of the page. English is in the program; others are fetched when they are wanted, and kept from then on.

use std::borrow::Borrow;
use std::cell::{Cell, RefCell};

use client::{Catalogue, Language};
use games::rulebook::Rulebook;
use leptos::either::Either;
use leptos::prelude::*;
use text::Text;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::HtmlElement;
use web_sys::js_sys::{Array, Number, Promise};

use crate::ui::js;

/// The name under which `boot.js` tells where the files of each language are.
const FILES: &str = "cardroomLanguages";

thread_local! {
    static CATALOGUE: RefCell<Catalogue> = RefCell::default();
    static SPOKEN: ArcRwSignal<Language> = ArcRwSignal::new(Language::English);
    static WANTED: Cell<Language> = const { Cell::new(Language::English) };
}

/// A text in the language of the page.
pub(crate) fn t(text: impl Borrow<Text>) -> String {
    say(text.borrow())
}

fn say(text: &Text) -> String {
    CATALOGUE.with_borrow(|catalogue| catalogue.say(text))
}

/// A number as the language of the page writes it.
pub(crate) fn number(number: impl Into<f64>) -> String {
    let code = SPOKEN.with(ArcRwSignal::get_untracked).code();
    Number::from(number.into()).to_locale_string(code).into()
}

/// Looks into the rules in the language of the page.
pub(crate) fn rules<T>(look: impl FnOnce(Rulebook<'_>) -> T) -> T {
    CATALOGUE.with_borrow(|catalogue| look(catalogue.rules()))
}

/// Draws something in the language of the page, and anew from the ground when that changes: what was drawn in another language is not made
/// over, it goes.
pub(crate) fn drawn<T: IntoAny + 'static>(mut draw: impl FnMut() -> T + Send + 'static) -> AnyView {
    redrawn(Box::new(move || draw().into_any()))
}

/// The same for all pages: how a page is drawn anew is in the program once.
fn redrawn(mut draw: Box<dyn FnMut() -> AnyView + Send>) -> AnyView {
    let spoken = SPOKEN.with(ArcRwSignal::clone);
    let mut other = false;
    let draw = move || {
        spoken.track();
        other = !other;
        if other { Either::Left(draw()) } else { Either::Right(draw()) }
    };
    draw.into_any()
}

/// The page speaks as the settings say, once it can.
pub(crate) fn follow(chosen: Language) {
    let language = chosen.among(browsers());
    if WANTED.replace(language) != language {
        spawn_local(async move {
            learn(language).await;
            // The page has been drawn anew under the hand that chose.
            request_animation_frame(|| {
                let chosen = document().query_selector("dialog[open] [name=language]:checked").ok().flatten();
                if let Some(chosen) = chosen.and_then(|chosen| chosen.dyn_into::<HtmlElement>().ok()) {
                    let _ = chosen.focus();
                }
            });
        });
    }
}

/// Starts the page in the language that the settings say. For English there is nothing to wait for.
pub(crate) fn begin(chosen: Language, start: impl FnOnce() + 'static) {
    let language = chosen.among(browsers());
    WANTED.set(language);
    if language == Language::English {
        return start();
    }
    // Nothing of the page is there yet that could wait for this.
    spawn_local(async move {
        learn(language).await;
        start();
    });
}

/// Fetches a language and speaks it, unless another is wanted by then. Without a network there may be none: then the page speaks on as it
/// does.
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
        SPOKEN.with(|spoken| spoken.set(language));
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

/// The text of an answer that is on its way.
async fn text(answer: JsValue) -> Result<String, JsValue> {
    let answer = JsFuture::from(answer.dyn_into::<Promise>()?).await?;
    if !js::get(&answer, "ok").is_truthy() {
        return Err(answer);
    }
    let text = JsFuture::from(js::call(&answer, "text", &[])?.dyn_into::<Promise>()?).await?;
    text.as_string().ok_or(text)
}

/// The languages that the browser's owner reads, the dearest first.
fn browsers() -> Vec<String> {
    let languages = window().navigator().languages();
    languages.iter().filter_map(|language| language.as_string()).collect()
}
