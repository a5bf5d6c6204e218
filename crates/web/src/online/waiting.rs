//! A table before its game: who sits where, who is ready, and how others come.

use client::online::{Chair, Visit};
use client::savannah::Level;
use client::words::online as words;
use leptos::prelude::*;

use super::hall::Hall;
use super::{live, parts};
use crate::html::{button, say, select};

/// The page.
pub(super) fn page(hall: Hall) -> String {
    format!(
        r#"<section class="sheet" aria-labelledby="seats"><h2 id="seats">{}</h2><div aria-live="polite">{}</div>{}{}</section><section class="sheet" aria-labelledby="invite"><h2 id="invite">{}</h2>{}<h3>{}</h3>{}</section>"#,
        say(words::GATHER),
        live::part("seats", &seats(hall)),
        live::part("ready", &ready(hall)),
        live::part("said", &said(hall)),
        say(words::INVITE),
        parts::invite(hall),
        say(words::SAY),
        parts::phrases(),
    )
}

/// Who sits where.
pub(super) fn seats(hall: Hall) -> String {
    hall.visit.with(|visit| {
        let Some(seen) = visit.seen() else { return String::new() };
        let own = visit.seat().is_some();
        let chairs = visit.chairs();
        let watching = match seen.watching {
            0 => String::new(),
            count => format!("<p class=\"dim\">{}</p>", say(words::watching(count))),
        };
        format!(
            r#"<p class="dim">{}</p><ul class="seats">{}</ul>{watching}"#,
            say(words::about(seen.config, seen.clock)),
            chairs.iter().map(|chair| one(chair, own)).collect::<String>()
        )
    })
}

fn one(chair: &Chair, seated: bool) -> String {
    let seat = chair.seat;
    let state = match (&chair.name, chair.bot) {
        (Some(_), _) if !chair.present => say(words::IS_AWAY),
        (Some(_), _) if !chair.ready => say(words::IS_NOT_READY),
        (None, None) => String::new(),
        _ => say(words::IS_READY),
    };
    let name = match &chair.name {
        Some(name) if chair.own => say(words::own(name.clone())),
        Some(name) => say(name),
        None => String::new(),
    };
    // Whoever sits at the table may let bots sit where no person does.
    let who = match chair.bot {
        bot if seated && !chair.own && (bot.is_some() || chair.free) => {
            let nobody = if chair.name.is_some() { words::KEEP } else { words::IS_FREE };
            let free = [(String::new(), nobody, bot.is_none())].into_iter();
            let levels = Level::ALL.map(|level| (level.to_string(), words::bot(level), bot == Some(level)));
            select(&format!("fill-{seat}"), &say(words::seat(seat)), free.chain(levels))
        }
        Some(level) => say(words::bot(level)),
        None if chair.name.is_some() => String::new(),
        None if seated => say(words::IS_FREE),
        None => {
            format!(r#"<button class="main" data-do="sit" data-seat="{seat}">{}</button>"#, say(words::SIT))
        }
    };
    let ready = if chair.ready || chair.bot.is_some() { " data-ready" } else { "" };
    format!(
        r#"<li data-chair="{seat}"{ready}><b aria-hidden="true">{seat}</b><span>{name}{who}</span><small>{state}</small></li>"#
    )
}

/// What one can do oneself.
pub(super) fn ready(hall: Hall) -> String {
    hall.visit.with(|visit| {
        let told = |text| format!("<p class=\"dim\">{}</p>", say(text));
        let Some(own) = own(visit) else { return told(words::WATCH) };
        let act = match own.ready {
            true => button("", "not-ready", words::NOT_READY),
            false => button("main", "ready", words::READY),
        };
        let waits =
            if visit.chairs().iter().any(|chair| chair.name.is_none() && chair.bot.is_none()) || !own.ready {
                words::WAIT_SEATS
            } else {
                words::WAIT_OTHERS
            };
        format!(r#"<div class="row">{act}{}</div>{}"#, button("", "stand", words::STAND), told(waits))
    })
}

/// What was said last.
pub(super) fn said(hall: Hall) -> String {
    hall.said.with(|said| {
        if said.is_empty() {
            String::new()
        } else {
            format!("<p class=\"heard\" aria-hidden=\"true\">{}</p>", say(said))
        }
    })
}

fn own(visit: &Visit) -> Option<Chair> {
    visit.chairs().into_iter().find(|chair| chair.own)
}
