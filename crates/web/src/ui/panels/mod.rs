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
use leptos::html::Dialog;
use leptos::prelude::*;

use super::dialog;
use super::room::Room;
use crate::language::t;

/// The panel that is open, if one is.
#[component]
pub(crate) fn Panels(room: Room) -> impl IntoView {
    let node = NodeRef::<Dialog>::new();
    dialog::follow(node, room.panel);
    let title = move || room.panel.get().map(|panel| t(words::panel(panel)));
    view! {
        <dialog
            class="panel"
            node_ref=node
            aria-labelledby="panel-title"
            on:close=move |_| dialog::closed(node, room.panel)
            on:click=move |event| dialog::pressed(node, room.panel, &event)
            data-panel=move || room.panel.get().map(name)
        >
            <div class="inside">
                <div class="head">
                    <Show when=move || room.panel.get().is_some_and(|panel| panel != Panel::Menu)>
                        <button class="quiet" on:click=move |_| room.panel.set(Some(Panel::Menu))>
                            "‹ " {t(label::MENU)}
                        </button>
                    </Show>
                    <h2 id="panel-title">{title}</h2>
                    <button class="quiet" data-do="close" on:click=move |_| room.panel.set(None)>
                        {t(label::CLOSE)}
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
