//! The table of Klondike on a page.
//!
//! [`Room`] joins the headless desk of `client` to the browser: what happens on the page goes in as an input, and what the desk wants comes
//! out. Components only draw what the desk says and hand on what the player does.

// What the component macro makes of a function is public, wherever it is used.
#![allow(unreachable_pub)]

pub(crate) mod address;
pub(crate) mod dialog;
pub(crate) mod drive;
pub(crate) mod due;
pub(crate) mod files;
mod hand;
pub(crate) mod js;
pub(crate) mod keeper;
pub(crate) mod keyboard;
pub(crate) mod later;
pub(crate) mod motion;
pub(crate) mod panels;
mod place;
pub(crate) mod resize;
pub(crate) mod room;
pub(crate) mod sound;
mod stage;
mod table;
mod toast;
mod top;
mod verdict;
mod win;

use client::klondike::{Desk, Panel};
use client::words::{self, label};
use leptos::prelude::*;

use crate::html::act_of;
use crate::language::{self, t};
use crate::lesson::Teacher;
use crate::notices::Notices;
use crate::update::Update;
use room::{Game, Room};

/// The whole page.
#[component]
pub(crate) fn Page(update: Update, game: Game, lesson: bool) -> impl IntoView {
    let room = if lesson { Room::teach(game) } else { Room::open(game) };
    keyboard::listen(room);
    room.follow_settings();
    let notices = Notices { update, elsewhere: room.elsewhere, unsaved: room.unsaved };
    let shown = move || notices.of_update() + &notices.of_saves(&[("record", words::panel(Panel::Record))]);
    let press = move |event: leptos::ev::MouseEvent| match act_of(&event).as_str() {
        "take-over" => room.take_over(),
        "record" => room.panel.set(Some(Panel::Record)),
        act => notices.pressed(act),
    };
    language::drawn(move || {
        view! {
            <top::Header room/>
            {lesson.then(|| {
                let given = Signal::derive(move || room.desk.with(Desk::given));
                view! { <Teacher given game=game.address()/> }
            })}
            <table::Table room/>
            <toast::Toast room/>
            <aside class="notices" aria-label=t(label::NOTICES) inner_html=shown on:click=press></aside>
            <top::Footer room/>
            <p class="spoken" role="status" aria-live="polite" data-said="">
                {move || room.desk.with(|desk| t(&desk.said().text))}
            </p>
            <panels::Panels room/>
            <win::Win room/>
        }
    })
}
