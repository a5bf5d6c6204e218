//! A card on the page: made once, and then changed only where something has changed.

use client::klondike::Point;
use client::savannah::{Laid, Mark, Slot};
use leptos::prelude::{GetUntracked, Set, document};
use text::Text;
use wasm_bindgen::JsCast;
use web_sys::js_sys::Array;
use web_sys::{Element, HtmlElement};

use super::room::Room;
use crate::art;
use crate::language::t;
use crate::ui::js;
use crate::ui::motion::{self, moved};

/// So long after one card that is dealt or drawn comes the next.
const STAGGER: f64 = 70.0;

/// Makes the element of a card.
pub(super) fn make(laid: &Laid) -> Option<HtmlElement> {
    let card: HtmlElement = document().create_element("div").ok()?.dyn_into().ok()?;
    card.set_id(&laid.key);
    if let Some(face) = laid.face {
        attribute(&card, "data-card", Some(&face.to_string()));
        let face = art::face(face);
        card.set_inner_html(&format!(r#"<svg viewBox="0 0 100 140" aria-hidden="true">{face}</svg>"#));
    }
    Some(card)
}

/// Makes an element as its card is, where that differs from how it was.
pub(super) fn change(card: &HtmlElement, before: Option<&Laid>, laid: &Laid) {
    if before.is_none_or(|before| before.at != laid.at) {
        lay(card, laid.at);
    }
    if before.is_none_or(|before| before.place != laid.place) {
        attribute(card, "data-place", Some(&laid.place.to_string()));
    }
    if before.is_none_or(|before| before.mark != laid.mark) {
        let suit = laid.face.map_or_else(|| "back".to_owned(), |face| format!("face {}", face.suit));
        card.set_class_name(&format!("card {suit}{}", classes(laid.mark)));
    }
    press(card, before.map(Stop::from), laid.into());
    let pressed =
        |laid: &Laid| laid.name.is_some().then_some(if laid.mark.picked { "true" } else { "false" });
    if before.is_none_or(|before| pressed(before) != pressed(laid)) {
        attribute(card, "aria-pressed", pressed(laid));
    }
}

/// Something that can be pressed, if it has a name, and how it is marked.
#[derive(Clone, Copy)]
pub(super) struct Stop<'a> {
    name: Option<&'a Text>,
    mark: Mark,
}

impl<'a> From<&'a Laid> for Stop<'a> {
    fn from(laid: &'a Laid) -> Stop<'a> {
        Stop { name: laid.name.as_ref(), mark: laid.mark }
    }
}

impl<'a> From<&'a Slot> for Stop<'a> {
    fn from(slot: &'a Slot) -> Stop<'a> {
        Stop { name: slot.place.map(|_| &slot.name), mark: slot.mark }
    }
}

impl Stop<'_> {
    fn attributes(self) -> [(&'static str, Option<&'static str>); 6] {
        let Stop { name, mark } = self;
        let here = name.is_some();
        [
            ("role", here.then_some("button")),
            ("aria-hidden", (!here).then_some("true")),
            ("tabindex", here.then_some(if mark.cursor { "0" } else { "-1" })),
            ("data-target", mark.target.then_some("")),
            ("data-lit", mark.lit.then_some("")),
            ("data-hint", mark.hinted.then_some("")),
        ]
    }
}

/// What can be pressed is a button with a name; what cannot is not read. One stop of the table is in the order of tabs; arrows lead to the
/// others. A browser looks again at every attribute that is set, be it the same.
pub(super) fn press(element: &HtmlElement, before: Option<Stop<'_>>, stop: Stop<'_>) {
    let old = before.map(Stop::attributes);
    for (at, (name, value)) in stop.attributes().into_iter().enumerate() {
        if old.is_none_or(|old| old[at].1 != value) {
            attribute(element, name, value);
        }
    }
    let Stop { name, mark } = stop;
    if before.is_none_or(|before| (before.name, before.mark.target) != (name, mark.target)) {
        let spoken = name.map(|name| if mark.target { t(client::words::can_go_here(name)) } else { t(name) });
        attribute(element, "aria-label", spoken.as_deref());
    }
}

/// Sets an attribute, or takes it away.
pub(super) fn attribute(element: &Element, name: &str, value: Option<&str>) {
    // Names of ours are names that a page takes.
    let _ = match value {
        Some(value) => element.set_attribute(name, value),
        None => element.remove_attribute(name),
    };
}

pub(super) fn classes(mark: Mark) -> String {
    let all = [
        (mark.picked, " picked"),
        (mark.held, " held"),
        (mark.target, " target"),
        (mark.hinted, " hinted"),
        (mark.lit, " lit"),
        (mark.sent, " sent"),
    ];
    all.into_iter().filter(|(on, _)| *on).map(|(_, class)| class).collect()
}

/// Puts an element somewhere, without any other being laid out again.
pub(super) fn lay(element: &HtmlElement, at: Point) {
    let _ = element.style().set_property("transform", &moved(at));
}

/// A card that has just come glides from where it was to where it lies. The page is always as the desk says; nothing waits for it.
pub(super) fn glide(room: Room, card: &HtmlElement, laid: &Laid) {
    let Some(from) = laid.from else { return };
    let let_go = room.let_go.get_untracked().filter(|_| laid.after == 0);
    if let_go.is_some() {
        room.let_go.set(None);
    }
    let pace = room.pace();
    if pace == 0.0 {
        return;
    }
    let turned = from == laid.at;
    let from = let_go.unwrap_or(from);
    let first = if turned { moved(laid.at) + " scaleX(0.06)" } else { moved(from) };
    let frames = js::object(&[("transform", Array::of2(&first.into(), &moved(laid.at).into()).into())]);
    motion::run(card, frames, pace, f64::from(laid.after) * STAGGER, false);
}
