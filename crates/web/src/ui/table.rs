//! The table: thirteen piles, and the hint drawn over them.

use client::klondike::{Desk, Point};
use client::words::label;
use leptos::html::Main;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::hand;
use super::resize::on_resize;
use super::room::Room;
use super::stage::Stage;
use crate::language::t;

/// The table. Its size follows the window, and everything on it its size.
#[component]
pub(crate) fn Table(room: Room) -> impl IntoView {
    let surface = NodeRef::<Main>::new();
    let stage = StoredValue::new_local(None::<Stage>);
    surface.on_load(move |main| {
        let element: HtmlElement = main.unchecked_into();
        stage.set_value(Some(Stage::new(element.clone())));
        measure(room.surface, element.clone());
        hand::listen(room, element);
    });
    // The size of a card is all that the style sheet has to know.
    let card = Memo::new(move |_| room.scene.with(|scene| scene.layout.card));
    Effect::new(move |_| {
        let card = card.get();
        if let Some(main) = surface.get() {
            measures(main.unchecked_ref(), card);
        }
    });
    Effect::new(move |_| {
        if room.ready.get() && has_size(room) {
            let (let_go, pace) = (room.let_go.try_update_value(Option::take).flatten(), room.pace());
            room.scene.with(|scene| {
                stage.update_value(|stage| {
                    if let Some(stage) = stage {
                        stage.show(scene, let_go, pace);
                    }
                });
            });
        }
    });
    let version = Memo::new(move |_| room.desk.with(Desk::version));
    let deal = Memo::new(move |_| room.desk.with(|desk| desk.deal_name().to_string()));
    let won = Memo::new(move |_| room.desk.with(Desk::is_won));
    let hint = Memo::new(move |_| room.scene.with(|scene| !scene.arrows.is_empty()));
    view! {
        <main
            class="table"
            node_ref=surface
            aria-label=t(label::TABLE)
            data-version=move || version.get()
            data-deal=move || deal.get()
            data-won=move || won.get().then_some("")
        >
            <Show when=move || hint.get()>
                <Arrows room/>
            </Show>
        </main>
    }
}

fn has_size(room: Room) -> bool {
    room.surface.get().0 > 0.0
}

/// A hint, from where to where.
#[component]
fn Arrows(room: Room) -> impl IntoView {
    let arrows = Memo::new(move |_| room.scene.with(|scene| scene.arrows.clone()));
    let card = move || room.scene.with(|scene| scene.layout.card.x);
    view! {
        <svg class="arrows" aria-hidden="true">
            <defs>
                <marker
                    id="tip"
                    viewBox="0 0 10 10"
                    refX="6"
                    refY="5"
                    markerWidth="4.200"
                    markerHeight="4.200"
                    orient="auto"
                >
                    <path d="M0 0L10 5L0 10L2.500 5z"></path>
                </marker>
            </defs>
            {move || {
                arrows
                    .get()
                    .into_iter()
                    .map(|(from, to)| {
                        let path = curve(from, to, card());
                        view! {
                            <path class="under" d=path.clone()></path>
                            <path class="arrow" d=path marker-end="url(#tip)"></path>
                        }
                    })
                    .collect_view()
            }}
        </svg>
    }
}

/// A bow from one card to another; a card that is only turned gets a small loop.
fn curve(from: Point, to: Point, card: f64) -> String {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy);
    if length < 1.0 {
        let r = card * 0.28;
        return format!("M{} {}a{r} {r} 0 1 1 {} {}", from.x - r, from.y, r, r);
    }
    // It bows to the side that is lower, where there are fewer cards.
    let bow = (length * 0.22).min(card * 0.9);
    let side = if dx >= 0.0 { 1.0 } else { -1.0 };
    let (nx, ny) = (-dy / length * bow * side, dx / length * bow * side);
    let (mx, my) = (f64::midpoint(from.x, to.x) + nx, f64::midpoint(from.y, to.y) + ny);
    format!("M{:.1} {:.1}Q{mx:.1} {my:.1} {:.1} {:.1}", from.x, from.y, to.x, to.y)
}

/// Tells the style sheet how large a card is.
pub(super) fn measures(table: &HtmlElement, card: Point) {
    let style = table.style();
    let _ = style.set_property("--w", &format!("{}px", card.x));
    let _ = style.set_property("--h", &format!("{}px", card.y));
}

/// Tells how large a table is, now and whenever that changes.
pub(super) fn measure(surface: RwSignal<(f64, f64)>, element: HtmlElement) {
    let measured = {
        let element = element.clone();
        move || {
            let size = (f64::from(element.client_width()), f64::from(element.client_height()));
            // The last call may come when nobody needs it any more.
            if surface.try_get_untracked().is_some_and(|known| known != size) {
                surface.set(size);
            }
        }
    };
    measured();
    on_resize(&[&element], measured);
}
