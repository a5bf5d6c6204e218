//! The end of a game.

use client::savannah::{Desk, Input, Panel, Wait};
use client::words::savannah::{self as words, label};
use games::savannah::tell_end;
use leptos::prelude::*;
use table::Seat;

use super::room::Room;

/// Who has won, how many cards the others have left, and how it goes on.
#[component]
pub(super) fn Over(room: Room) -> impl IntoView {
    let over = Memo::new(move |_| room.ready.get() && room.desk.with(Desk::wait) == Wait::Over);
    let looks = RwSignal::new(false);
    // Another game that is over is told again.
    let version = Memo::new(move |_| room.desk.with(Desk::version));
    Effect::new(move |_| {
        version.get();
        looks.set(false);
    });
    view! {
        <Show when=move || over.get() && !looks.get()>
            <Result room looks/>
        </Show>
    }
}

#[component]
fn Result(room: Room, looks: RwSignal<bool>) -> impl IntoView {
    let (title, told, left) = room.desk.with_untracked(|desk| {
        let public = desk.view().public();
        let you = match desk.eye() {
            table::Eye::Seat(seat) => Some(seat),
            table::Eye::Spectator => None,
        };
        let told = tell_end(public, you).map(|text| client::words::sentence(&text));
        let name = |seat: Seat| words::seat_name(seat, desk.player(seat));
        let left: Vec<(String, String)> = public
            .players
            .iter()
            .map(|(seat, player)| (name(seat), words::cards_left(player.left())))
            .collect();
        (words::end_title(desk), told, left)
    });
    let again = NodeRef::<leptos::html::Button>::new();
    again.on_load(|button| {
        let _ = button.focus();
    });
    view! {
        <section class="won" aria-labelledby="won" data-over="">
            <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M4 18h16l2-11-5 4-5-8-5 8-5-4z"></path>
                <path d="M4 19.500h16V22H4z"></path>
            </svg>
            <h2 id="won">{title}</h2>
            <p>{told}</p>
            <dl class="left">
                {left.into_iter().map(|(name, cards)| view! { <dt>{name}</dt><dd>{cards}</dd> }).collect_view()}
            </dl>
            <div class="row">
                <button class="main" data-do="again" node_ref=again on:click=move |_| room.send(Input::Again)>
                    {label::AGAIN}
                </button>
                <button on:click=move |_| room.panel.set(Some(Panel::New))>{label::NEW}</button>
                <button on:click=move |_| looks.set(true)>{label::LOOK}</button>
            </div>
        </section>
    }
}
