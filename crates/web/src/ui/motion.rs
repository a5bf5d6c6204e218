//! Cards move: what lies elsewhere than before glides there.
//!
//! The page is always as the desk says; a motion only shows for a moment where a card came from. So nothing waits for it, and the layout never
//! shifts.

use std::cell::Cell;

use client::klondike::{Desk, Laid, Point, Scene, Spot};
use leptos::prelude::*;
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
/// What moves is above what lies, and below what is held.
const ABOVE: u32 = 50;
/// So many motions are told apart.
const MOTIONS: u32 = 20;

/// A card that glides.
pub(super) struct Glide {
    /// Which card; `None` for one that goes into the stock and is not told any more.
    pub(super) key: Option<u16>,
    from: Point,
    to: Point,
    delay: f64,
    /// Whether it is turned on the way.
    turns: bool,
    /// Whether it is not seen before it goes.
    hidden: bool,
}

/// What has to glide from one scene to the next, of the same size. What was let go begins so far from where it lay.
pub(super) fn glides(before: &Scene, after: &Scene, let_go: Option<Point>) -> Vec<Glide> {
    let stock = after.layout.spot(Spot::Stock);
    if before.game != after.game {
        return deal(after, stock);
    }
    let old = |key| before.piles.iter().flatten().find(|card| card.key == key);
    let mut glides = Vec::new();
    let mut glide = |key, from, to, turns| {
        if from != to || turns {
            glides.push(Glide { key, from, to, delay: 0.0, turns, hidden: false });
        }
    };
    for card in after.piles.iter().flatten() {
        let (from, turns) = match old(card.key) {
            Some(was) => {
                let by = let_go.filter(|_| was.mark.held && !card.mark.held).unwrap_or_default();
                (Point { x: was.at.x + by.x, y: was.at.y + by.y }, false)
            }
            None => match (Spot::from(card.place), card.face) {
                (Spot::Waste, Some(_)) if after.stock < before.stock => (stock, true),
                (Spot::Column(_), Some(_)) => (card.at, true),
                _ => (card.at, false),
            },
        };
        glide(Some(card.key), from, card.at, turns);
    }
    // Cards of the waste that are not there any more, while the stock has grown, have gone back.
    if after.stock > before.stock {
        let stays = |key| after.piles.iter().flatten().any(|card| card.key == key);
        let wastes = before.piles.iter().flatten().filter(|card| Spot::from(card.place) == Spot::Waste);
        let gone = wastes.filter(|card| !stays(card.key));
        gone.for_each(|card| glide(None, card.at, stock, true));
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
        key: Some(card.key),
        from: stock,
        to: card.at,
        delay: at as f64 * DEALING,
        turns: false,
        hidden: true,
    };
    cards.iter().enumerate().map(glide).collect()
}

fn one_after_the_other(glides: &mut [Glide], after: &Scene) {
    let foundations = after.piles.get(2..6).unwrap_or_default();
    let card = |glide: &Glide| foundations.iter().flatten().find(|card| Some(card.key) == glide.key)?.face;
    let mut rising: Vec<&mut Glide> = glides.iter_mut().filter(|glide| card(glide).is_some()).collect();
    rising.sort_by_key(|glide| card(glide).map(|card| card.rank));
    for (at, glide) in rising.into_iter().enumerate() {
        glide.delay = at as f64 * STAGGER;
    }
}

/// Where an element lies that is moved by so much from the corner of the table.
pub(crate) fn moved(at: Point) -> String {
    format!("translate({}px, {}px)", at.x, at.y)
}

/// Lets an element glide in so many milliseconds. One that is there for its motion only is gone after it.
pub(super) fn show(element: &HtmlElement, glide: &Glide, pace: f64, passing: bool) {
    let frame = |at: Point, squeezed: bool| {
        let flip = if squeezed { " scaleX(0.06)" } else { "" };
        JsValue::from(moved(at) + flip)
    };
    // A card that is turned on its way is seen from the middle of it on.
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
    run(element, frames, pace, glide.delay, passing);
}

/// Lets an element move in so many milliseconds, after a delay, above all that lies: a browser draws everything anew that lies above what
/// moves.
pub(crate) fn run(element: &HtmlElement, frames: JsValue, pace: f64, delay: f64, passing: bool) {
    let options = js::object(&[
        ("duration", pace.into()),
        ("delay", delay.into()),
        ("easing", "cubic-bezier(.2,.7,.25,1)".into()),
        ("fill", "backwards".into()),
    ]);
    let above = (ABOVE + next_motion()).to_string();
    let _ = element.style().set_property("z-index", &above);
    let element = element.clone();
    let Ok(motion) = js::call(&element, "animate", &[frames, options]) else { return };
    let done = Closure::once_into_js(move |_: JsValue| {
        let style = element.style();
        // Another motion of the same card may have begun before this one was over.
        if passing {
            element.remove();
        } else if style.get_property_value("z-index").is_ok_and(|now| now == above) {
            let _ = style.remove_property("z-index");
        }
    });
    let _ = web_sys::js_sys::Reflect::set(&motion, &"onfinish".into(), &done);
}

fn next_motion() -> u32 {
    thread_local! {
        static LAST: Cell<u32> = const { Cell::new(0) };
    }
    LAST.with(|last| {
        last.set((last.get() + 1) % MOTIONS);
        last.get()
    })
}

/// Whether a game is over in a way that is worth a celebration.
pub(crate) fn celebrates(room: Room) -> bool {
    room.desk.with_untracked(Desk::is_won) && room.pace() > 0.0
}
