//! A card, and the place for a pile.

use client::klondike::Point;
use client::savannah::{Laid, Mark, Slot};
use leptos::prelude::*;
use wasm_bindgen::JsValue;
use web_sys::js_sys::Array;

use super::room::Room;
use crate::art;
use crate::ui::js;

/// So long after one card that is dealt or drawn comes the next.
const STAGGER: f64 = 70.0;

/// A card that lies somewhere. It stays the same element as long as it stays in its pile.
#[component]
pub(super) fn Card(room: Room, laid: Memo<Option<Laid>>, first: Laid) -> impl IntoView {
    let (key, face) = (first.key.clone(), first.face);
    glide(room, &first);
    let now = Memo::new(move |_| laid.get().unwrap_or_else(|| first.clone()));
    let mark = Memo::new(move |_| now.with(|laid| laid.mark));
    let at = Memo::new(move |_| now.with(|laid| laid.at));
    let named = Memo::new(move |_| now.with(|laid| laid.name.clone()));
    let place = Memo::new(move |_| now.with(|laid| laid.place));
    let suit = face.map_or_else(|| "back".to_owned(), |card| format!("face {}", card.suit));
    view! {
        <div
            id=key
            class=move || format!("card {suit}{}", classes(mark.get()))
            style:transform=move || moved(at.get())
            data-place=move || place.get().to_string()
            data-card=face.map(|card| card.to_string())
            data-target=move || mark.get().target.then_some("")
            data-lit=move || mark.get().lit.then_some("")
            data-hint=move || mark.get().hinted.then_some("")
            role=move || named.with(|name| name.is_some().then_some("button"))
            aria-label=move || spoken(named.get(), mark.get())
            aria-pressed=move || named.with(Option::is_some).then(|| mark.get().picked.to_string())
            aria-hidden=move || named.with(|name| name.is_none().then_some("true"))
            tabindex=move || named.with(Option::is_some).then(|| tab(mark.get()))
        >
            {face
                .map(|card| {
                    view! {
                        <svg viewBox="0 0 100 140" aria-hidden="true">
                            <use href=format!("#{}", art::name(card))></use>
                        </svg>
                    }
                })}
        </div>
    }
}

/// The place for a pile: what is seen, pointed at and read where no card lies, and the words under it.
#[component]
pub(super) fn Place(here: Memo<Option<Slot>>) -> impl IntoView {
    let get =
        move |with: fn(&Slot) -> Point| here.with(|slot| slot.as_ref().map_or_else(Point::default, with));
    let at = Memo::new(move |_| get(|slot| slot.area.at));
    let size = Memo::new(move |_| get(|slot| slot.area.size));
    let mark =
        Memo::new(move |_| here.with(|slot| slot.as_ref().map_or_else(Mark::default, |slot| slot.mark)));
    let open = Memo::new(move |_| here.with(|slot| slot.as_ref().and_then(|slot| slot.place)));
    let name = Memo::new(move |_| here.with(|slot| slot.as_ref().map(|slot| slot.name.clone())));
    let label = Memo::new(move |_| here.with(|slot| slot.as_ref().map(|slot| slot.label.clone())));
    let badge = Memo::new(move |_| here.with(|slot| slot.as_ref().and_then(|slot| slot.badge)));
    let below = move || moved(Point { x: at.get().x, y: at.get().y + size.get().y });
    view! {
        <div
            class=move || format!("slot{}", classes(mark.get()))
            style:transform=move || moved(at.get())
            data-place=move || open.get().map(|place| place.to_string())
            data-target=move || mark.get().target.then_some("")
            role=move || open.get().map(|_| "button")
            aria-label=move || open.get().and_then(|_| spoken(name.get(), mark.get()))
            aria-hidden=move || open.get().is_none().then_some("true")
            tabindex=move || open.get().map(|_| tab(mark.get()))
        ></div>
        <span class="label" aria-hidden="true" style:transform=below>{move || label.get()}</span>
        <Show when=move || badge.get().is_some()>
            <span class="badge" aria-hidden="true" style:transform=below>{move || badge.get()}</span>
        </Show>
    }
}

fn classes(mark: Mark) -> String {
    let all = [
        (mark.picked, " picked"),
        (mark.held, " held"),
        (mark.target, " target"),
        (mark.hinted, " hinted"),
        (mark.lit, " lit"),
    ];
    all.into_iter().filter(|(on, _)| *on).map(|(_, class)| class).collect()
}

pub(super) fn moved(at: Point) -> String {
    format!("translate({}px, {}px)", at.x, at.y)
}

/// One stop of the table is in the order of tabs; arrows lead to the others.
fn tab(mark: Mark) -> &'static str {
    if mark.cursor { "0" } else { "-1" }
}

fn spoken(name: Option<String>, mark: Mark) -> Option<String> {
    name.map(|name| if mark.target { client::words::can_go_here(&name) } else { name })
}

/// A card that has just come glides from where it was to where it lies. The page is always as the desk says; nothing waits for it.
fn glide(room: Room, laid: &Laid) {
    let Some(from) = laid.from else { return };
    let let_go = room.let_go.get_untracked().filter(|_| laid.after == 0);
    if let_go.is_some() {
        room.let_go.set(None);
    }
    let pace = room.pace();
    if pace == 0.0 {
        return;
    }
    let (key, at) = (laid.key.clone(), laid.at);
    let (from, turned) = (let_go.unwrap_or(from), from == at);
    let delay = f64::from(laid.after) * STAGGER;
    request_animation_frame(move || {
        let Some(element) = document().get_element_by_id(&key) else { return };
        let frame = |at: Point, more: &str| {
            js::object(&[("transform", JsValue::from(format!("{}{more}", moved(at))))])
        };
        let first = if turned { frame(at, " scaleX(0.06)") } else { frame(from, "") };
        let frames: Array = [first, frame(at, "")].iter().collect();
        let options = js::object(&[
            ("duration", pace.into()),
            ("delay", delay.into()),
            ("easing", "cubic-bezier(.2,.7,.25,1)".into()),
            ("fill", "backwards".into()),
        ]);
        let _ = js::call(&element, "animate", &[frames.into(), options]);
    });
}
