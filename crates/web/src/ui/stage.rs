//! The cards on the page.
//!
//! A table is drawn many times a minute, and each time almost all of it stays as it is. So what is shown is kept beside what is to be shown,
//! and only what differs is touched: a browser pays for every element that comes, goes or changes, and nobody should wait for that.
//! A card keeps its element wherever it goes, and also while it is not seen.

use cards::Card;
use client::klondike::{Laid, Mark, Point, Scene, Slot, Spot};
use client::words;
use leptos::prelude::document;
use text::Text;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::motion::{self, Glide};
use super::place;
use crate::art;
use crate::language::t;

/// Thirteen piles and their cards, as elements.
pub(crate) struct Stage {
    table: HtmlElement,
    /// Whether the cards can be pointed at and have names.
    live: bool,
    piles: Vec<Pile>,
    pieces: Pieces,
    shown: Option<Scene>,
}

/// Every card that was ever shown, by its key: there are not many.
type Pieces = Vec<(u16, HtmlElement)>;

/// A pile, read as one group: its place, then its cards from the lowest up.
struct Pile {
    group: Element,
    slot: HtmlElement,
}

impl Stage {
    /// Thirteen places without cards.
    pub(crate) fn new(table: HtmlElement) -> Stage {
        Stage::with(table, true)
    }

    /// The same, to be looked at only.
    pub(crate) fn to_watch(table: HtmlElement) -> Stage {
        Stage::with(table, false)
    }

    /// The same, on no page.
    pub(crate) fn unseen() -> Option<Stage> {
        Some(Stage::new(create("main", "")?))
    }

    fn with(table: HtmlElement, live: bool) -> Stage {
        let piles = Spot::all().filter_map(|spot| Pile::new(&table, spot, live)).collect();
        Stage { table, live, piles, pieces: Pieces::new(), shown: None }
    }

    /// Shows a scene. What lies elsewhere than before glides there in `pace` milliseconds; what was let go glides from where it was held.
    pub(crate) fn show(&mut self, scene: &Scene, let_go: Option<Point>, pace: f64) {
        let before = self.shown.take();
        let old = before.as_ref();
        self.let_go_of_keyboard(old, scene);
        self.clear(old, scene);
        for (at, (pile, laid)) in self.piles.iter().zip(&scene.piles).enumerate() {
            let was = old.and_then(|old| old.piles.get(at)).map_or(&[][..], Vec::as_slice);
            arrange(pile, laid, was, &mut self.pieces);
        }
        for laid in cards(scene) {
            let was = old.and_then(|old| card(old, laid.key));
            if was != Some(laid)
                && let Some(element) = piece(&self.pieces, laid.key)
            {
                dress_card(element, laid, was, self.live);
            }
        }
        for (at, (pile, slot)) in self.piles.iter().zip(&scene.slots).enumerate() {
            let was = old.and_then(|old| old.slots.get(at));
            if was != Some(slot) {
                dress_slot(&pile.slot, slot, was, self.live);
            }
        }
        if let Some(before) = old.filter(|before| pace > 0.0 && before.layout == scene.layout) {
            for glide in motion::glides(before, scene, let_go) {
                self.glide(&glide, pace);
            }
        }
        self.shown = Some(scene.clone());
    }

    /// Takes away the cards that are not shown any more.
    fn clear(&self, before: Option<&Scene>, scene: &Scene) {
        for gone in before.into_iter().flat_map(cards).filter(|laid| card(scene, laid.key).is_none()) {
            if let Some(element) = piece(&self.pieces, gone.key) {
                element.remove();
            }
        }
    }

    /// Takes the keyboard from a card that goes to another pile, or has no name any more. A browser does so itself, but looks at half of the
    /// new page first.
    fn let_go_of_keyboard(&self, before: Option<&Scene>, scene: &Scene) {
        let had =
            before.and_then(|before| cards(before).find(|laid| laid.mark.cursor && laid.name.is_some()));
        let stays = |had: &&Laid| {
            card(scene, had.key)
                .is_some_and(|now| now.name.is_some() && Spot::from(now.place) == Spot::from(had.place))
        };
        if let Some(had) = had.filter(|had| !stays(had))
            && let Some(element) = piece(&self.pieces, had.key)
        {
            let _ = element.blur();
        }
    }

    fn glide(&self, glide: &Glide, pace: f64) {
        match glide.key {
            Some(key) => {
                if let Some(element) = piece(&self.pieces, key) {
                    motion::show(element, glide, pace, false);
                }
            }
            // A card that is not seen any more is seen on its way.
            None => {
                if let Some(back) = back() {
                    set(&back, "aria-hidden", Some("true"));
                    let _ = self.table.append_child(&back);
                    motion::show(&back, glide, pace, true);
                }
            }
        }
    }
}

impl Pile {
    fn new(table: &HtmlElement, spot: Spot, live: bool) -> Option<Pile> {
        let (group, slot) = (create("div", "pile")?, create("div", "slot")?);
        if live {
            set(&group, "role", Some("group"));
            set(&group, "aria-label", Some(&t(words::spot_title(spot))));
            set(&group, "data-pile", Some(&spot.to_string()));
            set(&slot, "data-spot", Some(&spot.to_string()));
        }
        let sign = match spot {
            Spot::Foundation(suit) => art::shape(suit),
            Spot::Stock => concat!(
                r#"<path d="M7 7l10 10M17 7L7 17" class="stroke none"/>"#,
                r#"<path d="M19 12a7 7 0 1 1-2.2-5.100M19 3v5h-5" class="stroke over"/>"#
            )
            .to_owned(),
            Spot::Waste | Spot::Column(_) => String::new(),
        };
        if !sign.is_empty() {
            slot.set_inner_html(&format!(r#"<svg viewBox="0 0 24 24" aria-hidden="true">{sign}</svg>"#));
        }
        group.append_child(&slot).ok()?;
        table.append_child(&group).ok()?;
        Some(Pile { group: group.into(), slot })
    }
}

fn cards(scene: &Scene) -> impl Iterator<Item = &Laid> {
    scene.piles.iter().flatten()
}

fn card(scene: &Scene, key: u16) -> Option<&Laid> {
    cards(scene).find(|laid| laid.key == key)
}

fn piece(pieces: &Pieces, key: u16) -> Option<&HtmlElement> {
    pieces.iter().find(|(other, _)| *other == key).map(|(_, piece)| piece)
}

/// Puts the cards of a pile into it, in their order; those that are there already are not touched.
fn arrange(pile: &Pile, laid: &[Laid], was: &[Laid], pieces: &mut Pieces) {
    if laid.iter().map(|laid| laid.key).eq(was.iter().map(|laid| laid.key)) {
        return;
    }
    let mut next = pile.slot.next_element_sibling();
    for laid in laid {
        if piece(pieces, laid.key).is_none() {
            pieces.extend(laid.face.map_or_else(back, face).map(|element| (laid.key, element)));
        }
        let Some(node) = piece(pieces, laid.key).map(AsRef::<Element>::as_ref) else { continue };
        if next.as_ref() == Some(node) {
            next = node.next_element_sibling();
        } else {
            // The next one is a child of the pile, so there is always room before it.
            let _ = pile.group.insert_before(node, next.as_ref().map(AsRef::as_ref));
        }
    }
}

fn face(card: Card) -> Option<HtmlElement> {
    let element = create("div", "")?;
    set(&element, "data-card", Some(&card.to_string()));
    let face = art::face(card);
    element.set_inner_html(&format!(r#"<svg viewBox="0 0 100 140" aria-hidden="true">{face}</svg>"#));
    Some(element)
}

fn back() -> Option<HtmlElement> {
    create("div", "card back")
}

fn create(tag: &str, class: &str) -> Option<HtmlElement> {
    let element = document().create_element(tag).ok()?.dyn_into::<HtmlElement>().ok()?;
    element.set_class_name(class);
    Some(element)
}

/// What an element is to eyes, hands and screen readers.
struct Dress<'a> {
    class: String,
    at: Point,
    place: Option<games::klondike::Place>,
    name: Option<&'a Text>,
    mark: Mark,
}

fn dress_card(element: &HtmlElement, laid: &Laid, was: Option<&Laid>, live: bool) {
    let dress = |laid: &'_ Laid| {
        let kind = laid.face.map_or_else(|| "back".to_owned(), |card| format!("face {}", card.suit));
        (format!("card {kind}{}", classes(laid.mark)), laid.name.is_some())
    };
    let (class, named) = dress(laid);
    let now =
        Dress { class, at: laid.at, place: Some(laid.place), name: laid.name.as_ref(), mark: laid.mark };
    let was = was.map(|was| Dress {
        class: dress(was).0,
        at: was.at,
        place: Some(was.place),
        name: was.name.as_ref(),
        mark: was.mark,
    });
    put_on(element, &now, was.as_ref(), live);
    let pressed = named.then(|| laid.mark.picked.to_string());
    let changed =
        was.as_ref().is_none_or(|was| was.name.is_some() != named || was.mark.picked != laid.mark.picked);
    if live && changed {
        set(element, "aria-pressed", pressed.as_deref());
    }
}

fn dress_slot(element: &HtmlElement, slot: &Slot, was: Option<&Slot>, live: bool) {
    fn dress(slot: &Slot) -> Dress<'_> {
        let turns = if slot.turns_over { " turns" } else { "" };
        Dress {
            class: format!("slot {}{turns}{}", kind(slot.spot), classes(slot.mark)),
            at: slot.at,
            place: slot.place,
            // A place under cards is nothing to point at.
            name: slot.place.map(|_| &slot.name),
            mark: slot.mark,
        }
    }
    put_on(element, &dress(slot), was.map(dress).as_ref(), live);
}

/// Changes what is not yet as it is to be.
fn put_on(element: &HtmlElement, now: &Dress<'_>, was: Option<&Dress<'_>>, live: bool) {
    if was.is_none_or(|was| was.class != now.class) {
        element.set_class_name(&now.class);
    }
    if was.is_none_or(|was| was.at != now.at) {
        let _ = element.style().set_property("transform", &motion::moved(now.at));
    }
    if !live {
        return;
    }
    if was.is_none_or(|was| was.place != now.place) {
        set(element, "data-place", now.place.map(place::name).as_deref());
    }
    if was.is_none_or(|was| was.mark.hinted != now.mark.hinted) {
        set(element, "data-hint", now.mark.hinted.then_some(""));
    }
    let target = was.is_none_or(|was| was.mark.target != now.mark.target);
    if target {
        set(element, "data-target", now.mark.target.then_some(""));
    }
    if target || was.is_none_or(|was| was.name != now.name) {
        let spoken = now.name.map(|name| if now.mark.target { t(words::can_go_here(name)) } else { t(name) });
        set(element, "aria-label", spoken.as_deref());
    }
    let named = now.name.is_some();
    let changed = was.is_none_or(|was| was.name.is_some() != named);
    if changed {
        set(element, "role", named.then_some("button"));
        set(element, "aria-hidden", (!named).then_some("true"));
    }
    if changed || was.is_none_or(|was| was.mark.cursor != now.mark.cursor) {
        // One stop of the table is in the order of tabs; arrows lead to the others.
        set(element, "tabindex", named.then_some(if now.mark.cursor { "0" } else { "-1" }));
    }
}

fn set(element: &Element, name: &str, value: Option<&str>) {
    // The names are ours, and none of them is refused.
    let _ = match value {
        Some(value) => element.set_attribute(name, value),
        None => element.remove_attribute(name),
    };
}

fn kind(spot: Spot) -> &'static str {
    match spot {
        Spot::Stock => "stock",
        Spot::Waste => "waste",
        Spot::Foundation(_) => "foundation",
        Spot::Column(_) => "column",
    }
}

fn classes(mark: Mark) -> String {
    let all =
        [(mark.picked, " picked"), (mark.held, " held"), (mark.target, " target"), (mark.hinted, " hinted")];
    all.into_iter().filter(|(on, _)| *on).map(|(_, class)| class).collect()
}
