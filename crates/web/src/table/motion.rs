//! Animates cards that have changed their position.
//!
//! The elements are always at their final positions; an animation only shows for a moment where a card came
//! from. So nothing waits for it, and the layout never shifts.

use std::cell::Cell;

use client::shell::{Point, Scene};
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use web_sys::HtmlElement;
use web_sys::js_sys::Array;

use crate::dom::js;
use crate::dom::timing::next_frame;

/// The z-index of moving cards: above resting cards and below dragged ones.
const MOVING_LAYER: u32 = 50;
/// How many animations get their own layer.
const MAX_LAYERS: u32 = 20;

/// An animated card.
pub(super) struct Glide {
    /// Which card; `None` for a back that vanishes at the end.
    pub(super) key: Option<String>,
    from: Point,
    to: Point,
    delay: f64,
    /// Whether it is turned over on the way.
    turns: bool,
    /// Whether it is invisible before it starts.
    hidden: bool,
}

/// The animations between two scenes. Cards that were just dropped start at this distance from their previous
/// place.
pub(super) fn glides(before: &Scene, after: &Scene, released: Option<Point>) -> Vec<Glide> {
    let is_resized = before.size != after.size || before.card != after.card;
    let is_new_game = before.game != after.game;
    if is_resized || (before.change == after.change && !is_new_game && released.is_none()) {
        return Vec::new();
    }
    let held = before.cards().find(|card| card.mark.held).map(|card| card.at);
    let mut glides = Vec::new();
    for card in after.cards() {
        let old = before.cards().find(|old| old.key == card.key).filter(|_| !is_new_game);
        let glide = match (old, card.entrance) {
            (Some(old), _) => {
                let by = released.filter(|_| old.mark.held && !card.mark.held).unwrap_or_default();
                Some((old.at.plus(by), false))
            }
            (None, Some(entrance)) => {
                let dropped = released.zip(held).filter(|_| card.delay == 0 && !entrance.turns);
                Some((dropped.map_or(entrance.from, |(by, at)| at.plus(by)), entrance.turns))
            }
            (None, None) => None,
        };
        if let Some((from, turns)) = glide.filter(|(from, turns)| *from != card.at || *turns) {
            let (key, delay) = (Some(card.key.clone()), f64::from(card.delay));
            glides.push(Glide { key, from, to: card.at, delay, turns, hidden: is_new_game });
        }
    }
    let leave = |(from, to): &(Point, Point)| Glide {
        key: None,
        from: *from,
        to: *to,
        delay: 0.0,
        turns: true,
        hidden: false,
    };
    glides.extend(after.leaving.iter().map(leave));
    glides
}

/// The style of an element at a point of the table.
pub(super) fn translate(at: Point) -> String {
    format!("translate({}px, {}px)", at.x, at.y)
}

/// Animates an element for this many milliseconds. A temporary element is removed afterwards.
pub(super) fn show(element: &HtmlElement, glide: &Glide, travel: f64, is_passing: bool) {
    let frame = |at: Point, is_edgeways: bool| {
        let flip = if is_edgeways { " scaleX(0.06)" } else { "" };
        JsValue::from(translate(at) + flip)
    };
    // A card that is turned over shows its face from the middle of the animation on.
    let start = match (glide.turns, glide.from == glide.to) {
        (true, false) => {
            Point { x: f64::midpoint(glide.from.x, glide.to.x), y: f64::midpoint(glide.from.y, glide.to.y) }
        }
        _ => glide.from,
    };
    let (first, last) = (frame(start, glide.turns), frame(glide.to, false));
    let frames = if glide.hidden {
        let steps = |[a, b, c]: [JsValue; 3]| Array::of3(&a, &b, &c).into();
        js::object(&[
            ("transform", steps([first.clone(), first, last])),
            ("opacity", steps([0, 1, 1].map(JsValue::from))),
            ("offset", steps([0.0, 0.01, 1.0].map(JsValue::from))),
        ])
    } else {
        js::object(&[("transform", Array::of2(&first, &last).into())])
    };
    animate(element, frames, travel, glide.delay, is_passing);
}

/// Animates an element above all resting ones: browsers repaint whatever is above a moving element.
fn animate(element: &HtmlElement, frames: JsValue, duration: f64, delay: f64, is_passing: bool) {
    let options = js::object(&[
        ("duration", duration.into()),
        ("delay", delay.into()),
        ("easing", "cubic-bezier(.2,.7,.25,1)".into()),
        ("fill", "backwards".into()),
    ]);
    let layer = (MOVING_LAYER + next_layer()).to_string();
    let _ = element.style().set_property("z-index", &layer);
    let element = element.clone();
    let Ok(animation) = js::call(&element, "animate", &[frames, options]) else { return };
    let done = Closure::once_into_js(move |_: JsValue| {
        let style = element.style();
        if is_passing {
            element.remove();
        } else if style.get_property_value("z-index").is_ok_and(|now| now == layer) {
            // Unless another animation of the same card has started.
            let _ = style.remove_property("z-index");
        }
    });
    let _ = web_sys::js_sys::Reflect::set(&animation, &"onfinish".into(), &done);
}

fn next_layer() -> u32 {
    thread_local! {
        static LAST: Cell<u32> = const { Cell::new(0) };
    }
    LAST.with(|last| {
        last.set((last.get() + 1) % MAX_LAYERS);
        last.get()
    })
}

/// Rolls the dice.
pub(super) fn tumble(dice: &[HtmlElement], duration: f64) {
    let dice = dice.to_vec();
    next_frame(move || {
        for (die, from) in dice.iter().zip(["-1.2turn", "0.9turn"]) {
            // Only this property is animated without running on the main thread.
            let place = die.style().get_property_value("transform").unwrap_or_default();
            let turned = |by: &str, size: &str| JsValue::from(format!("{place} rotate({by}) scale({size})"));
            let frames = Array::of2(&turned(from, "0.6"), &turned("0turn", "1"));
            animate(die, js::object(&[("transform", frames.into())]), duration, 0.0, false);
        }
    });
}
