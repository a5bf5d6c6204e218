//! The table of Savannah on a page.
//!
//! [`Room`](room::Room) joins the headless desk of `client` to the browser. What is on the page comes from the desk's scene and words, which
//! are made of what the eye at the screen may know.

#![allow(unreachable_pub)]

mod card;
mod cover;
mod hand;
mod keyboard;
mod over;
mod paint;
mod panels;
mod room;
mod table;
mod toast;
mod top;

use client::words::label;
use leptos::prelude::*;

use crate::ui::room::Elsewhere;
use crate::update::Update;
use room::Room;

/// What its saves are named after.
pub(crate) const SAVES: &str = "savannah";

/// The whole page.
#[component]
pub(crate) fn Page(update: Update) -> impl IntoView {
    let room = Room::open();
    keyboard::listen(room);
    view! {
        <top::Header room/>
        <table::Table room/>
        <toast::Toast room/>
        <Notices room update/>
        <top::Footer room/>
        <p class="spoken" role="status" aria-live="polite" data-said="">
            {move || room.desk.with(|desk| desk.said().text.clone())}
        </p>
        <panels::Panels room/>
        <cover::Cover room/>
        <cover::Question room/>
        <over::Over room/>
    }
}

/// What has nothing to do with the cards on the table.
#[component]
fn Notices(room: Room, update: Update) -> impl IntoView {
    let later = RwSignal::new(false);
    view! {
        <aside class="notices" aria-label=label::NOTICES>
            <Show when=move || update.ready.get() && !later.get()>
                <p class="notice" data-notice="update">
                    <span>{label::UPDATE}</span>
                    <button class="main" on:click=move |_| update.take()>{label::UPDATE_DO}</button>
                    <button on:click=move |_| later.set(true)>{label::LATER}</button>
                </p>
            </Show>
            <Show when=move || room.elsewhere.get() == Elsewhere::Other>
                <p class="notice" data-notice="other-tab">
                    <span>{label::OTHER_TAB}</span>
                    <button class="main" on:click=move |_| room.take_over()>{label::TAKE_OVER}</button>
                    <button on:click=move |_| room.elsewhere.set(Elsewhere::Here)>{label::DISMISS}</button>
                </p>
            </Show>
            <Show when=move || room.elsewhere.get() == Elsewhere::Gone>
                <p class="notice" data-notice="taken-over">
                    <span>{label::TAKEN_OVER}</span>
                    <button class="main" on:click=move |_| room.take_over()>{label::TAKE_BACK}</button>
                </p>
            </Show>
            <Show when=move || room.unsaved.get()>
                <p class="notice" data-notice="unsaved">
                    <span>{label::NOT_SAVED}</span>
                    <button on:click=move |_| room.unsaved.set(false)>{label::DISMISS}</button>
                </p>
            </Show>
        </aside>
    }
}
