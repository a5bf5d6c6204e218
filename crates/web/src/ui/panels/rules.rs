use leptos::prelude::*;

use super::super::room::Room;
use crate::rules;

/// The numbered rules of the game that is played.
#[component]
pub(super) fn Rules(room: Room) -> impl IntoView {
    let config = room.desk.with_untracked(|desk| desk.view().config);
    let one = config.moves() == games::klondike::Moves::One;
    view! { <div class="prose" inner_html=rules::html(if one { "one-card" } else { "klondike" }, 3)></div> }
}
