//! Paints the table: what has changed since the last time, and nothing else.
//!
//! A table has some fifty elements that change together with every input. They are changed here by hand, from one scene to the next: that
//! is quicker than a signal for each of their attributes, and much smaller.

use std::collections::HashMap;
use std::fmt::Write as _;

use client::klondike::Point;
use client::savannah::{Area, Desk, Laid, Scene, Seated, Slot, Spot, Wait};
use client::words::online;
use client::words::savannah::{self as words, label};
use leptos::prelude::{document, request_animation_frame};
use table::Eye;
use text::{Separator, Text};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::js_sys::Array;
use web_sys::{Element, HtmlElement, Node};

use super::card::{self, Stop, attribute, lay};
use super::room::Room;
use crate::language::t;
use crate::ui::{js, motion};

/// The table on the page, as it was painted last.
pub(super) struct Painter {
    table: HtmlElement,
    scene: Option<Scene>,
    beside: Beside,
    /// The piles, in the order of the scene's slots.
    piles: Vec<Pile>,
    /// The boxes of the others, in the order of the scene's seats.
    seats: Vec<HtmlElement>,
    cards: HashMap<String, HtmlElement>,
}

/// A pile on the page. A hand is nothing but its cards.
struct Pile {
    group: HtmlElement,
    slot: Option<HtmlElement>,
    label: Option<HtmlElement>,
    badge: Option<HtmlElement>,
}

/// What is on the table and not in its scene.
#[derive(Clone, PartialEq, Default)]
struct Beside {
    version: u32,
    deal: Text,
    wait: &'static str,
    news: Text,
    /// What the button says that ends the turn, and whether a card has to be chosen.
    end: Option<(Text, bool)>,
    /// Whether there is a waiting that can be taken away.
    skip: bool,
    set_up: Text,
    round: Text,
    status: Text,
    /// Whether a step can be taken back.
    undo: bool,
    /// Whether a hint is being thought about.
    thinks: bool,
}

impl Beside {
    fn of(desk: &Desk) -> Beside {
        let wait = desk.wait();
        Beside {
            version: desk.version(),
            deal: desk.deal_name(),
            wait: match wait {
                Wait::Person(_) => "person",
                Wait::Cover(_) => "cover",
                Wait::Roll => "roll",
                Wait::Bot(_) => "bot",
                Wait::Other(_) if desk.sent().is_some() => "sent",
                Wait::Other(_) => "other",
                Wait::Over => "over",
                Wait::Past => "past",
                Wait::Stuck => "stuck",
            },
            news: desk.news().map(|line| line.told.sentence()).unwrap_or_default(),
            end: matches!(wait, Wait::Person(_)).then(|| (words::end_turn(desk), desk.discards())),
            skip: matches!(wait, Wait::Bot(_) | Wait::Roll),
            set_up: match (desk.is_remote(), desk.eye()) {
                (true, Eye::Spectator) => {
                    Text::row([online::WATCHING, words::set_up(desk.config())], Separator::Dot)
                }
                _ => words::set_up(desk.config()),
            },
            round: words::round(desk.view().public()),
            status: words::status(desk),
            undo: desk.can_undo(),
            thinks: desk.is_thinking(),
        }
    }
}

impl Painter {
    pub(super) fn new(table: HtmlElement) -> Painter {
        Painter {
            table,
            scene: None,
            beside: Beside::default(),
            piles: Vec::new(),
            seats: Vec::new(),
            cards: HashMap::new(),
        }
    }

    /// What was painted last.
    pub(super) fn scene(&self) -> Option<&Scene> {
        self.scene.as_ref()
    }

    /// Paints the cards, the dice and who sits there, on a surface of that size.
    pub(super) fn paint(&mut self, room: Room, desk: &Desk, (width, height): (f64, f64)) {
        let scene = desk.scene(width, height);
        let spots = |scene: &Scene| scene.slots.iter().map(|slot| slot.spot).collect::<Vec<_>>();
        if self.scene.as_ref().is_none_or(|old| spots(old) != spots(&scene)) {
            self.cards.clear();
            self.scene = None;
            self.beside = Beside::default();
            self.table.set_inner_html(&skeleton(&scene));
            self.piles = scene.slots.iter().filter_map(|slot| self.find_pile(slot.spot)).collect();
            let seat = |seated: &Seated| self.find(&format!("[data-seat='{}']", seated.seat));
            self.seats = scene.seats.iter().filter_map(seat).collect();
        }
        let old = self.scene.take();
        self.let_go_of_keyboard(old.as_ref(), &scene);
        self.sizes(old.as_ref(), &scene);
        for (at, slot) in scene.slots.iter().enumerate() {
            let before = old.as_ref().and_then(|old| old.slots.get(at));
            if before != Some(slot)
                && let Some(pile) = self.piles.get(at)
            {
                pile.change(before, slot);
            }
            self.pile(room, old.as_ref(), &scene, at);
        }
        for (at, seated) in scene.seats.iter().enumerate() {
            let before = old.as_ref().and_then(|old| old.seats.get(at));
            if before != Some(seated)
                && let Some(element) = self.seats.get(at)
            {
                seat(element, before, seated);
            }
        }
        self.dice(room, old.as_ref(), &scene);
        if old.as_ref().is_none_or(|old| old.arrow != scene.arrow) {
            let path = scene.arrow.map_or_else(String::new, |(from, to)| arrow(from, to));
            self.with(".arrows g", |arrows| arrows.set_inner_html(&path));
            // Were it there, it would lie above all that moves.
            self.with(".arrows", |arrows| attribute(arrows, "hidden", path.is_empty().then_some("")));
        }
        self.scene = Some(scene);
    }

    /// Takes the keyboard from a card that is gone, or has no name any more. A browser does so itself, but looks at half of the new page
    /// first.
    fn let_go_of_keyboard(&self, old: Option<&Scene>, scene: &Scene) {
        let had = old.and_then(|old| named(old).find(|laid| laid.mark.cursor));
        if let Some(had) = had.filter(|had| named(scene).all(|laid| laid.key != had.key))
            && let Some(element) = self.cards.get(&had.key)
        {
            let _ = element.blur();
        }
    }

    fn find_pile(&self, spot: Spot) -> Option<Pile> {
        let group = self.find(&format!("[data-pile='{spot}']"))?;
        let part = |at| group.children().item(at).map(JsCast::unchecked_into);
        Some(Pile { slot: part(0), label: part(1), badge: part(2), group })
    }

    fn find(&self, selector: &str) -> Option<HtmlElement> {
        self.table.query_selector(selector).ok().flatten().map(JsCast::unchecked_into)
    }

    fn with(&self, selector: &str, act: impl FnOnce(&HtmlElement)) {
        if let Some(element) = self.find(selector) {
            act(&element);
        }
    }

    /// The sizes of cards are all that the style sheet has to know.
    fn sizes(&self, old: Option<&Scene>, scene: &Scene) {
        let layout = &scene.layout;
        if old.is_some_and(|old| old.layout == *layout) {
            return;
        }
        let style = self.table.style();
        let sizes = [
            ("--w", layout.card.x),
            ("--h", layout.card.y),
            ("--small-w", layout.small.x),
            ("--small-h", layout.small.y),
            ("--needs", layout.size.y),
        ];
        for (name, value) in sizes {
            let _ = style.set_property(name, &format!("{value}px"));
        }
        let _ = self.table.class_list().toggle_with_force("beside", layout.beside);
        self.with(".news", |news| place(news, layout.news));
        self.with(".opens", |opens| place(opens, layout.opens));
        self.with(".end", |end| place(end, layout.button));
        for (at, area) in layout.dice.iter().enumerate() {
            self.with(&format!(".die[data-die='{at}']"), |die| {
                place(die, *area);
                let _ = die.style().set_property("height", &format!("{}px", area.size.y));
            });
        }
    }

    fn pile(&mut self, room: Room, old: Option<&Scene>, scene: &Scene, at: usize) {
        let Some(pile) = scene.piles.get(at) else { return };
        let before = old.and_then(|old| old.piles.get(at)).map_or(&[][..], Vec::as_slice);
        if before == pile {
            return;
        }
        for gone in before.iter().filter(|was| pile.iter().all(|laid| laid.key != was.key)) {
            if let Some(element) = self.cards.remove(&gone.key) {
                element.remove();
            }
        }
        let Some(group) = self.piles.get(at).map(|pile| &pile.group) else { return };
        // From the top down, so that a card that comes is put under the one that lies on it.
        let mut above: Option<Node> = None;
        for laid in pile.iter().rev() {
            let was = before.iter().find(|was| was.key == laid.key);
            let there = self.cards.get(&laid.key).cloned();
            let fresh = there.is_none();
            let Some(element) = there.or_else(|| card::make(laid)) else { continue };
            if was != Some(laid) {
                card::change(&element, was.filter(|_| !fresh), laid);
            }
            if fresh {
                let _ = group.insert_before(&element, above.as_ref());
                card::glide(room, &element, laid);
                self.cards.insert(laid.key.clone(), element.clone());
            }
            above = Some(element.into());
        }
    }

    fn dice(&self, room: Room, old: Option<&Scene>, scene: &Scene) {
        if old.is_none_or(|old| old.opens != scene.opens) {
            self.with(".opens", |opens| write(opens, &t(&scene.opens)));
        }
        let before = old.map(|old| old.dice);
        if before == Some(scene.dice) {
            return;
        }
        let pips = scene.dice.map_or([0, 0], |(pips, _)| pips);
        self.with("[data-dice]", |dice| {
            let spoken = format!("{}: {}, {}", t(label::DICE), pips[0], pips[1]);
            attribute(dice, "aria-label", Some(&spoken));
            attribute(dice, "data-dice", Some(&format!("{}{}", pips[0], pips[1])));
        });
        for (at, pips) in pips.into_iter().enumerate() {
            self.with(&format!(".die[data-die='{at}'] g"), |group| group.set_inner_html(&self::pips(pips)));
        }
        let pace = room.pace();
        if before.is_some() && scene.dice.is_some() && pace > 0.0 {
            request_animation_frame(move || tumble(pace * 1.8));
        }
    }

    /// Tells what is not in the scene.
    pub(super) fn beside(&mut self, desk: &Desk) {
        let now = Beside::of(desk);
        let Some(scene) = self.scene.as_ref().filter(|_| now != self.beside) else { return };
        attribute(&self.table, "data-version", Some(&now.version.to_string()));
        attribute(&self.table, "data-deal", Some(&now.deal.to_string()));
        attribute(&self.table, "data-wait", Some(now.wait));
        self.with(".news", |news| write(news, &t(&now.news)));
        self.with("[data-do=end]", |button| {
            button.set_hidden(now.end.is_none());
            if let Some((text, chooses)) = &now.end {
                write(button, &t(text));
                button.set_class_name(if *chooses { "waits" } else { "main" });
            }
        });
        self.with("[data-do=skip]", |button| button.set_hidden(!now.skip));
        for (selector, text) in
            [("[data-set-up]", &now.set_up), ("[data-round]", &now.round), ("[data-status]", &now.status)]
        {
            everywhere(selector, |element| write(element, &t(text)));
        }
        everywhere("[data-do=undo]", |button| {
            attribute(button, "aria-disabled", (!now.undo).then_some("true"));
        });
        everywhere("[data-do=hint]", |button| attribute(button, "aria-busy", now.thinks.then_some("true")));
        // Whose hand lies there changes when the screen is given to somebody.
        self.with("[data-pile=hand]", |hand| {
            attribute(hand, "aria-label", Some(&t(words::spot_title(scene.near, Spot::Hand))));
        });
        self.beside = now;
    }
}

impl Pile {
    /// Changes the place of the pile and what stands there, where it differs.
    fn change(&self, before: Option<&Slot>, slot: &Slot) {
        let moved = before.is_none_or(|before| before.area != slot.area);
        if let Some(element) = &self.slot {
            if moved {
                lay(element, slot.area.at);
            }
            if before.is_none_or(|before| before.mark != slot.mark) {
                element.set_class_name(&format!("slot{}", card::classes(slot.mark)));
            }
            if before.is_none_or(|before| before.place != slot.place) {
                attribute(element, "data-place", slot.place.map(|place| place.to_string()).as_deref());
            }
            card::press(element, before.map(Stop::from), slot.into());
        }
        let below = Point { x: slot.area.at.x, y: slot.area.at.y + slot.area.size.y };
        for (element, words) in [(&self.label, Some(&slot.label)), (&self.badge, slot.badge.as_ref())] {
            let Some(element) = element else { continue };
            if moved {
                lay(element, below);
            }
            write(element, &words.map(t).unwrap_or_default());
            element.set_hidden(words.is_none());
        }
    }
}

fn named(scene: &Scene) -> impl Iterator<Item = &Laid> {
    scene.piles.iter().flatten().filter(|laid| laid.name.is_some())
}

/// Changes the box of a player, where it differs.
fn seat(element: &HtmlElement, before: Option<&Seated>, seated: &Seated) {
    if before.is_none_or(|before| before.area != seated.area) {
        place(element, seated.area);
        let _ = element.style().set_property("height", &format!("{}px", seated.area.size.y));
    }
    for (class, on) in [("turn", seated.turn), ("won-seat", seated.won), ("away", seated.away)] {
        let _ = element.class_list().toggle_with_force(class, on);
    }
    let parts = element.children();
    for (at, text) in [&seated.name, &seated.about, &seated.hand].into_iter().enumerate() {
        if let Some(part) = parts.item(at as u32) {
            write(&part, &t(text));
        }
    }
    if let Some(group) = element.parent_element() {
        let spoken =
            Text::row([seated.name.clone(), seated.about.clone(), seated.hand.clone()], Separator::Comma);
        attribute(&group, "aria-label", Some(&t(spoken)));
        attribute(&group, "aria-current", seated.turn.then_some("true"));
    }
}

/// Writes words where they do not stand yet: a browser lays out what is written, be it the same.
fn write(element: &Element, words: &str) {
    if element.text_content().as_deref() != Some(words) {
        element.set_text_content(Some(words));
    }
}

/// Changes all elements of the page that a selector finds: some stand above and below the table.
fn everywhere(selector: &str, change: impl Fn(&Element)) {
    let Ok(found) = document().query_selector_all(selector) else { return };
    for at in 0..found.length() {
        if let Some(element) = found.item(at) {
            change(element.unchecked_ref());
        }
    }
}

/// Puts an element into its area.
fn place(element: &HtmlElement, area: Area) {
    lay(element, area.at);
    let _ = element.style().set_property("width", &format!("{}px", area.size.x));
}

/// The table without its cards. It has no word of a player's in it.
fn skeleton(scene: &Scene) -> String {
    let pile = |spot: Spot, class: &str| {
        let (title, places) = (
            t(words::spot_title(scene.near, spot)),
            match spot {
                Spot::Hand => "",
                _ => {
                    r#"<div class="slot"></div><span class="label" aria-hidden="true"></span><span class="badge" aria-hidden="true" hidden></span>"#
                }
            },
        );
        format!(r#"<div class="{class}" role="group" aria-label="{title}" data-pile="{spot}">{places}</div>"#)
    };
    let mut html = format!(r#"<div class="pile" role="group" aria-label="{}">"#, t(label::OPPONENTS));
    for seated in &scene.seats {
        let seat = seated.seat;
        // Writing to a string cannot fail.
        let _ = write!(
            html,
            r#"<div class="pile" role="group"><div class="seat" aria-hidden="true" data-seat="{seat}"><b></b><span class="about"></span><span></span></div>{}{}</div>"#,
            pile(Spot::Reserve(seat), "pile small"),
            pile(Spot::Discard(seat), "pile small"),
        );
    }
    html += r#"</div><p class="news" aria-hidden="true"></p>"#;
    let own = |slot: &&Slot| match slot.spot {
        Spot::Reserve(seat) | Spot::Discard(seat) => seat == scene.near,
        Spot::Stock | Spot::Foundation(_) | Spot::Hand => true,
    };
    let (middle, near): (Vec<&Slot>, Vec<&Slot>) = scene
        .slots
        .iter()
        .filter(own)
        .partition(|slot| matches!(slot.spot, Spot::Stock | Spot::Foundation(_)));
    html.extend(middle.iter().map(|slot| pile(slot.spot, "pile")));
    html += r#"<div class="pile" role="img" data-dice="">"#;
    for at in 0..2 {
        let _ = write!(
            html,
            r#"<svg class="die" data-die="{at}" viewBox="0 0 60 60" aria-hidden="true"><rect x="1" y="1" width="58" height="58" rx="12"></rect><g></g></svg>"#
        );
    }
    html += r#"</div><p class="opens"></p>"#;
    html.extend(near.iter().map(|slot| pile(slot.spot, "pile")));
    let _ = write!(
        html,
        r#"<div class="end"><button data-do="end" hidden></button><button data-do="skip" hidden>{}</button></div><svg class="arrows" aria-hidden="true"><defs><marker id="tip" viewBox="0 0 10 10" refX="6" refY="5" markerWidth="4.200" markerHeight="4.200" orient="auto"><path d="M0 0L10 5L0 10L2.500 5z"></path></marker></defs><g></g></svg>"#,
        t(label::SKIP)
    );
    html
}

/// The pips of a die.
pub(crate) fn pips(number: u8) -> String {
    let spots: &[(u8, u8)] = match number {
        1 => &[(30, 30)],
        2 => &[(16, 16), (44, 44)],
        3 => &[(16, 16), (30, 30), (44, 44)],
        4 => &[(16, 16), (44, 16), (16, 44), (44, 44)],
        5 => &[(16, 16), (44, 16), (30, 30), (16, 44), (44, 44)],
        6 => &[(16, 14), (44, 14), (16, 30), (44, 30), (16, 46), (44, 46)],
        _ => &[],
    };
    spots.iter().map(|(x, y)| format!(r#"<circle cx="{x}" cy="{y}" r="6"></circle>"#)).collect()
}

/// The dice roll.
fn tumble(duration: f64) {
    let Ok(dice) = document().query_selector_all(".die") else { return };
    for (at, from) in ["-1.2turn", "0.9turn"].into_iter().enumerate() {
        let Some(die) = dice.item(at as u32).map(JsCast::unchecked_into::<HtmlElement>) else { continue };
        // A browser moves pictures without the page's help by this property alone.
        let place = die.style().get_property_value("transform").unwrap_or_default();
        let turned = |by: &str, size: &str| JsValue::from(format!("{place} rotate({by}) scale({size})"));
        let frames = Array::of2(&turned(from, "0.6"), &turned("0turn", "1"));
        motion::run(&die, js::object(&[("transform", frames.into())]), duration, 0.0, false);
    }
}

/// A hint, as a bow from where to where.
fn arrow(from: Point, to: Point) -> String {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy).max(1.0);
    let bow = length * 0.18 * if dx >= 0.0 { 1.0 } else { -1.0 };
    let (mx, my) =
        (f64::midpoint(from.x, to.x) - dy / length * bow, f64::midpoint(from.y, to.y) + dx / length * bow);
    let path = format!("M{:.1} {:.1}Q{mx:.1} {my:.1} {:.1} {:.1}", from.x, from.y, to.x, to.y);
    format!(
        r#"<path class="under" d="{path}"></path><path class="arrow" d="{path}" marker-end="url(#tip)"></path>"#
    )
}
