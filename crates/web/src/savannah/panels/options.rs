//! The part of a form that says how many play and by which options, against bots and with friends.

use client::words::savannah::label;
use games::savannah::Config;
use leptos::prelude::*;
use table::Seat;
use text::Text;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlInputElement};

use crate::html::{Choice, say, select, switch};
use crate::ui::js;

/// How many play.
pub(crate) fn seats(chosen: u8) -> String {
    let counts = (2..=8u8).map(|count| (count.to_string(), count.into(), count == chosen));
    format!(
        r#"<label class="field row"><span>{}</span>{}</label>"#,
        say(label::PLAYERS),
        select("seats", "", counts)
    )
}

/// The options of V1, V4, V7 and V14, for those who want them.
pub(crate) fn html(config: Config) -> String {
    let number = |number: u16, chosen: bool| (number.to_string(), number.into(), chosen);
    let none = |title: Text, chosen: bool| (String::new(), title, chosen);
    let piles = |range: std::ops::RangeInclusive<u16>| {
        let usual = [none(label::USUAL, true)].into_iter();
        usual.chain(range.map(|count| number(count, false))).collect()
    };
    let rounds = [20, 40, 60, 80, 100, 150, 200].map(|count| number(count, config.rounds() == Some(count)));
    let no_limit = none(label::NO_LIMIT, config.rounds().is_none());
    let seats = Seat::all(Seat::MOST as u8).map(|seat| (seat.to_string(), seat.into(), false));
    let rows: [(Text, &str, Vec<Choice>); 4] = [
        (label::RESERVE, "reserve", piles(5..=20)),
        (label::DISCARD, "discard", piles(0..=13)),
        (label::ROUNDS, "rounds", rounds.into_iter().chain([no_limit]).collect()),
        (label::FIRST, "first", [none(label::BY_DICE, true)].into_iter().chain(seats).collect()),
    ];
    let rows = rows.map(|(title, name, choices)| {
        let select = select(name, "", choices.into_iter());
        format!(r#"<label class="field row"><span>{}</span>{select}</label>"#, say(title))
    });
    rows.concat() + &switch("name=\"aces\"", config.ace_on_ace(), label::ACES, Text::EMPTY)
}

/// Something was chosen, perhaps how many play: so many chairs are there.
pub(crate) fn changed(input: &HtmlInputElement) {
    if input.get_attribute("name").as_deref() != Some("seats") {
        return;
    }
    let seats = js::get(input, "value").as_string().and_then(|count| count.parse().ok()).unwrap_or(2u32);
    let Ok(chairs) = document().query_selector_all(".chair") else { return };
    for at in 0..chairs.length() {
        if let Some(chair) = chairs.item(at) {
            chair.unchecked_ref::<HtmlElement>().set_hidden(at >= seats);
        }
    }
}

/// A field of a form.
pub(crate) fn field(form: &Element, name: &str) -> Option<Element> {
    form.query_selector(&format!("[name={name}]")).ok().flatten()
}

/// What is written or chosen in a field.
pub(crate) fn text(form: &Element, name: &str) -> String {
    field(form, name).and_then(|field| js::get(&field, "value").as_string()).unwrap_or_default()
}

/// Whether a switch is on.
pub(crate) fn is_on(form: &Element, name: &str) -> bool {
    field(form, name).is_none_or(|field| js::get(&field, "checked").is_truthy())
}

/// What the form says.
pub(crate) fn read(form: &Element) -> Result<Config, Text> {
    let text = |name: &str| text(form, name);
    let usual = Config::new(text("seats").parse().unwrap_or(2)).map_err(|error| error.text())?;
    let reserve = text("reserve").parse().unwrap_or(usual.reserve());
    let discard = text("discard").parse().unwrap_or(usual.discard());
    usual
        .with_piles(reserve, discard)
        .and_then(|config| config.with_rounds(text("rounds").parse().ok()))
        .and_then(|config| config.with_first(text("first").parse().ok()))
        .map(|config| config.with_ace_on_ace(is_on(form, "aces")))
        .map_err(|error| error.text())
}
