use client::klondike::Desk;
use client::words::label;
use leptos::prelude::*;

use super::super::room::Room;
use crate::language::t;

/// The whole way to the win, a sentence a move.
#[component]
pub(super) fn Line(room: Room) -> impl IntoView {
    let sentences = room.desk.with_untracked(Desk::line_in_words);
    view! {
        <p>{t(label::LINE_NOTE)}</p>
        <ol class="line">{sentences.into_iter().map(|text| view! { <li>{t(text)}</li> }).collect_view()}</ol>
    }
}
