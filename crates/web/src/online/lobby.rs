//! Who is here, a new table, and the tables that wait for players.

use client::online::{Listing, Name, NewTable, Plan};
use client::savannah::Level;
use client::words::savannah::label;
use client::words::{self as all, online as words};
use games::savannah::Config;
use leptos::prelude::*;
use table::{BySeat, Seat};
use text::Text;
use web_sys::Element;

use super::hall::Hall;
use super::{live, waiting};
use crate::html::{escape, say, select, switch};
use crate::savannah::panels::options;

/// The times that can be chosen for a turn, in seconds.
const CLOCKS: [u32; 5] = [60, 120, 300, 3600, 86400];

/// Somebody comes whose name is not known.
pub(super) fn nameless() -> String {
    format!(
        r#"<form class="sheet" data-form="name">{}<button class="main" type="submit">{}</button></form>"#,
        name_field(""),
        say(words::NAMED)
    )
}

fn name_field(name: &str) -> String {
    format!(
        r#"<label class="field"><span>{}</span><input type="text" name="name" required maxlength="16" autocomplete="nickname" aria-describedby="name-help" value="{}"></label><p id="name-help" class="dim">{}</p><p class="error" role="alert" data-error></p>"#,
        say(words::YOUR_NAME),
        escape(name),
        say(words::NAME_HELP)
    )
}

/// The page.
pub(super) fn page(hall: Hall) -> String {
    let name = hall.visit.with_untracked(|visit| visit.name().map(Name::to_string)).unwrap_or_default();
    let config = Config::new(2).ok();
    let chairs = Seat::all(Seat::MOST as u8).map(chair);
    let clocks = CLOCKS.map(|seconds| (seconds.to_string(), words::clock(seconds), false));
    let clocks = [(String::new(), words::NO_CLOCK, true)].into_iter().chain(clocks);
    format!(
        r#"<form class="sheet" data-form="open"><h2>{}</h2>{}{}<ul class="chairs">{}</ul>{}<label class="field row"><span>{}</span>{}</label><button class="main" type="submit" data-do="open">{}</button>{}<details class="options"><summary>{}</summary>{}</details></form><section class="sheet" aria-labelledby="tables"><h2 id="tables">{}</h2>{}</section>"#,
        say(words::OPEN),
        name_field(&name),
        options::seats(2),
        chairs.collect::<String>(),
        switch("name=\"public\"", false, words::PUBLIC, words::PUBLIC_ABOUT),
        say(words::CLOCK),
        select("clock", "", clocks),
        say(words::OPEN_DO),
        live::part("said", &waiting::said(hall)),
        say(all::label::OPTIONS),
        config.map(options::html).unwrap_or_default(),
        say(words::TABLES),
        live::part("tables", &tables(hall))
    )
}

fn chair(seat: Seat) -> String {
    let hidden = if seat.number() < 2 { "" } else { " hidden" };
    if seat == Seat::A {
        return format!(
            r#"<li class="chair"{hidden}><b aria-hidden="true">{seat}</b><span>{}</span></li>"#,
            say(words::YOU)
        );
    }
    let free = [("open".to_owned(), words::FREE, true)].into_iter();
    let kinds = free.chain(Level::ALL.map(|level| (level.to_string(), words::bot(level), false)));
    format!(
        r#"<li class="chair"{hidden}><b aria-hidden="true">{seat}</b>{}</li>"#,
        select(&format!("who-{seat}"), &format!("{} {seat}: {}", say(label::SEAT), say(label::WHO)), kinds)
    )
}

/// The tables that wait for players.
pub(super) fn tables(hall: Hall) -> String {
    hall.visit.with(|visit| match visit.tables() {
        None => format!("<p class=\"dim\">{}</p>", say(words::CONNECTING)),
        Some([]) => format!("<p class=\"dim\">{}</p>", say(words::NO_TABLES)),
        Some(tables) => {
            format!("<ul class=\"listings\">{}</ul>", tables.iter().map(listing).collect::<String>())
        }
    })
}

fn listing(listing: &Listing) -> String {
    format!(
        r#"<li><span><b>{}</b><small>{}</small></span><button data-do="join" data-table="{}">{}</button></li>"#,
        say(words::who_waits(listing)),
        say(words::about_listing(listing)),
        listing.table,
        say(words::JOIN)
    )
}

/// The name that a form says.
pub(super) fn read_name(form: &Element) -> Result<Name, Text> {
    options::text(form, "name").trim().parse().map_err(|_| words::BAD_NAME)
}

/// The table that the form says.
pub(super) fn read(form: &Element) -> Result<NewTable, Text> {
    let config = options::read(form)?;
    let plan = |seat: Seat| match seat {
        Seat::A => Plan::Me,
        seat => options::text(form, &format!("who-{seat}")).parse().map_or(Plan::Open, Plan::Bot),
    };
    Ok(NewTable {
        config,
        seats: BySeat::new(config.seats(), plan),
        public: options::is_on(form, "public"),
        clock: options::text(form, "clock").parse().ok(),
    })
}
