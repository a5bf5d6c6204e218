use cards::Text;
use client::savannah::{Desk, Input, Kind, Level, NewGame, Player};
use client::words;
use client::words::savannah::{self as own, label};
use games::savannah::Config;
use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use table::Seat;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlInputElement};

use super::super::html::{Choice, escape, say, select, switch};
use super::super::room::Room;
use crate::ui::js;

/// Another game: who plays, and by which options.
pub(super) fn html(desk: &Desk) -> String {
    let config = desk.config();
    let counts = (2..=8u8).map(|count| (count.to_string(), count.into(), count == config.seats()));
    let chairs = Seat::all(Seat::MOST as u8).map(|seat| chair(desk, seat));
    format!(
        r#"<form class="deal"><label class="field row"><span>{}</span>{}</label><ul class="chairs">{}</ul><p class="error" role="alert" data-error></p><button class="main" type="submit" data-do="begin">{}</button><details class="options"><summary>{}</summary>{}</details></form>"#,
        say(label::PLAYERS),
        select("seats", "", counts),
        chairs.collect::<String>(),
        say(label::BEGIN),
        say(words::label::OPTIONS),
        options(config)
    )
}

fn chair(desk: &Desk, seat: Seat) -> String {
    let player = desk.players().get(seat.number()).cloned().unwrap_or_else(|| Player::bot(Level::Keen));
    let kinds = [Kind::Person].into_iter().chain(Level::ALL.map(Kind::Bot)).map(|kind| match kind {
        Kind::Person => ("person".to_owned(), label::PERSON, kind == player.kind),
        Kind::Bot(level) => (level.to_string(), own::kind(kind), kind == player.kind),
    });
    let hidden = if seat.number() < desk.players().len() { "" } else { " hidden" };
    format!(
        r#"<li class="chair"{hidden}><b aria-hidden="true">{seat}</b>{}<input type="text" name="name-{seat}" aria-label="{} {seat}: {}" placeholder="{}" maxlength="16" autocomplete="off" value="{}"></li>"#,
        select(&format!("who-{seat}"), &format!("{} {seat}: {}", say(label::SEAT), say(label::WHO)), kinds),
        say(label::SEAT),
        say(label::NAME),
        say(label::NAME),
        escape(&player.name)
    )
}

/// The options of V1, V4, V7 and V14, for those who want them.
fn options(config: Config) -> String {
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
    format!(
        r#"{}{}<label class="field"><span>{}</span><input type="text" name="deal" autocomplete="off" spellcheck="false" aria-describedby="deal-help"></label><p id="deal-help" class="dim">{}</p>"#,
        rows.concat(),
        switch("name=\"aces\"", config.ace_on_ace(), label::ACES, Text::EMPTY),
        say(label::DEAL),
        say(label::DEAL_HELP)
    )
}

/// Something was chosen, perhaps how many play: so many chairs are there.
pub(super) fn changed(input: &HtmlInputElement) {
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

/// The form is sent: the game begins, or what is wrong is told.
pub(super) fn sent(room: Room, event: &SubmitEvent) {
    event.prevent_default();
    let Some(form) = event.target().and_then(|form| form.dyn_into::<Element>().ok()) else { return };
    match read(&form) {
        Ok(game) => {
            room.panel.set(None);
            room.send(Input::New(Box::new(game)));
        }
        Err(wrong) => super::complain(wrong),
    }
}

/// What the form says.
fn read(form: &Element) -> Result<NewGame, Text> {
    let field = |name: &str| form.query_selector(&format!("[name={name}]")).ok().flatten();
    let text =
        |name: &str| field(name).and_then(|field| js::get(&field, "value").as_string()).unwrap_or_default();
    let usual = Config::new(text("seats").parse().unwrap_or(2)).map_err(|error| error.text())?;
    let reserve = text("reserve").parse().unwrap_or(usual.reserve());
    let discard = text("discard").parse().unwrap_or(usual.discard());
    let config = usual
        .with_piles(reserve, discard)
        .and_then(|config| config.with_rounds(text("rounds").parse().ok()))
        .and_then(|config| config.with_first(text("first").parse().ok()))
        .map_err(|error| error.text())?;
    let aces = field("aces").is_none_or(|field| js::get(&field, "checked").is_truthy());
    let player = |seat: Seat| {
        let kind = text(&format!("who-{seat}")).parse().map_or(Kind::Person, Kind::Bot);
        Player { name: String::new(), kind }.named(&text(&format!("name-{seat}")))
    };
    Ok(NewGame {
        config: config.with_ace_on_ace(aces),
        deal: NewGame::read_deal(&text("deal"))?,
        players: Seat::all(config.seats()).map(player).collect(),
    })
}
