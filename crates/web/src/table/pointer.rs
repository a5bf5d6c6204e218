//! Mouse, pen and touch input.

use std::cell::RefCell;

use client::shell::Point;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, EventTarget, HtmlElement, MouseEvent, PointerEvent};

use super::TablePage;
use crate::app;
use crate::dom::{js, on_event};

/// A pointer that moves less than this is a tap.
const TAP_SLACK: f64 = 7.0;

/// A pointer on a card.
struct Touch {
    pointer: i32,
    place: String,
    from: Point,
    is_drag: bool,
}

thread_local! {
    static TOUCH: RefCell<Option<Touch>> = const { RefCell::new(None) };
}

/// Listens to a table for as long as it is on the page.
pub(super) fn listen(table: &HtmlElement) {
    let on = |name: &str, call: fn(&PointerEvent)| {
        on_event(table, name, move |event| call(event.unchecked_ref()));
    };
    on("pointerdown", press);
    on("pointermove", drag);
    on("pointerup", release);
    on("pointercancel", |_| cancel());
    // Screen readers press a card without a pointer.
    on_event(table, "click", |event: Event| {
        if event.unchecked_ref::<MouseEvent>().detail() == 0
            && let Some(place) = place_of(event.target())
        {
            app::with_table(|table| table.by_keyboard(|table, now| table.screen.tap(&place, now)));
        }
    });
    // A pointer also moves the focus, but its own event says where it is.
    on_event(table, "focusin", |event: Event| {
        let is_touched = TOUCH.with_borrow(Option::is_some);
        if let Some(place) = place_of(event.target()).filter(|_| !is_touched) {
            app::with_table(|table| table.change(|table, now| table.screen.focus(&place, now)));
        }
    });
}

fn place_of(target: Option<EventTarget>) -> Option<String> {
    let element = target?.dyn_into::<Element>().ok()?.closest("[data-place]").ok()??;
    element.get_attribute("data-place")
}

fn at(event: &PointerEvent) -> Point {
    Point { x: f64::from(event.client_x()), y: f64::from(event.client_y()) }
}

fn press(event: &PointerEvent) {
    // Ignore a second finger and other mouse buttons.
    if event.button() != 0 || TOUCH.with_borrow(Option::is_some) {
        return;
    }
    if let Some(place) = place_of(event.target()) {
        TOUCH.set(Some(Touch { pointer: event.pointer_id(), place, from: at(event), is_drag: false }));
    }
}

fn drag(event: &PointerEvent) {
    let moved = TOUCH.with_borrow_mut(|touch| {
        let touch = touch.as_mut().filter(|touch| touch.pointer == event.pointer_id())?;
        let by = at(event).minus(touch.from);
        if !touch.is_drag && by.x.hypot(by.y) < TAP_SLACK {
            return None;
        }
        let lifted = (!touch.is_drag).then(|| touch.place.clone());
        touch.is_drag = true;
        Some((by, lifted))
    });
    let Some((by, lifted)) = moved else { return };
    app::with_table(|table| {
        if let Some(place) = lifted {
            if let Some(element) = table.element() {
                let _ = element.set_pointer_capture(event.pointer_id());
            }
            table.input(|table, now| table.screen.lift(&place, now));
        }
        carry(table, Some(by));
    });
}

/// Moves dragged cards with the pointer, or back to their place.
fn carry(table: &TablePage, by: Option<Point>) {
    let Some(Ok(held)) = table.element().map(|table| table.query_selector_all(".held")) else { return };
    for card in (0..held.length()).filter_map(|at| held.get(at)?.dyn_into().ok()) {
        js::shift(&card, by.map(|by| (by.x, by.y)));
    }
}

fn release(event: &PointerEvent) {
    let touch = TOUCH.with_borrow_mut(|touch| touch.take_if(|touch| touch.pointer == event.pointer_id()));
    let Some(touch) = touch else { return };
    app::with_table(|table| {
        if !touch.is_drag {
            return table.input(|table, now| table.screen.tap(&touch.place, now));
        }
        let (now, by) = (at(event), at(event).minus(touch.from));
        let pile = table.scene().and_then(|scene| {
            let held = scene.piles.iter().find_map(|pile| {
                let card = pile.cards.iter().find(|card| card.mark.held)?;
                Some(client::shell::Area { at: card.at.plus(by), size: pile.area.size }.middle())
            });
            // Use the pointer's position if the card's middle is over no pile.
            let under = || {
                let frame = table.element()?.get_bounding_client_rect();
                scene.pile_at(Point { x: now.x - frame.left(), y: now.y - frame.top() })
            };
            held.and_then(|middle| scene.pile_at(middle)).or_else(under).map(|pile| pile.name.clone())
        });
        carry(table, None);
        table.release(by, |table, now| table.screen.drop_on(pile.as_deref(), now));
    });
}

fn cancel() {
    if TOUCH.take().is_some_and(|touch| touch.is_drag) {
        app::with_table(|table| {
            carry(table, None);
            table.input(|table, now| table.screen.drop_on(None, now));
        });
    }
}
