//! A game that was played, step by step, with what happened in words.

use client::savannah::Desk;
use client::words::savannah as words;
use client::words::{self as all, home, replay};
use client::{Address, ParseAddressError};
use leptos::prelude::*;

use super::room::Room;
use super::table;
use crate::html::{say, titled};
use crate::language::{self, t};
use crate::ui::address;
use crate::ui::drive::{Drive, Pass};

/// The game of the address, or what is wrong with that.
#[component]
pub(crate) fn Watch() -> impl IntoView {
    let hash = window().location().hash().unwrap_or_default();
    match Address::read(&hash) {
        Ok(Some(Address::Watch(game))) => page(Room::watch(&game)).into_any(),
        other => {
            let wrong = other.err().unwrap_or(ParseAddressError::Damaged);
            language::drawn(move || {
                view! {
                    <main class="home">
                        <p class="motto" role="alert" data-error="">{t(wrong.text())}</p>
                        <p><a class="button main" href="#">{t(home::HOME)}</a></p>
                    </main>
                }
            })
            .into_any()
        }
    }
}

fn page(room: Room) -> impl IntoView {
    let desk = room.desk;
    let at = Memo::new(move |_| desk.with(Desk::watched).unwrap_or_default().0);
    let steps = desk.with_untracked(Desk::watched).unwrap_or_default().1;
    let go = Callback::new(move |to: usize| room.heard(|desk, _| desk.go(to)));
    language::drawn(move || {
        let link = desk.with_untracked(|desk| Address::of_savannah(desk.watched_table()?));
        view! {
            <div class="page watch" data-watch=move || at.get()>
                <header class="top" inner_html=header(room)></header>
                <table::Table room/>
                <section class="bottom watch-bar" aria-label=t(replay::WATCH)>
                    <p class="told" role="status" data-told="">{move || desk.with(|desk| t(&desk.said().text))}</p>
                    <Drive at=at.into() moves=steps go shade=Signal::derive(move || (at.get(), steps + 1))/>
                    <div class="row">
                        {link.map(|link| view! { <Pass address=format!("{}#{link}", address::home())/> })}
                    </div>
                </section>
            </div>
        }
    })
}

fn header(room: Room) -> String {
    let deal = room.desk.with_untracked(Desk::deal_name);
    format!(
        r##"{}<span class="dim">{}</span><span class="dim set-up" data-set-up></span><span class="dim round" data-round></span><span class="room"></span><span class="status" data-status></span>"##,
        titled(words::TITLE),
        say(all::deal_short(deal)),
    )
}
