//! Cards move: what lies elsewhere than before glides there.
//!
//! The page is always as the desk says; a motion only shows for a moment where a card came from. So nothing waits for it, and the layout never
//! shifts.

use std::collections::HashMap;

use cards::Card;
use client::klondike::{Desk, Laid, Point, Scene, Spot};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use web_sys::HtmlElement;
use web_sys::js_sys::Array;

use super::js;
use super::room::Room;

/// Cards that go to foundations together go one after the other.
const STAGGER: f64 = 70.0;
/// So long after one card of a new deal comes the next.
const DEALING: f64 = 16.0;

/// A card that glides.
struct Glide {
    key: u16,
    from: Point,
    to: Point,
    delay: f64,
    /// Whether it is turned on the way.
    turns: bool,
    /// Whether it is not seen before it goes.
    hidden: bool,
}

/// Compares each scene with the one before.
pub(crate) fn watch(room: Room) {
    Effect::new(move |before: Option<Scene>| {
        let after = room.scene.get();
        let let_go = room.let_go.get_untracked();
        if let Some(before) = before.filter(|before| before.layout == after.layout && *before != after) {
            let pace = room.pace();
            let dropped = before.piles.iter().flatten().any(|card| card.mark.held)
                && !after.piles.iter().flatten().any(|card| card.mark.held);
            let offset = let_go.filter(|_| dropped);
            if dropped {
                room.let_go.set(None);
            }
            if pace > 0.0 {
                let glides = glides(&before, &after, offset);
                if !glides.is_empty() {
                    request_animation_frame(move || glides.iter().for_each(|glide| show(glide, pace)));
                }
            }
        }
        after
    });
}

fn glides(before: &Scene, after: &Scene, offset: Option<Point>) -> Vec<Glide> {
    let old: HashMap<u16, &Laid> = before.piles.iter().flatten().map(|card| (card.key, card)).collect();
    let stock = after.layout.spot(Spot::Stock);
    if before.game != after.game {
        return deal(after, stock);
    }
    let waste = after.layout.spot(Spot::Waste);
    let mut glides = Vec::new();
    for card in after.piles.iter().flatten() {
        let (from, turns) = match old.get(&card.key) {
            Some(was) => {
                let carried = offset.filter(|_| was.mark.held);
                let by = carried.unwrap_or_default();
                (Point { x: was.at.x + by.x, y: was.at.y + by.y }, false)
            }
            None => match (Spot::from(card.place), card.face) {
                (Spot::Waste, Some(_)) => (stock, true),
                (Spot::Stock, None) => (waste, false),
                (Spot::Column(_), Some(_)) => (card.at, true),
                _ => (card.at, false),
            },
        };
        if from != card.at || turns {
            glides.push(Glide { key: card.key, from, to: card.at, delay: 0.0, turns, hidden: false });
        }
    }
    one_after_the_other(&mut glides, after);
    glides
}

/// All columns are dealt from the stock, row by row.
fn deal(after: &Scene, stock: Point) -> Vec<Glide> {
    let columns = after.piles.get(6..).unwrap_or_default();
    let mut cards: Vec<(usize, usize, &Laid)> = Vec::new();
    for (column, pile) in columns.iter().enumerate() {
        cards.extend(pile.iter().enumerate().map(|(row, card)| (row, column, card)));
    }
    cards.sort_by_key(|(row, column, _)| (*row, *column));
    let glide = |(at, (_, _, card)): (usize, &(usize, usize, &Laid))| Glide {
        key: card.key,
        from: stock,
        to: card.at,
        delay: at as f64 * DEALING,
        turns: false,
        hidden: true,
    };
    cards.iter().enumerate().map(glide).collect()
}

fn one_after_the_other(glides: &mut [Glide], after: &Scene) {
    let up: HashMap<u16, Card> = after.piles[2..6.min(after.piles.len())]
        .iter()
        .flatten()
        .filter_map(|card| Some((card.key, card.face?)))
        .collect();
    let mut rising: Vec<&mut Glide> = glides.iter_mut().filter(|glide| up.contains_key(&glide.key)).collect();
    rising.sort_by_key(|glide| up[&glide.key].rank);
    for (at, glide) in rising.into_iter().enumerate() {
        glide.delay = at as f64 * STAGGER;
    }
}

fn show(glide: &Glide, pace: f64) {
    let Some(element) = document().get_element_by_id(&format!("k{}", glide.key)) else { return };
    let Ok(element) = element.dyn_into::<HtmlElement>() else { return };
    let frame = |at: Point, squeezed: bool| {
        let flip = if squeezed { " scaleX(0.06)" } else { "" };
        ("transform", JsValue::from(format!("translate({}px, {}px){flip}", at.x, at.y)))
    };
    // A card that is turned on its way is seen from the middle of it on.
    let start = match (glide.turns, glide.from == glide.to) {
        (true, false) => {
            Point { x: f64::midpoint(glide.from.x, glide.to.x), y: f64::midpoint(glide.from.y, glide.to.y) }
        }
        _ => glide.from,
    };
    let (first, last) = (frame(start, glide.turns), frame(glide.to, false));
    let frames: Array = if glide.hidden {
        let unseen = js::object(&[first.clone(), ("opacity", 0.into())]);
        let seen = js::object(&[first, ("opacity", 1.into()), ("offset", 0.01.into())]);
        [unseen, seen, js::object(&[last])].iter().collect()
    } else {
        [js::object(&[first]), js::object(&[last])].iter().collect()
    };
    let options = js::object(&[
        ("duration", pace.into()),
        ("delay", glide.delay.into()),
        ("easing", "cubic-bezier(.2,.7,.25,1)".into()),
        ("fill", "backwards".into()),
    ]);
    let Ok(motion) = js::call(&element, "animate", &[frames.into(), options]) else { return };
    // What moves is above what lies.
    let style = element.style();
    let _ = style.set_property("z-index", "60");
    let done = Closure::once_into_js(move |_: JsValue| {
        let _ = style.remove_property("z-index");
    });
    let _ = web_sys::js_sys::Reflect::set(&motion, &"onfinish".into(), &done);
}

/// Whether a game is over in a way that is worth a celebration.
pub(crate) fn celebrates(room: Room) -> bool {
    room.desk.with_untracked(Desk::is_won) && room.pace() > 0.0
}
