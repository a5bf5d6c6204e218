use client::words::savannah::{label, seen};
use leptos::prelude::*;

use super::super::room::Room;

/// What was ever face up and may be looked through (V15).
#[component]
pub(super) fn Look(room: Room) -> impl IntoView {
    let piles = room.desk.with_untracked(seen);
    view! {
        <h3>{label::COVERED}</h3>
        <dl class="seen">
            {piles.into_iter().map(|(pile, cards)| view! { <dt>{pile}</dt><dd>{cards}</dd> }).collect_view()}
        </dl>
    }
}
