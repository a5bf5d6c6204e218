//! Whether the game can be won: a calm word with a shape.

use client::klondike::{Desk, Input, Standing};
use client::words;
use leptos::prelude::*;

use super::room::Room;
use crate::language::t;

/// The verdict. Pressed, it is asked for; where it is lost, it leads back.
#[component]
pub(crate) fn Verdict(room: Room) -> impl IntoView {
    let standing = Memo::new(move |_| room.desk.with(Desk::standing));
    let over = Memo::new(move |_| room.desk.with(|desk| desk.view().outcome.is_some()));
    let press = move |_| {
        let lost = matches!(standing.get_untracked(), Standing::NoLonger | Standing::Lost);
        room.send(if lost { Input::BackToWinnable } else { Input::Verdict });
    };
    view! {
        <Show when=move || !over.get()>
            <button
                class=move || format!("chip {}", class(standing.get()))
                data-verdict=move || class(standing.get())
                title=move || t(words::standing_press(standing.get()))
                on:click=press
            >
                <svg viewBox="0 0 24 24" aria-hidden="true">{move || shape(standing.get())}</svg>
                <span>{move || t(words::standing(standing.get()))}</span>
                <Show when=move || matches!(standing.get(), Standing::NoLonger | Standing::Lost)>
                    <span class="go">{t(words::GO_BACK)}</span>
                </Show>
            </button>
        </Show>
    }
}

fn class(standing: Standing) -> &'static str {
    match standing {
        Standing::Off => "off",
        Standing::Thinking => "thinking",
        Standing::Winnable => "winnable",
        Standing::NoLonger => "no-longer",
        Standing::Never => "never",
        Standing::Lost => "lost",
        Standing::NotKnown => "not-known",
    }
}

/// Each verdict has a shape of its own: a tick, an arrow back, a bar, a question mark, dots.
fn shape(standing: Standing) -> impl IntoView {
    let path = match standing {
        Standing::Winnable => "M7 12.500l3.300 3.300L17.500 8.500",
        Standing::NoLonger | Standing::Lost => "M16 8a5.500 5.500 0 1 1-7.800 0M8 4.500v4h4",
        Standing::Never => "M7 12h10",
        Standing::Off | Standing::NotKnown => {
            "M9 9.500a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M12 17.600v.2"
        }
        Standing::Thinking => "M7.500 12h.1M12 12h.1M16.500 12h.1",
    };
    view! {
        <circle cx="12" cy="12" r="10.500"></circle>
        <path d=path></path>
    }
}
