//! The table of Klondike on a page.
//!
//! [`Room`] joins the headless desk of `client` to the browser: what happens on the page goes in as an input, and what the desk wants comes
//! out. Components only draw what the desk says and hand on what the player does.

// What the component macro makes of a function is public, wherever it is used.
#![allow(unreachable_pub)]

pub(crate) mod address;
pub(crate) mod dialog;
pub(crate) mod drive;
pub(crate) mod files;
mod hand;
pub(crate) mod js;
pub(crate) mod keeper;
pub(crate) mod keyboard;
pub(crate) mod later;
mod motion;
pub(crate) mod panels;
mod place;
pub(crate) mod room;
pub(crate) mod sound;
mod stage;
mod table;
mod toast;
mod top;
mod verdict;
mod win;

use client::klondike::{Desk, Panel};
use client::words::label;
use leptos::prelude::*;

use crate::language::{self, t};
use crate::lesson::Teacher;
use crate::update::Update;
use room::{Game, Room};

/// The whole page.
#[component]
pub(crate) fn Page(update: Update, game: Game, lesson: bool) -> impl IntoView {
    let room = if lesson { Room::teach(game) } else { Room::open(game) };
    keyboard::listen(room);
    room.follow_settings();
    language::drawn(move || {
        view! {
            <top::Header room/>
            {lesson.then(|| {
                let given = Signal::derive(move || room.desk.with(Desk::given));
                view! { <Teacher given game=game.address()/> }
            })}
            <table::Table room/>
            <toast::Toast room/>
            <Notices room update/>
            <top::Footer room/>
            <p class="spoken" role="status" aria-live="polite" data-said="">
                {move || room.desk.with(|desk| t(&desk.said().text))}
            </p>
            <panels::Panels room/>
            <win::Win room/>
        }
    })
}

/// What has nothing to do with the cards on the table.
#[component]
fn Notices(room: Room, update: Update) -> impl IntoView {
    let later = RwSignal::new(false);
    view! {
        <aside class="notices" aria-label=t(label::NOTICES)>
            <Show when=move || update.ready.get() && !later.get()>
                <p class="notice" data-notice="update">
                    <span>{t(label::UPDATE)}</span>
                    <button class="main" on:click=move |_| update.take()>{t(label::UPDATE_DO)}</button>
                    <button on:click=move |_| later.set(true)>{t(label::LATER)}</button>
                </p>
            </Show>
            <Show when=move || room.elsewhere.get() == room::Elsewhere::Other>
                <p class="notice" data-notice="other-tab">
                    <span>{t(label::OTHER_TAB)}</span>
                    <button class="main" on:click=move |_| room.take_over()>{t(label::TAKE_OVER)}</button>
                    <button on:click=move |_| room.elsewhere.set(room::Elsewhere::Here)>{t(label::DISMISS)}</button>
                </p>
            </Show>
            <Show when=move || room.elsewhere.get() == room::Elsewhere::Gone>
                <p class="notice" data-notice="taken-over">
                    <span>{t(label::TAKEN_OVER)}</span>
                    <button class="main" on:click=move |_| room.take_over()>{t(label::TAKE_BACK)}</button>
                </p>
            </Show>
            <Show when=move || room.unsaved.get()>
                <p class="notice" data-notice="unsaved">
                    <span>{t(label::NOT_SAVED)}</span>
                    <button on:click=move |_| room.panel.set(Some(Panel::Record))>
                        {t(client::words::panel(Panel::Record))}
                    </button>
                    <button on:click=move |_| room.unsaved.set(false)>{t(label::DISMISS)}</button>
                </p>
            </Show>
        </aside>
    }
}
