//! What is shown beside the table: one thing at a time, over it.

mod help;
mod log;
mod look;
mod menu;
mod new;
mod record;
mod rules;
mod settings;

use client::savannah::Panel;
use client::words::label;
use client::words::savannah as words;
use leptos::ev;
use leptos::html::Dialog;
use leptos::prelude::*;

use super::room::Room;

/// The panel that is open, if one is.
#[component]
pub(super) fn Panels(room: Room) -> impl IntoView {
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
    // A tap beside the panel closes it.
    let beside = move |event: ev::MouseEvent| {
        let target = event.target().map(wasm_bindgen::JsValue::from);
        let itself = dialog.get().map(|dialog| wasm_bindgen::JsValue::from((*dialog).clone()));
        if target.is_some() && target == itself {
            room.panel.set(None);
        }
    };
    view! {
        <dialog
            class="panel"
            node_ref=dialog
            aria-labelledby="panel-title"
            on:close=move |_| room.panel.set(None)
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
                    <h2 id="panel-title">{move || room.panel.get().map(words::panel)}</h2>
                    <button class="quiet" data-do="close" on:click=move |_| room.panel.set(None)>
                        {label::CLOSE}
                    </button>
                </div>
                <div class="body">
                    {move || match room.panel.get() {
                        Some(Panel::Menu) => view! { <menu::Menu room/> }.into_any(),
                        Some(Panel::New) => view! { <new::New room/> }.into_any(),
                        Some(Panel::Log) => view! { <log::Log room/> }.into_any(),
                        Some(Panel::Look) => view! { <look::Look room/> }.into_any(),
                        Some(Panel::Rules) => view! { <rules::Rules/> }.into_any(),
                        Some(Panel::Help) => view! { <help::Help room/> }.into_any(),
                        Some(Panel::Settings) => view! { <settings::Choices room/> }.into_any(),
                        Some(Panel::Record) => view! { <record::Exchange room/> }.into_any(),
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
        Panel::New => "new",
        Panel::Log => "log",
        Panel::Look => "look",
        Panel::Rules => "rules",
        Panel::Help => "help",
        Panel::Settings => "settings",
        Panel::Record => "record",
    }
}
