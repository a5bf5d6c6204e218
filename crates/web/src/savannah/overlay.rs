//! What comes before a turn or a move, and after a game: the screen goes to somebody else, something is asked, the game is over.

use client::savannah::{Desk, Wait};
use client::words::savannah::{self as words, label};
use client::words::{online, replay};
use games::savannah::tell_end;
use leptos::prelude::*;
use table::Seat;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::room::Room;
use crate::html::{button, say};
use crate::online::Hall;

/// What is shown over the table. The keyboard goes to its main button.
pub(super) fn shown(room: Room) -> impl Fn() -> String {
    let html = Memo::new(move |_| {
        let looks = room.looks.get();
        if room.ready.get() { room.desk.with(|desk| overlay(room, desk, looks)) } else { String::new() }
    });
    Effect::new(move |_| {
        if html.with(String::is_empty) {
            return;
        }
        request_animation_frame(|| {
            let found = document().query_selector(".overlay button.main").ok().flatten();
            if let Some(button) = found.and_then(|button| button.dyn_into::<HtmlElement>().ok()) {
                let _ = button.focus();
            }
        });
    });
    move || html.get()
}

fn overlay(room: Room, desk: &Desk, looks: bool) -> String {
    if let Some(question) = desk.question() {
        return format!(
            r#"<section class="won" role="alertdialog" aria-labelledby="question" data-question><h2 id="question">{}</h2><div class="row">{}{}</div></section>"#,
            say(question),
            button("", "yes", label::YES),
            button("main", "no", label::NO)
        );
    }
    match desk.wait() {
        // Nobody's hand is on the page now.
        Wait::Cover(seat) => format!(
            r#"<section class="won cover" role="dialog" aria-labelledby="cover" data-cover="{seat}"><h2 id="cover">{}</h2><p>{}</p>{}</section>"#,
            say(words::pass_to(seat, desk.player(seat))),
            say(label::SHOW_HELP),
            button("main", "show", label::SHOW)
        ),
        Wait::Over if !looks => result(room, desk),
        _ => String::new(),
    }
}

/// Who has won, how many cards the others have left, and how it goes on.
fn result(room: Room, desk: &Desk) -> String {
    let public = desk.view().public();
    let you = desk.eye().seat();
    let remote = desk.is_remote();
    let told = tell_end(public, you).map(|end| desk.named(&end.sentence())).unwrap_or_default();
    let name = |seat: Seat| {
        let name = words::seat_name(seat, desk.player(seat));
        say(if you == Some(seat) { online::own(name) } else { name })
    };
    let left = public.players.iter().map(|(seat, player)| {
        format!("<dt>{}</dt><dd>{}</dd>", name(seat), say(words::cards_left(player.left())))
    });
    format!(
        r##"<section class="won" aria-labelledby="won" data-over><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 18h16l2-11-5 4-5-8-5 8-5-4z"></path><path d="M4 19.500h16V22H4z"></path></svg><h2 id="won">{}</h2><p>{}</p><dl class="left">{}</dl><div class="row">{}{}{}{}</div>{}</section>"##,
        say(words::end_title(desk)),
        say(told),
        left.collect::<String>(),
        if remote && you.is_none() {
            String::new()
        } else {
            button("main", "again", if remote { online::REMATCH } else { label::AGAIN })
        },
        if remote {
            format!(r##"<a class="button" href="#online">{}</a>"##, say(online::TO_LOBBY))
        } else {
            button("", "new", label::NEW)
        },
        if desk.address().is_some() { button("", "watch", replay::WATCH) } else { String::new() },
        button("", "look", label::LOOK),
        room.hall.map(Hall::checked).unwrap_or_default()
    )
}
