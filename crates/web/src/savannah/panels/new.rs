use client::savannah::{Input, Kind, Level, NewGame, Player};
use client::words;
use client::words::savannah::{self as own, label};
use games::savannah::Config;
use leptos::prelude::*;
use table::Seat;
use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget};

use super::super::room::Room;
use crate::ui::js;

/// Another game: who plays, and by which options. The form is read when it is sent.
#[component]
pub(super) fn New(room: Room) -> impl IntoView {
    let (players, config) = room.desk.with_untracked(|desk| (desk.players().to_vec(), desk.config()));
    let seats = RwSignal::new(config.seats());
    let error = RwSignal::new(None::<String>);
    let go = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        match event.target().and_then(form).ok_or_else(String::new).and_then(|form| read(&form)) {
            Ok(game) => {
                room.panel.set(None);
                room.send(Input::New(Box::new(game)));
            }
            Err(wrong) => error.set(Some(words::sentence(&wrong))),
        }
    };
    let chairs = Seat::all(Seat::MOST as u8).map(|seat| {
        let player = players.get(seat.number()).cloned().unwrap_or_else(|| Player::bot(Level::Keen));
        let kinds = [Kind::Person].into_iter().chain(Level::ALL.map(Kind::Bot));
        let choices = kinds.map(|kind| (name(kind), title(kind), kind == player.kind)).collect();
        view! {
            <li class="chair" hidden=move || usize::from(seats.get()) <= seat.number()>
                <b aria-hidden="true">{seat.to_string()}</b>
                {select(format!("who-{seat}"), Some(format!("{} {seat}: {}", label::SEAT, label::WHO)), choices)}
                <input
                    type="text"
                    name=format!("name-{seat}")
                    aria-label=format!("{} {seat}: {}", label::SEAT, label::NAME)
                    placeholder=label::NAME
                    maxlength="16"
                    autocomplete="off"
                    value=player.name
                />
            </li>
        }
    });
    let counts = (2..=8u8).map(|count| (count.to_string(), count.to_string(), count == config.seats()));
    let changed = move |event: leptos::ev::Event| seats.set(event_target_value(&event).parse().unwrap_or(2));
    view! {
        <form class="deal" on:submit=go>
            <label class="field row" on:change=changed>
                <span>{label::PLAYERS}</span>
                {select("seats".to_owned(), None, counts.collect())}
            </label>
            <ul class="chairs">{chairs.collect_view()}</ul>
            <p class="error" role="alert" data-error="">{move || error.get()}</p>
            <button class="main" type="submit" data-do="begin">{label::BEGIN}</button>
            <details class="options">
                <summary>{words::label::OPTIONS}</summary>
                {options(config)}
            </details>
        </form>
    }
}

/// The options of V1, V4, V7 and V14, for those who want them.
fn options(config: Config) -> impl IntoView {
    let number = |number: u16, chosen: bool| (number.to_string(), number.to_string(), chosen);
    let none = |title: &str, chosen: bool| (String::new(), title.to_owned(), chosen);
    let usual = || [none(label::USUAL, true)].into_iter();
    let piles = |range: std::ops::RangeInclusive<u16>| usual().chain(range.map(|count| number(count, false)));
    let rounds = [20, 40, 60, 80, 100, 150, 200].map(|count| number(count, config.rounds() == Some(count)));
    let rounds = rounds.into_iter().chain([none(label::NO_LIMIT, config.rounds().is_none())]);
    let seats = Seat::all(Seat::MOST as u8).map(|seat| (seat.to_string(), seat.to_string(), false));
    let first = [none(label::BY_DICE, true)].into_iter().chain(seats);
    let rows: [(&str, &str, Vec<(String, String, bool)>); 4] = [
        (label::RESERVE, "reserve", piles(5..=20).collect()),
        (label::DISCARD, "discard", piles(0..=13).collect()),
        (label::ROUNDS, "rounds", rounds.collect()),
        (label::FIRST, "first", first.collect()),
    ];
    view! {
        {rows
            .map(|(title, name, choices)| {
                view! {
                    <label class="field row">
                        <span>{title}</span>
                        {select(name.to_owned(), None, choices)}
                    </label>
                }
            })
            .collect_view()}
        <label class="switch">
            <input type="checkbox" role="switch" name="aces" checked=config.ace_on_ace()/>
            <span class="track" aria-hidden="true"></span>
            <span class="words"><b>{label::ACES}</b></span>
        </label>
        <label class="field">
            <span>{label::DEAL}</span>
            <input type="text" name="deal" autocomplete="off" spellcheck="false" aria-describedby="deal-help"/>
        </label>
        <p id="deal-help" class="dim">{label::DEAL_HELP}</p>
    }
}

/// A choice: each with its value, its words, and whether it is chosen.
fn select(name: String, spoken: Option<String>, choices: Vec<(String, String, bool)>) -> impl IntoView {
    view! {
        <select name=name aria-label=spoken>
            {choices
                .into_iter()
                .map(|(value, title, chosen)| view! { <option value=value selected=chosen>{title}</option> })
                .collect_view()}
        </select>
    }
}

fn name(kind: Kind) -> String {
    match kind {
        Kind::Person => "person".to_owned(),
        Kind::Bot(level) => level.to_string(),
    }
}

fn title(kind: Kind) -> String {
    if kind == Kind::Person { label::PERSON.to_owned() } else { own::kind(kind).to_owned() }
}

fn form(target: EventTarget) -> Option<Element> {
    target.dyn_into().ok()
}

/// What the form says.
fn read(form: &Element) -> Result<NewGame, String> {
    let field = |name: &str| form.query_selector(&format!("[name={name}]")).ok().flatten();
    let text =
        |name: &str| field(name).and_then(|field| js::get(&field, "value").as_string()).unwrap_or_default();
    let usual = Config::new(text("seats").parse().unwrap_or(2)).map_err(|error| error.to_string())?;
    let reserve = text("reserve").parse().unwrap_or(usual.reserve());
    let discard = text("discard").parse().unwrap_or(usual.discard());
    let config = usual
        .with_piles(reserve, discard)
        .and_then(|config| config.with_rounds(text("rounds").parse().ok()))
        .and_then(|config| config.with_first(text("first").parse().ok()))
        .map_err(|error| error.to_string())?;
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
