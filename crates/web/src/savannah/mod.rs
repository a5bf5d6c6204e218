//! The table of Savannah on a page.
//!
//! [`Room`] joins the headless desk of `client` to the browser. What is on the page comes from the desk's scene and words, which
//! are made of what the eye at the screen may know. The table is painted by hand (`paint.rs`), and what stands around it is HTML made of words
//! (`html.rs`), in which whatever is pressed says by `data-do` what it does.

#![allow(unreachable_pub)]

mod card;
mod hand;
mod keyboard;
mod overlay;
mod paint;
pub(crate) mod panels;
mod press;
mod room;
mod table;
mod top;
mod watch;

use client::savannah::{Desk, Step};
use leptos::prelude::*;

use crate::language::{self, t};
use crate::lesson::Teacher;
use crate::notices::Notices;
use crate::online::Hall;
use crate::toast;
use crate::update::Update;
pub(crate) use paint::pips;
pub(crate) use room::Room;
pub(crate) use watch::Watch;

/// What its saves are named after.
pub(crate) const SAVES: &str = "savannah";

/// The whole page.
#[component]
pub(crate) fn Page(update: Update, lesson: bool) -> impl IntoView {
    let room = if lesson { Room::teach() } else { Room::open() };
    page(room, update, lesson)
}

/// The page of a game at a table elsewhere.
pub(crate) fn remote(hall: Hall, update: Update, step: Step) -> impl IntoView {
    let room = Room::remote(hall, step);
    hall.room.set_value(Some(room));
    page(room, update, false)
}

fn page(room: Room, update: Update, lesson: bool) -> impl IntoView {
    keyboard::listen(room);
    let notices = Notices { update, elsewhere: room.elsewhere, unsaved: room.unsaved };
    let press = move |event: leptos::ev::MouseEvent| press::pressed(room, notices, &event);
    let told = move || notices.of_update() + &room.hall.map_or_else(|| notices.of_saves(&[]), Hall::notices);
    language::drawn(move || {
        view! {
            <div class="page" class:remote=room.hall.is_some() on:click=press>
                <header class="top" inner_html=top::header(room)></header>
                {lesson.then(|| {
                    let given = Signal::derive(move || room.desk.with(Desk::given));
                    view! { <Teacher given game="#savannah"/> }
                })}
                <table::Table room/>
                <aside
                    class="say-place savannah-say"
                    aria-label=t(client::words::label::MESSAGES)
                    inner_html=said(room)
                ></aside>
                <aside class="notices" aria-label=t(client::words::label::NOTICES) inner_html=told></aside>
                <nav class="bottom" aria-label=t(client::words::label::MORE) inner_html=top::buttons(room)></nav>
                <p class="spoken" role="status" aria-live="polite" data-said="">
                    {move || room.desk.with(|desk| t(&desk.said().text))}
                </p>
                <div class="overlay" inner_html=overlay::shown(room)></div>
                <panels::Panels room/>
            </div>
        }
    })
}

/// What is said, unless the game is over; with others, something is said after it too.
fn said(room: Room) -> impl Fn() -> String {
    let said = Memo::new(move |_| room.desk.with(|desk| desk.said().clone()));
    toast::shown(said, move || {
        let over = room.desk.with_untracked(|desk| desk.view().public().outcome.is_some());
        (!over || room.hall.is_some()).then(String::new)
    })
}
