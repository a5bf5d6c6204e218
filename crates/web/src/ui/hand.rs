//! What fingers and mice do on the table.

use std::cell::RefCell;
use std::rc::Rc;

use client::klondike::{Desk, Input, Point};
use games::klondike::Place;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, HtmlElement, MouseEvent, PointerEvent};

use super::room::Room;
use super::{js, place};

/// A finger that moves less far than this taps.
const SLACK: f64 = 7.0;

/// A finger on a card.
struct Touch {
    pointer: i32,
    place: Place,
    from: Point,
    /// Whether the card follows the finger.
    drags: bool,
}

/// Listens to the table.
pub(crate) fn listen(room: Room, table: HtmlElement) {
    let touch: Rc<RefCell<Option<Touch>>> = Rc::default();
    let on = |name: &str, handler: Box<dyn Fn(PointerEvent)>| {
        let closure = Closure::<dyn Fn(PointerEvent)>::new(handler);
        let _ = table.add_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
        closure.forget();
    };
    {
        let touch = Rc::clone(&touch);
        on("pointerdown", Box::new(move |event| down(&touch, &event)));
    }
    {
        let (touch, table) = (Rc::clone(&touch), table.clone());
        on("pointermove", Box::new(move |event| moved(room, &touch, &table, &event)));
    }
    {
        let (touch, table) = (Rc::clone(&touch), table.clone());
        on("pointerup", Box::new(move |event| up(room, &touch, &table, &event)));
    }
    {
        let (touch, table) = (Rc::clone(&touch), table.clone());
        on("pointercancel", Box::new(move |_| cancel(room, &touch, &table)));
    }
    // A screen reader presses a card without any pointer.
    let click = Closure::<dyn Fn(MouseEvent)>::new(move |event: MouseEvent| {
        if event.detail() == 0
            && let Some(place) = place_of(event.target())
        {
            room.press(Input::Tap(place));
        }
    });
    let _ = table.add_event_listener_with_callback("click", click.as_ref().unchecked_ref());
    click.forget();
    // A finger brings the keyboard along, and what it does then tells where it is.
    let focus = Closure::<dyn Fn(web_sys::Event)>::new(move |event: web_sys::Event| {
        if touch.borrow().is_none()
            && let Some(place) = place_of(event.target())
            && room.desk.with_untracked(Desk::cursor) != place
        {
            room.send(Input::Focus(place));
        }
    });
    let _ = table.add_event_listener_with_callback("focusin", focus.as_ref().unchecked_ref());
    focus.forget();
}

fn place_of(target: Option<web_sys::EventTarget>) -> Option<Place> {
    let element = target?.dyn_into::<Element>().ok()?.closest("[data-place]").ok()??;
    place::read(&element.get_attribute("data-place")?)
}

fn at(event: &PointerEvent) -> Point {
    Point { x: f64::from(event.client_x()), y: f64::from(event.client_y()) }
}

fn down(touch: &RefCell<Option<Touch>>, event: &PointerEvent) {
    // A second finger does nothing, and neither do other buttons.
    if event.button() != 0 || touch.borrow().is_some() {
        return;
    }
    if let Some(place) = place_of(event.target()) {
        *touch.borrow_mut() =
            Some(Touch { pointer: event.pointer_id(), place, from: at(event), drags: false });
    }
}

fn moved(room: Room, touch: &RefCell<Option<Touch>>, table: &HtmlElement, event: &PointerEvent) {
    let mut borrowed = touch.borrow_mut();
    let Some(held) = borrowed.as_mut().filter(|held| held.pointer == event.pointer_id()) else { return };
    let now = at(event);
    let by = Point { x: now.x - held.from.x, y: now.y - held.from.y };
    if !held.drags {
        if by.x.hypot(by.y) < SLACK {
            return;
        }
        held.drags = true;
        let (place, pointer) = (held.place, held.pointer);
        let _ = table.set_pointer_capture(pointer);
        drop(borrowed);
        room.send(Input::Lift(place));
        let table = table.clone();
        leptos::reactive::spawn_local(async move {
            leptos::task::tick().await;
            carry(&table, Some(by));
        });
        return;
    }
    carry(table, Some(by));
}

/// Held cards follow the finger, or lie where they lay.
fn carry(table: &HtmlElement, by: Option<Point>) {
    let Ok(held) = table.query_selector_all(".held") else { return };
    for card in (0..held.length()).filter_map(|at| held.get(at)?.dyn_into().ok()) {
        js::shift(&card, by.map(|by| (by.x, by.y)));
    }
}

fn up(room: Room, touch: &RefCell<Option<Touch>>, table: &HtmlElement, event: &PointerEvent) {
    let held = {
        let mut touch = touch.borrow_mut();
        touch.take_if(|held| held.pointer == event.pointer_id())
    };
    let Some(held) = held else { return };
    if !held.drags {
        return room.send(Input::Tap(held.place));
    }
    let now = at(event);
    let by = Point { x: now.x - held.from.x, y: now.y - held.from.y };
    let spot = room.scene.with_untracked(|scene| {
        let layout = scene.layout;
        let laid = scene.piles.iter().flatten().find(|card| card.mark.held);
        let middle = laid.map(|card| Point {
            x: card.at.x + by.x + layout.card.x / 2.0,
            y: card.at.y + by.y + layout.card.y / 2.0,
        });
        // Under the finger, if the card's own middle is over nothing.
        middle.and_then(|middle| layout.drop_at(middle)).or_else(|| {
            let frame = table.get_bounding_client_rect();
            layout.drop_at(Point { x: now.x - frame.left(), y: now.y - frame.top() })
        })
    });
    room.let_go.set_value(Some(by));
    carry(table, None);
    room.send(Input::Drop(spot));
}

fn cancel(room: Room, touch: &RefCell<Option<Touch>>, table: &HtmlElement) {
    if touch.borrow_mut().take().is_some_and(|held| held.drags) {
        carry(table, None);
        room.send(Input::Drop(None));
    }
}
