//! What is shown beside the table: one thing at a time, over it.

mod deal;
mod help;
mod line;
mod menu;
pub(crate) mod record;
mod replay;
pub(crate) mod rules;
mod settings;
mod statistics;

use client::klondike::Panel;
use client::words::{self, label};
use leptos::ev;
use leptos::html::Dialog;
use leptos::prelude::*;

use super::room::Room;

/// The panel that is open, if one is.
#[component]
pub(crate) fn Panels(room: Room) -> impl IntoView {
    let dialog = NodeRef::<Dialog>::new();
    Effect::new(move |_| {
        let open = room.panel.get().is_some();
        let Some(dialog) = dialog.get() else { return };
        if open && !dialog.open() {
            // An element that is on the page can be shown.
            let _ = dialog.show_modal();
        } else if !open && dialog.open() {
            dialog.close();
        }
    });
    let title = move || room.panel.get().map(words::panel);
    // A tap beside the panel closes it.
    let beside = move |event: ev::MouseEvent| {
        let target = event.target().map(wasm_bindgen::JsValue::from);
        let itself = dialog.get().map(|dialog| wasm_bindgen::JsValue::from((*dialog).clone()));
        if target.is_some() && target == itself {
            room.panel.set(None);
        }
    };
    // The browser tells of it later; by then another panel may be open.
    let closed = move || {
        if !dialog.get().is_some_and(|dialog| dialog.open()) {
            room.panel.set(None);
        }
    };
    view! {
        <dialog
            class="panel"
            node_ref=dialog
            aria-labelledby="panel-title"
            on:close=move |_| closed()
            on:click=beside
            data-panel=move || room.panel.get().map(name)
        >
            <div class="inside">
                <div class="head">
                    <Show when=move || room.panel.get().is_some_and(|panel| panel != Panel::Menu)>
                        <button class="quiet" on:click=move |_| room.panel.set(Some(Panel::Menu))>
                            "‹ " {label::MENU}
                        </button>
                    </Show>
                    <h2 id="panel-title">{title}</h2>
                    <button class="quiet" data-do="close" on:click=move |_| room.panel.set(None)>
                        {label::CLOSE}
                    </button>
                </div>
                <div class="body">
                    {move || match room.panel.get() {
                        Some(Panel::Menu) => view! { <menu::Menu room/> }.into_any(),
                        Some(Panel::Help) => view! { <help::Help room/> }.into_any(),
                        Some(Panel::Rules) => view! { <rules::Rules room/> }.into_any(),
                        Some(Panel::Deal) => view! { <deal::AnotherDeal room/> }.into_any(),
                        Some(Panel::Settings) => view! { <settings::Choices room/> }.into_any(),
                        Some(Panel::Statistics) => view! { <statistics::Statistics room/> }.into_any(),
                        Some(Panel::Record) => view! { <record::Exchange room/> }.into_any(),
                        Some(Panel::Line) => view! { <line::Line room/> }.into_any(),
                        Some(Panel::Replay) => view! { <replay::Watch room/> }.into_any(),
                        None => ().into_any(),
                    }}
                </div>
            </div>
        </dialog>
    }
}

fn name(panel: Panel) -> &'static str {
    match panel {
        Panel::Menu => "menu",
        Panel::Help => "help",
        Panel::Rules => "rules",
        Panel::Deal => "deal",
        Panel::Settings => "settings",
        Panel::Statistics => "statistics",
        Panel::Record => "record",
        Panel::Line => "line",
        Panel::Replay => "replay",
    }
}
