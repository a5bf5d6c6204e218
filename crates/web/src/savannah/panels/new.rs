use client::savannah::{Desk, Input, Kind, Level, NewGame, Player};
use client::words;
use client::words::savannah::{self as own, label};
use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use table::Seat;
use text::Text;
use wasm_bindgen::JsCast;
use web_sys::Element;

use super::super::room::Room;
use super::options;
use crate::html::{escape, say, select};

/// Another game: who plays, and by which options.
pub(super) fn html(desk: &Desk) -> String {
    let config = desk.config();
    let chairs = Seat::all(Seat::MOST as u8).map(|seat| chair(desk, seat));
    format!(
        r#"<form class="deal">{}<ul class="chairs">{}</ul><p class="error" role="alert" data-error></p><button class="main" type="submit" data-do="begin">{}</button><details class="options"><summary>{}</summary>{}<label class="field"><span>{}</span><input type="text" name="deal" autocomplete="off" spellcheck="false" aria-describedby="deal-help"></label><p id="deal-help" class="dim">{}</p></details></form>"#,
        options::seats(config.seats()),
        chairs.collect::<String>(),
        say(label::BEGIN),
        say(words::label::OPTIONS),
        options::html(config),
        say(label::DEAL),
        say(label::DEAL_HELP)
    )
}

fn chair(desk: &Desk, seat: Seat) -> String {
    let player = desk.players().get(seat.number()).cloned().unwrap_or_else(|| Player::bot(Level::Keen));
    let kinds = [Kind::Person].into_iter().chain(Level::ALL.map(Kind::Bot)).map(|kind| match kind {
        Kind::Person => ("person".to_owned(), label::PERSON, kind == player.kind),
        Kind::Bot(level) => (level.to_string(), own::kind(kind), kind == player.kind),
        // They sit at tables elsewhere.
        Kind::Guest(_) => (String::new(), own::kind(kind), false),
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
    let config = options::read(form)?;
    let text = |name: &str| options::text(form, name);
    let player = |seat: Seat| {
        let kind = text(&format!("who-{seat}")).parse().map_or(Kind::Person, Kind::Bot);
        Player { name: String::new(), kind }.named(&text(&format!("name-{seat}")))
    };
    Ok(NewGame {
        config,
        deal: NewGame::read_deal(&text("deal"))?,
        players: Seat::all(config.seats()).map(player).collect(),
    })
}
