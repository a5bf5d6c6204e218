//! Draws a [`Scene`] by comparing it with the previous one.
//!
//! Most of a table stays the same from one scene to the next. Every element that is added, removed or changed
//! costs the browser time, so only differences are applied. A card keeps its element wherever it goes.

use std::collections::HashMap;

use cards::Card;
use client::shell::{Area, Mark, Point, Scene, SceneCard, ScenePile, SceneSeat, Symbol};
use client::words::{self, label};
use text::{Separator, Text};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, Node};

use super::motion::{self, Glide};
use crate::art;
use crate::dom::{create, set_attribute};
use crate::language::t;

/// How many unused card elements are kept for reuse.
const MAX_SPARE_CARDS: usize = 80;

/// A table on the page, and the last scene that was drawn.
pub(crate) struct Renderer {
    /// The element of the table. Its style properties contain the sizes of cards.
    table: HtmlElement,
    /// The element that contains everything that is drawn.
    surface: HtmlElement,
    scene: Option<Scene>,
    /// The piles, in the order of the scene.
    piles: Vec<PileElements>,
    /// The boxes of the other players, in the order of the scene.
    seats: Vec<HtmlElement>,
    cards: HashMap<String, HtmlElement>,
    dice: Option<DiceElements>,
    arrows: Option<Element>,
}

struct PileElements {
    group: HtmlElement,
    /// The empty place; a hand has none.
    slot: Option<HtmlElement>,
    label: Option<HtmlElement>,
    badge: Option<HtmlElement>,
}

struct DiceElements {
    group: HtmlElement,
    dice: Vec<HtmlElement>,
    meaning: HtmlElement,
}

impl Renderer {
    /// A renderer that draws into the surface of a table.
    pub(crate) fn new(table: HtmlElement, surface: HtmlElement) -> Renderer {
        Renderer {
            table,
            surface,
            scene: None,
            piles: Vec::new(),
            seats: Vec::new(),
            cards: HashMap::new(),
            dice: None,
            arrows: None,
        }
    }

    /// A renderer that is not on the page, to warm up the program.
    pub(crate) fn offscreen() -> Option<Renderer> {
        Some(Renderer::new(create("main", "")?, create("div", "")?))
    }

    /// The element of the table.
    pub(crate) fn table(&self) -> &HtmlElement {
        &self.table
    }

    /// The scene that was drawn last.
    pub(crate) fn scene(&self) -> Option<&Scene> {
        self.scene.as_ref()
    }

    /// Forgets the last scene, so that the next one is drawn from scratch, for example in another language.
    pub(crate) fn reset(&mut self) {
        self.scene = None;
        self.cards.clear();
    }

    /// Draws a scene. Cards that have moved are animated for `travel` milliseconds, unless that is 0; cards
    /// that were just dropped start at the distance `released` from their previous place.
    pub(crate) fn draw(&mut self, scene: Scene, travel: f64, released: Option<Point>) {
        if self.scene.as_ref().is_none_or(|old| !has_same_piles(old, &scene)) {
            self.build(&scene);
        }
        let old = self.scene.take();
        self.blur_moving_card(old.as_ref(), &scene);
        self.set_sizes(old.as_ref(), &scene);
        self.remove_cards(old.as_ref(), &scene);
        for (at, pile) in scene.piles.iter().enumerate() {
            let before = old.as_ref().and_then(|old| old.piles.get(at));
            if before == Some(pile) {
                continue;
            }
            if let Some(elements) = self.piles.get(at) {
                elements.update(before, pile);
            }
            self.draw_pile(at, pile, old.as_ref());
        }
        for (at, seat) in scene.seats.iter().enumerate() {
            let before = old.as_ref().and_then(|old| old.seats.get(at));
            if before != Some(seat)
                && let Some(element) = self.seats.get(at)
            {
                update_seat(element, before, seat);
            }
        }
        self.draw_dice(old.as_ref(), &scene, travel);
        self.draw_arrows(old.as_ref(), &scene);
        if let Some(old) = old.as_ref().filter(|_| travel > 0.0) {
            for glide in motion::glides(old, &scene, released) {
                self.glide(&glide, travel);
            }
        }
        self.scene = Some(scene);
    }

    /// Builds the table without its cards.
    fn build(&mut self, scene: &Scene) {
        self.cards.clear();
        self.scene = None;
        self.surface.set_inner_html("");
        let owned = |owner| scene.piles.iter().filter(move |pile| pile.owner == owner);
        let mut groups: HashMap<String, PileElements> = HashMap::new();
        if !scene.seats.is_empty()
            && let Some(others) = group(&self.surface, "pile", &t(label::OPPONENTS))
        {
            self.seats.clear();
            for seat in &scene.seats {
                let Some(player) = group(&others, "pile", "") else { continue };
                if let Some(words) = create("div", "seat") {
                    words.set_inner_html("<b></b><span class=\"about\"></span><span></span>");
                    set_attribute(&words, "aria-hidden", Some("true"));
                    set_attribute(&words, "data-seat", Some(&seat.seat.to_string()));
                    let _ = player.append_child(&words);
                    self.seats.push(words);
                }
                for pile in owned(Some(seat.seat)) {
                    groups.extend(build_pile(&player, pile, "pile small"));
                }
            }
        }
        let (own, middle): (Vec<&ScenePile>, Vec<&ScenePile>) = owned(None).partition(|pile| pile.own);
        let surface = self.surface.clone();
        for pile in middle {
            groups.extend(build_pile(&surface, pile, "pile"));
        }
        self.dice = scene.dice.is_some().then(|| build_dice(&surface)).flatten();
        for pile in own {
            groups.extend(build_pile(&surface, pile, "pile"));
        }
        self.piles = scene.piles.iter().filter_map(|pile| groups.remove(&pile.name)).collect();
        self.arrows = build_arrows(&surface);
    }

    /// Passes the sizes of cards to the style sheet.
    fn set_sizes(&self, old: Option<&Scene>, scene: &Scene) {
        let sizes = |scene: &Scene| (scene.card, scene.small, scene.size);
        if old.is_some_and(|old| sizes(old) == sizes(scene) && old.words_beside == scene.words_beside) {
            return;
        }
        let style = self.table.style();
        for (name, value) in [
            ("--w", scene.card.x),
            ("--h", scene.card.y),
            ("--small-w", scene.small.x),
            ("--small-h", scene.small.y),
            ("--needs", scene.size.y),
        ] {
            let _ = style.set_property(name, &format!("{value}px"));
        }
        let _ = self.table.class_list().toggle_with_force("beside", scene.words_beside);
        // Other code fills these elements; the scene determines only their position.
        for (selector, area) in [(".news", scene.latest), (".end", scene.button)] {
            if let Some(area) = area
                && let Ok(Some(element)) = self.table.query_selector(selector)
            {
                place(element.unchecked_ref(), area);
            }
        }
    }

    /// Removes the focus from a card that moves to another pile or loses its name. The browser would do that
    /// itself, but only after laying out half of the new page.
    fn blur_moving_card(&self, old: Option<&Scene>, scene: &Scene) {
        let Some((pile, card)) = old.and_then(|old| {
            old.piles.iter().find_map(|pile| {
                let focused = |card: &&SceneCard| card.mark.cursor && card.spoken.is_some();
                pile.cards.iter().find(focused).map(|card| (pile, card))
            })
        }) else {
            return;
        };
        let stays = scene.piles.iter().any(|now| {
            let is_same = |other: &SceneCard| other.key == card.key && other.spoken.is_some();
            now.name == pile.name && now.cards.iter().any(is_same)
        });
        if !stays && let Some(element) = self.cards.get(&card.key) {
            let _ = element.blur();
        }
    }

    fn remove_cards(&mut self, old: Option<&Scene>, scene: &Scene) {
        let Some(old) = old else { return };
        for gone in old.cards().filter(|card| find(scene, &card.key).is_none()) {
            if let Some(element) = self.cards.get(&gone.key) {
                element.remove();
            }
        }
        if self.cards.len() > scene.cards().count() + MAX_SPARE_CARDS {
            self.cards.retain(|key, _| find(scene, key).is_some());
        }
    }

    fn draw_pile(&mut self, at: usize, pile: &ScenePile, old: Option<&Scene>) {
        let Some(group) = self.piles.get(at).map(|elements| elements.group.clone()) else { return };
        // From the top down, so that each card is inserted below the one that covers it.
        let mut above: Option<Node> = None;
        for card in pile.cards.iter().rev() {
            let known = self.cards.get(&card.key).cloned();
            let was = known.as_ref().and(old).and_then(|old| find(old, &card.key));
            let Some(element) = known.or_else(|| make_card(card.face)) else { continue };
            if was != Some(card) {
                update_card(&element, was, card);
            }
            let is_in_place =
                element.parent_node().as_ref() == Some(group.as_ref()) && element.next_sibling() == above;
            if !is_in_place {
                let _ = group.insert_before(&element, above.as_ref());
            }
            above = Some(element.clone().into());
            self.cards.insert(card.key.clone(), element);
        }
    }

    fn draw_dice(&self, old: Option<&Scene>, scene: &Scene, travel: f64) {
        let (Some(elements), Some(dice)) = (&self.dice, &scene.dice) else { return };
        let before = old.and_then(|old| old.dice.as_ref());
        if before == Some(dice) {
            return;
        }
        if before.is_none_or(|before| before.areas != dice.areas || before.meaning_area != dice.meaning_area)
        {
            for (element, area) in elements.dice.iter().zip(dice.areas) {
                place(element, area);
                let _ = element.style().set_property("height", &format!("{}px", area.size.y));
            }
            place(&elements.meaning, dice.meaning_area);
        }
        write(&elements.meaning, &t(&dice.meaning));
        let pips = dice.pips.unwrap_or([0, 0]);
        let spoken = format!("{}: {}, {}", t(&dice.title), pips[0], pips[1]);
        set_attribute(&elements.group, "aria-label", Some(&spoken));
        set_attribute(&elements.group, "data-dice", Some(&format!("{}{}", pips[0], pips[1])));
        if before.is_none_or(|before| before.pips != dice.pips) {
            for (element, pips) in elements.dice.iter().zip(pips) {
                if let Some(group) = element.last_element_child() {
                    group.set_inner_html(&art::pips(pips));
                }
            }
        }
        if travel > 0.0 && before.is_some_and(|before| before.roll != dice.roll) && dice.pips.is_some() {
            motion::tumble(&elements.dice, travel * 1.8);
        }
    }

    fn draw_arrows(&self, old: Option<&Scene>, scene: &Scene) {
        if old.is_some_and(|old| old.arrows == scene.arrows) {
            return;
        }
        let Some(arrows) = &self.arrows else { return };
        let paths: String = scene.arrows.iter().map(|(from, to)| arrow(*from, *to, scene.card.x)).collect();
        // An empty layer of arrows would be above all moving cards.
        set_attribute(arrows, "hidden", paths.is_empty().then_some(""));
        if let Some(group) = arrows.last_element_child() {
            group.set_inner_html(&paths);
        }
    }

    fn glide(&self, glide: &Glide, travel: f64) {
        match &glide.key {
            Some(key) => {
                if let Some(element) = self.cards.get(key) {
                    motion::show(element, glide, travel, false);
                }
            }
            // Show a card that has left the table while it moves.
            None => {
                if let Some(back) = create("div", "card back") {
                    set_attribute(&back, "aria-hidden", Some("true"));
                    let _ = self.surface.append_child(&back);
                    motion::show(&back, glide, travel, true);
                }
            }
        }
    }
}

fn has_same_piles(old: &Scene, new: &Scene) -> bool {
    let names = |scene: &Scene| scene.piles.iter().map(|pile| pile.name.clone()).collect::<Vec<_>>();
    names(old) == names(new)
}

fn find<'a>(scene: &'a Scene, key: &str) -> Option<&'a SceneCard> {
    scene.cards().find(|card| card.key == key)
}

fn group(parent: &Element, class: &str, title: &str) -> Option<HtmlElement> {
    let group = create("div", class)?;
    set_attribute(&group, "role", Some("group"));
    set_attribute(&group, "aria-label", (!title.is_empty()).then_some(title));
    parent.append_child(&group).ok()?;
    Some(group)
}

fn build_pile(parent: &Element, pile: &ScenePile, class: &str) -> Option<(String, PileElements)> {
    let group = group(parent, class, "")?;
    let slot = (pile.kind != "hand").then(|| create("div", "slot")).flatten();
    let has_label = !pile.label.is_empty();
    let label = has_label.then(|| create("span", "label")).flatten();
    let badge = has_label.then(|| create("span", "badge")).flatten();
    if let Some(slot) = &slot {
        draw_symbol(slot, pile.symbol);
        set_attribute(slot, "data-spot", Some(&pile.name));
    }
    for part in [&label, &badge].into_iter().flatten() {
        set_attribute(part, "aria-hidden", Some("true"));
    }
    for part in [&slot, &label, &badge].into_iter().flatten() {
        let _ = group.append_child(part);
    }
    set_attribute(&group, "data-pile", Some(&pile.name));
    Some((pile.name.clone(), PileElements { group, slot, label, badge }))
}

fn build_dice(surface: &HtmlElement) -> Option<DiceElements> {
    let group = create("div", "pile")?;
    set_attribute(&group, "role", Some("img"));
    group.set_inner_html(
        &r#"<svg class="die" viewBox="0 0 60 60" aria-hidden="true"><rect x="1" y="1" width="58" height="58" rx="12"></rect><g></g></svg>"#
            .repeat(2),
    );
    let meaning = create("p", "opens")?;
    surface.append_child(&group).ok()?;
    surface.append_child(&meaning).ok()?;
    let children = group.children();
    let dice = (0..2).filter_map(|at| children.item(at)).map(JsCast::unchecked_into).collect();
    Some(DiceElements { group, dice, meaning })
}

fn build_arrows(surface: &HtmlElement) -> Option<Element> {
    let html = r#"<svg class="arrows" aria-hidden="true" hidden><defs><marker id="tip" viewBox="0 0 10 10" refX="6" refY="5" markerWidth="4.200" markerHeight="4.200" orient="auto"><path d="M0 0L10 5L0 10L2.500 5z"></path></marker></defs><g></g></svg>"#;
    surface.insert_adjacent_html("beforeend", html).ok()?;
    surface.last_element_child()
}

fn draw_symbol(slot: &HtmlElement, symbol: Symbol) {
    let drawing = match symbol {
        Symbol::None => return,
        Symbol::Suit(suit) => art::shape(suit),
        Symbol::Redeal(_) => concat!(
            r#"<path d="M7 7l10 10M17 7L7 17" class="stroke none"/>"#,
            r#"<path d="M19 12a7 7 0 1 1-2.2-5.100M19 3v5h-5" class="stroke over"/>"#
        )
        .to_owned(),
    };
    slot.set_inner_html(&format!(r#"<svg viewBox="0 0 24 24" aria-hidden="true">{drawing}</svg>"#));
}

fn make_card(face: Option<Card>) -> Option<HtmlElement> {
    let element = create("div", "")?;
    if let Some(card) = face {
        set_attribute(&element, "data-card", Some(&card.to_string()));
        let face = art::face(card);
        element.set_inner_html(&format!(r#"<svg viewBox="0 0 100 140" aria-hidden="true">{face}</svg>"#));
    }
    Some(element)
}

impl PileElements {
    fn update(&self, before: Option<&ScenePile>, pile: &ScenePile) {
        let has_moved = before.is_none_or(|before| before.area != pile.area);
        if before.is_none_or(|before| before.title != pile.title) {
            set_attribute(&self.group, "aria-label", Some(&t(&pile.title)));
        }
        if let Some(slot) = &self.slot {
            if has_moved {
                move_to(slot, pile.area.at);
            }
            let class = |pile: &ScenePile| {
                let turns = if pile.symbol == Symbol::Redeal(true) { " turns" } else { "" };
                format!("slot {}{turns}{}", pile.kind, classes(pile.mark))
            };
            let now = class(pile);
            if before.is_none_or(|before| class(before) != now) {
                slot.set_class_name(&now);
            }
            if before.is_none_or(|before| before.place != pile.place) {
                set_attribute(slot, "data-place", pile.place.as_deref());
            }
            update_stop(slot, before.map(Stop::of_pile), Stop::of_pile(pile));
        }
        let below = Point { x: pile.area.at.x, y: pile.area.at.y + pile.area.size.y };
        for (element, words) in [(&self.label, Some(&pile.label)), (&self.badge, pile.badge.as_ref())] {
            let Some(element) = element else { continue };
            if has_moved {
                move_to(element, below);
            }
            write(element, &words.map(t).unwrap_or_default());
            element.set_hidden(words.is_none());
        }
    }
}

fn update_card(element: &HtmlElement, before: Option<&SceneCard>, card: &SceneCard) {
    if before.is_none_or(|before| before.at != card.at) {
        move_to(element, card.at);
    }
    if before.is_none_or(|before| before.mark != card.mark) {
        let kind = card.face.map_or_else(|| "back".to_owned(), |card| format!("face {}", card.suit));
        element.set_class_name(&format!("card {kind}{}", classes(card.mark)));
    }
    if before.is_none_or(|before| before.place != card.place) {
        set_attribute(element, "data-place", Some(&card.place));
    }
    update_stop(element, before.map(Stop::of_card), Stop::of_card(card));
    let pressed =
        |card: &SceneCard| card.spoken.is_some().then_some(if card.mark.picked { "true" } else { "false" });
    if before.is_none_or(|before| pressed(before) != pressed(card)) {
        set_attribute(element, "aria-pressed", pressed(card));
    }
}

/// Makes an element reachable by keyboard, if it has a name.
#[derive(Clone, Copy)]
struct Stop<'a> {
    spoken: Option<&'a Text>,
    mark: Mark,
}

impl<'a> Stop<'a> {
    fn of_card(card: &'a SceneCard) -> Stop<'a> {
        Stop { spoken: card.spoken.as_ref(), mark: card.mark }
    }

    /// A covered place cannot be pointed at.
    fn of_pile(pile: &'a ScenePile) -> Stop<'a> {
        Stop { spoken: pile.place.as_ref().map(|_| &pile.spoken), mark: pile.mark }
    }

    fn attributes(self) -> [(&'static str, Option<&'static str>); 6] {
        let Stop { spoken, mark } = self;
        let is_named = spoken.is_some();
        [
            ("role", is_named.then_some("button")),
            ("aria-hidden", (!is_named).then_some("true")),
            // Only one place of the table is in the tab order; arrow keys lead to the others.
            ("tabindex", is_named.then_some(if mark.cursor { "0" } else { "-1" })),
            ("data-target", mark.target.then_some("")),
            ("data-lit", mark.lit.then_some("")),
            ("data-hint", mark.hinted.then_some("")),
        ]
    }
}

/// Sets an attribute only if it differs: browsers restyle even if the value stays the same.
fn update_stop(element: &HtmlElement, before: Option<Stop<'_>>, stop: Stop<'_>) {
    let old = before.map(Stop::attributes);
    for (at, (name, value)) in stop.attributes().into_iter().enumerate() {
        if old.is_none_or(|old| old[at].1 != value) {
            set_attribute(element, name, value);
        }
    }
    let Stop { spoken, mark } = stop;
    if before.is_none_or(|before| (before.spoken, before.mark.target) != (spoken, mark.target)) {
        let spoken = spoken.map(|name| if mark.target { t(words::can_go_here(name)) } else { t(name) });
        set_attribute(element, "aria-label", spoken.as_deref());
    }
}

fn classes(mark: Mark) -> String {
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

fn update_seat(element: &HtmlElement, before: Option<&SceneSeat>, seat: &SceneSeat) {
    if before.is_none_or(|before| before.area != seat.area) {
        place(element, seat.area);
        let _ = element.style().set_property("height", &format!("{}px", seat.area.size.y));
    }
    for (class, on) in [("turn", seat.turn), ("won-seat", seat.won), ("away", seat.away)] {
        let _ = element.class_list().toggle_with_force(class, on);
    }
    let parts = element.children();
    for (at, text) in [&seat.name, &seat.about, &seat.hand].into_iter().enumerate() {
        if let Some(part) = parts.item(at as u32) {
            write(&part, &t(text));
        }
    }
    if let Some(group) = element.parent_element() {
        let spoken = Text::row([seat.name.clone(), seat.about.clone(), seat.hand.clone()], Separator::Comma);
        set_attribute(&group, "aria-label", Some(&t(spoken)));
        set_attribute(&group, "aria-current", seat.turn.then_some("true"));
    }
}

/// Sets a text only if it differs: browsers lay out again even if the text stays the same.
fn write(element: &Element, words: &str) {
    if element.text_content().as_deref() != Some(words) {
        element.set_text_content(Some(words));
    }
}

/// Moves an element without a new layout of others.
fn move_to(element: &HtmlElement, at: Point) {
    let _ = element.style().set_property("transform", &motion::translate(at));
}

fn place(element: &HtmlElement, area: Area) {
    move_to(element, area.at);
    let _ = element.style().set_property("width", &format!("{}px", area.size.x));
}

/// An arrow from one card to another; a loop if both are the same.
fn arrow(from: Point, to: Point, card: f64) -> String {
    let by = to.minus(from);
    let length = by.x.hypot(by.y);
    let path = if length < 1.0 {
        let r = card * 0.28;
        format!("M{} {}a{r} {r} 0 1 1 {} {}", from.x - r, from.y, r, r)
    } else {
        // Bend it downwards, where there are fewer cards.
        let bend = (length * 0.2).min(card * 0.9) * if by.x >= 0.0 { 1.0 } else { -1.0 };
        let x = f64::midpoint(from.x, to.x) - by.y / length * bend;
        let y = f64::midpoint(from.y, to.y) + by.x / length * bend;
        format!("M{:.1} {:.1}Q{x:.1} {y:.1} {:.1} {:.1}", from.x, from.y, to.x, to.y)
    };
    format!(
        r#"<path class="under" d="{path}"></path><path class="arrow" d="{path}" marker-end="url(#tip)"></path>"#
    )
}
