use client::klondike::Desk;
use client::words::label;
use leptos::prelude::*;

use super::super::room::Room;

/// The whole way to the win, a sentence a move.
#[component]
pub(super) fn Line(room: Room) -> impl IntoView {
    let sentences = room.desk.with_untracked(Desk::line_in_words);
    view! {
        <p>{label::LINE_NOTE}</p>
        <ol class="line">{sentences.into_iter().map(|text| view! { <li>{text}</li> }).collect_view()}</ol>
    }
}
