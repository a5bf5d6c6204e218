//! What fingers and mice do on the table.

use std::cell::RefCell;
use std::rc::Rc;

use client::klondike::Point;
use client::savannah::{Desk, Input, Place};
use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::js_sys::Array;
use web_sys::{Element, HtmlElement, MouseEvent, PointerEvent};

use super::room::Room;
use crate::ui::js;

/// A finger that moves less far than this taps.
const SLACK: f64 = 7.0;

/// A finger on a card.
struct Touch {
    pointer: i32,
    place: Place,
    card: HtmlElement,
    from: Point,
    /// Whether the card follows the finger.
    drags: bool,
}

type Finger = Rc<RefCell<Option<Touch>>>;

/// Listens to the table.
pub(super) fn listen(room: Room, table: HtmlElement) {
    let finger = Finger::default();
    let on = |name: &str, handler: Box<dyn Fn(PointerEvent)>| {
        let closure = Closure::<dyn Fn(PointerEvent)>::new(handler);
        let _ = table.add_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
        closure.forget();
    };
    on("pointerdown", {
        let finger = Rc::clone(&finger);
        Box::new(move |event| down(&finger, &event))
    });
    on("pointermove", {
        let (finger, table) = (Rc::clone(&finger), table.clone());
        Box::new(move |event| moved(room, &finger, &table, &event))
    });
    on("pointerup", {
        let (finger, table) = (Rc::clone(&finger), table.clone());
        Box::new(move |event| up(room, &finger, &table, &event))
    });
    on("pointercancel", {
        let finger = Rc::clone(&finger);
        Box::new(move |_| cancel(room, &finger))
    });
    // A screen reader presses a card without any pointer.
    let click = Closure::<dyn Fn(MouseEvent)>::new(move |event: MouseEvent| {
        if event.detail() == 0
            && let Some((place, _)) = card_of(event.target())
        {
            room.press(Input::Tap(place));
        }
    });
    let _ = table.add_event_listener_with_callback("click", click.as_ref().unchecked_ref());
    click.forget();
    let focus = Closure::<dyn Fn(web_sys::Event)>::new(move |event: web_sys::Event| {
        if let Some((place, _)) = card_of(event.target())
            && room.desk.with_untracked(Desk::cursor) != place
        {
            room.send(Input::Focus(place));
        }
    });
    let _ = table.add_event_listener_with_callback("focusin", focus.as_ref().unchecked_ref());
    focus.forget();
}

fn card_of(target: Option<web_sys::EventTarget>) -> Option<(Place, HtmlElement)> {
    let element = target?.dyn_into::<Element>().ok()?.closest("[data-place]").ok()??;
    let place = element.get_attribute("data-place")?.parse().ok()?;
    Some((place, element.dyn_into().ok()?))
}

fn at(event: &PointerEvent) -> Point {
    Point { x: f64::from(event.client_x()), y: f64::from(event.client_y()) }
}

fn down(finger: &Finger, event: &PointerEvent) {
    // A second finger does nothing, and neither do other buttons.
    if event.button() != 0 || finger.borrow().is_some() {
        return;
    }
    if let Some((place, card)) = card_of(event.target()) {
        *finger.borrow_mut() =
            Some(Touch { pointer: event.pointer_id(), place, card, from: at(event), drags: false });
    }
}

fn moved(room: Room, finger: &Finger, table: &HtmlElement, event: &PointerEvent) {
    let mut borrowed = finger.borrow_mut();
    let Some(held) = borrowed.as_mut().filter(|held| held.pointer == event.pointer_id()) else { return };
    let by = away(held.from, at(event));
    if !held.drags {
        if by.x.hypot(by.y) < SLACK {
            return;
        }
        held.drags = true;
        let (place, pointer) = (held.place, held.pointer);
        js::shift(&held.card, Some((by.x, by.y)));
        drop(borrowed);
        let _ = table.set_pointer_capture(pointer);
        room.send(Input::Lift(place));
        return;
    }
    js::shift(&held.card, Some((by.x, by.y)));
}

fn away(from: Point, to: Point) -> Point {
    Point { x: to.x - from.x, y: to.y - from.y }
}

fn up(room: Room, finger: &Finger, table: &HtmlElement, event: &PointerEvent) {
    let held = finger.borrow_mut().take_if(|held| held.pointer == event.pointer_id());
    let Some(held) = held else { return };
    if !held.drags {
        return room.send(Input::Tap(held.place));
    }
    let now = at(event);
    let by = away(held.from, now);
    let dropped = room.with_scene(|scene| {
        let spots: Vec<_> = scene.slots.iter().map(|slot| slot.spot).collect();
        let laid = scene.piles.iter().flatten().find(|card| card.mark.held);
        let lay = laid.map(|card| Point { x: card.at.x + by.x, y: card.at.y + by.y });
        let size = scene.layout.card_of(held.place.into());
        let middle = lay.map(|at| Point { x: at.x + size.x / 2.0, y: at.y + size.y / 2.0 });
        // Under the finger, if the card's own middle is over nothing.
        let drop_at = |point| scene.layout.drop_at(point, &spots);
        let under = || {
            let frame = table.get_bounding_client_rect();
            drop_at(Point { x: now.x - frame.left(), y: now.y - frame.top() })
        };
        (middle.and_then(drop_at).or_else(under), lay)
    });
    let (spot, lay) = dropped.unwrap_or_default();
    let version = room.desk.with_untracked(Desk::version);
    room.let_go.set(lay);
    room.send(Input::Drop(spot));
    js::shift(&held.card, None);
    if room.desk.with_untracked(Desk::version) == version {
        room.let_go.set(None);
        glide_back(room, &held.card, by);
    }
}

/// A card that went nowhere glides back.
fn glide_back(room: Room, card: &HtmlElement, by: Point) {
    let pace = room.pace();
    if pace > 0.0 {
        let first = js::object(&[("translate", JsValue::from(format!("{}px {}px", by.x, by.y)))]);
        let last = js::object(&[("translate", "0px 0px".into())]);
        let frames: Array = [first, last].iter().collect();
        let _ = js::call(
            card,
            "animate",
            &[frames.into(), js::object(&[("duration", pace.into()), ("easing", "ease-out".into())])],
        );
    }
}

fn cancel(room: Room, finger: &Finger) {
    let held = finger.borrow_mut().take();
    if let Some(held) = held.filter(|held| held.drags) {
        room.send(Input::Drop(None));
        js::shift(&held.card, None);
    }
}
