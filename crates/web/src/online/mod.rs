//! Where people meet: the tables that wait for players, a table before its game, and the game.
//!
//! [`Hall`] joins the headless visit of `client` to the browser: its socket, its clock, its storage. What is shown is HTML made of words, as around the
//! table of Savannah; the game itself is shown by that table, whose desk hears from here.

#![allow(unreachable_pub)]

mod hall;
mod live;
mod lobby;
mod moving;
pub(crate) mod parts;
mod press;
mod socket;
mod waiting;

use client::online::{Connection, Gone, TableId};
use client::words::{home, label, online as words};
use leptos::prelude::*;

use crate::html::{self, say, titled};
use crate::language::{self, t};
use crate::savannah;
use crate::update::Update;
pub(crate) use hall::Hall;
pub(crate) use moving::Moving;

/// The whole page.
#[component]
pub(crate) fn Page(update: Update, table: Option<TableId>) -> impl IntoView {
    let hall = Hall::open(update, table);
    let stage = Memo::new(move |_| hall.visit.with(Stage::of));
    move || match hall.game.get() {
        Some(step) => savannah::remote(hall, update, step).into_any(),
        None => around(hall, stage).into_any(),
    }
}

/// What is shown while no game is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Nameless,
    Gone(Gone),
    Connecting,
    Lobby,
    Waiting,
}

impl Stage {
    fn of(visit: &client::online::Visit) -> Stage {
        match (visit.connection(), visit.at(), visit.seen()) {
            (Connection::Nameless, ..) => Stage::Nameless,
            (Connection::Gone(why), ..) => Stage::Gone(why),
            (_, None, _) => Stage::Lobby,
            (_, Some(_), Some(_)) => Stage::Waiting,
            (_, Some(_), None) => Stage::Connecting,
        }
    }
}

fn around(hall: Hall, stage: Memo<Stage>) -> impl IntoView {
    let pressed = move |event: leptos::ev::MouseEvent| press::clicked(hall, &event);
    let changed = move |event: leptos::ev::Event| press::changed(hall, &event);
    let sent = move |event: leptos::ev::SubmitEvent| press::sent(hall, &event);
    live::keep(hall, "tables", lobby::tables);
    live::keep(hall, "seats", waiting::seats);
    live::keep(hall, "ready", waiting::ready);
    live::keep(hall, "said", waiting::said);
    language::drawn(move || {
        let page = move || match stage.get() {
            Stage::Nameless => lobby::nameless(),
            Stage::Gone(why) => gone(why),
            Stage::Connecting => format!("<p class=\"motto\">{}</p>", say(words::CONNECTING)),
            Stage::Lobby => lobby::page(hall),
            Stage::Waiting => waiting::page(hall),
        };
        view! {
            <div class="page hall" on:click=pressed on:change=changed on:submit=sent>
                <header class="top" inner_html=titled(words::FRIENDS)></header>
                <main class="sheets" data-hall=move || hall.stage_name() inner_html=page></main>
                <aside
                    class="notices"
                    aria-label=t(label::NOTICES)
                    inner_html=move || hall.notices()
                ></aside>
                <p class="spoken" role="status" aria-live="polite" data-said="">
                    {move || t(hall.said.get())}
                </p>
            </div>
        }
    })
}

/// Why it does not go on here.
fn gone(why: Gone) -> String {
    let (act, way) = match why {
        Gone::NoServer => ("savannah", home::PLAY),
        Gone::Outdated => ("reload", words::RELOAD),
        Gone::Missing | Gone::Damaged => ("lobby", words::TO_LOBBY),
    };
    let (text, way) = (words::gone(why), html::button("main", act, way));
    format!(
        r#"<section class="sheet" role="alert" data-gone><p>{}</p><div class="row">{way}</div></section>"#,
        say(text)
    )
}
