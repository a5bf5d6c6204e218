//! The short animation after a win. A tap ends it.

use std::time::Duration;

use cards::{Card, PACK};
use client::shell::Symbol;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::TablePage;
use crate::dom::{document, js, window};

/// The duration of the animation.
pub(super) const DURATION: Duration = Duration::from_millis(3600);

/// All cards on the foundations, kings on top.
pub(crate) fn flock() -> [Card; 52] {
    let mut cards = PACK;
    cards.sort_by_key(|card| card.rank);
    cards
}

/// Starting with the kings, each card jumps from its foundation and falls off the table.
pub(super) fn fly(table: &TablePage) {
    let Some((scene, element)) = table.scene().zip(table.element()) else { return };
    let height = window().inner_height().ok().and_then(|height| height.as_f64()).unwrap_or(800.0);
    let top = element.get_bounding_client_rect().top();
    let Ok(cards) = document().query_selector_all(".flight [data-fly]") else { return };
    for (at, card) in flock().into_iter().enumerate() {
        let Some(element) = cards.item(at as u32).and_then(|node| node.dyn_into::<HtmlElement>().ok()) else {
            continue;
        };
        let foundation = scene.piles.iter().find(|pile| pile.symbol == Symbol::Suit(card.suit));
        let from = foundation.map(|pile| pile.area.at).unwrap_or_default();
        let style = element.style();
        let _ = style.set_property("--w", &format!("{}px", scene.card.x));
        let _ = style.set_property("--h", &format!("{}px", scene.card.y));
        // Kings go first, the suits one after the other.
        let order = (13 - usize::from(card.rank.number())) * 4 + card.suit as usize;
        let sway = (web_sys::js_sys::Math::random() - 0.5) * 2.0;
        let frames: web_sys::js_sys::Array = (0..=12)
            .map(|step| {
                let t = f64::from(step) / 12.0;
                let x = from.x + sway * scene.size.x * 0.55 * t;
                let y = top + from.y - scene.card.y * 1.6 * t + (height + scene.card.y) * t * t * 1.45;
                let turn = sway * 220.0 * t;
                js::object(&[("transform", format!("translate({x}px, {y}px) rotate({turn}deg)").into())])
            })
            .collect();
        let options = js::object(&[
            ("duration", 1500.0.into()),
            ("delay", (order as f64 * 38.0).into()),
            ("fill", "both".into()),
        ]);
        let _ = js::call(&element, "animate", &[frames.into(), options]);
    }
}
