//! What stands above and below the table. The painter keeps what changes in it.

use client::words::savannah as words;
use client::words::{label, online};

use super::room::Room;
use crate::html::{button, titled};

/// The name of the game, the set-up, the round, whose turn it is, and on wide screens the buttons.
pub(super) fn header(room: Room) -> String {
    format!(
        r##"{}<span class="dim set-up" data-set-up></span><span class="dim round" data-round></span><span class="room"></span><span class="dim clock" data-clock></span><span class="status" data-status></span><span class="buttons wide">{}</span>"##,
        titled(words::TITLE),
        buttons(room)
    )
}

/// The buttons: above on wide screens, and below where a thumb reaches them.
pub(super) fn buttons(room: Room) -> String {
    // With others there is nothing to take back and nobody to ask.
    let first = match room.hall {
        Some(hall) if hall.has_seat() => vec![("say", online::SAY_SHORT)],
        Some(_) => Vec::new(),
        None => vec![("undo", label::UNDO), ("hint", label::HINT)],
    };
    let more = [("why", words::label::WHY), ("log", words::label::LOG), ("menu", label::MENU)];
    first.into_iter().chain(more).map(|(act, words)| button("", act, words)).collect()
}
