//! The place of the table on the page. What lies on it is painted by hand.

use client::words::savannah::label;
use leptos::html::Main;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::hand;
use super::room::Room;
use crate::language::t;
use crate::ui::resize::on_resize;

/// The table. Its size follows the window, and everything on it its size.
#[component]
pub(super) fn Table(room: Room) -> impl IntoView {
    let surface = NodeRef::<Main>::new();
    surface.on_load(move |main| {
        let element: HtmlElement = main.unchecked_into();
        room.paint_on(element.clone());
        measure(room, element.clone());
        if room.desk.with_untracked(|desk| desk.watched().is_none()) {
            hand::listen(room, element);
        }
    });
    view! { <main class="table savannah" node_ref=surface aria-label=t(label::TABLE)></main> }
}

/// Tells the room how large the table may be, now and whenever that changes.
fn measure(room: Room, element: HtmlElement) {
    let measured = {
        let element = element.clone();
        move || room.resize((f64::from(element.client_width()), left_for(&element)))
    };
    measured();
    let root = document().document_element();
    let observed: Vec<&Element> = root.iter().chain([element.as_ref()]).collect();
    on_resize(&observed, measured);
}

/// The height of the window without what stands above and below the table: not what the table took when it needed more.
fn left_for(element: &HtmlElement) -> f64 {
    let window = window().inner_height().ok().and_then(|height| height.as_f64()).unwrap_or(0.0);
    let height = |selector: &str| {
        let found = document().query_selector(selector).ok().flatten();
        found.map_or(0.0, |part| part.get_bounding_client_rect().height())
    };
    let left = window - height(".top") - height(".teacher") - height(".bottom");
    if left > 0.0 { left.floor() } else { f64::from(element.client_height()) }
}
