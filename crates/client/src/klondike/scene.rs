//! The table of Klondike as it is drawn.

use cards::{Card, Rank};
use games::klondike::{Column, Place, View};
use text::Text;

use super::layout::Layout;
use super::motion::Motion;
use super::words as texts;
use super::{KlondikePlay, Pile, Session};
use crate::shell::{Area, Entrance, Lesson, Mark, Named, Play, Point, Scene, SceneCard, ScenePile, Symbol};

/// How long after one card of a new deal the next one starts, in milliseconds.
const DEAL_STAGGER: usize = 16;
/// The same for cards that go to foundations together.
const RISE_STAGGER: usize = 70;

pub(super) fn scene(session: &Session, surface: Point) -> Scene {
    let layout = Layout::new(surface.x, surface.y, session.settings.left_handed);
    let expected = session.lesson.and_then(Lesson::expected);
    let shown = expected.map_or_else(|| KlondikePlay::hinted_moves(session), |mv| vec![mv]);
    let hinted = shown.into_iter().filter_map(|mv| KlondikePlay::ends(session, mv)).collect();
    let drawing = Drawing { session, view: &session.view, layout, targets: session.targets(), hinted };
    let mut piles: Vec<ScenePile> = Pile::all().map(|pile| drawing.pile(pile)).collect();
    drawing.put_sent(&mut piles);
    if session.state.motion.is_deal() {
        deal(&mut piles, layout.corner(Pile::Stock));
    }
    Scene {
        game: session.game,
        change: session.version,
        size: layout.size,
        card: layout.card,
        small: layout.card,
        piles,
        arrows: drawing.arrows(),
        leaving: drawing.leaving(),
        ..Scene::default()
    }
}

/// All columns are dealt from the stock, row by row.
fn deal(piles: &mut [ScenePile], stock: Point) {
    let mut cards: Vec<(usize, usize, &mut SceneCard)> = Vec::new();
    for (column, pile) in piles.iter_mut().filter(|pile| pile.kind == "column").enumerate() {
        cards.extend(pile.cards.iter_mut().enumerate().map(|(row, card)| (row, column, card)));
    }
    cards.sort_by_key(|(row, column, _)| (*row, *column));
    for (at, (_, _, card)) in cards.into_iter().enumerate() {
        card.entrance = Some(Entrance { from: stock, turns: false });
        card.delay = (at * DEAL_STAGGER) as u16;
    }
}

struct Drawing<'a> {
    session: &'a Session,
    view: &'a View,
    layout: Layout,
    targets: Vec<Pile>,
    hinted: Vec<(Place, Place)>,
}

impl Drawing<'_> {
    fn motion(&self) -> &Motion {
        &self.session.state.motion
    }

    fn pile(&self, pile: Pile) -> ScenePile {
        let view = self.view;
        let (kind, place, symbol) = match pile {
            Pile::Stock => {
                let redeal = view.stock.is_empty() && !view.waste.is_empty() && view.has_pass_left();
                ("stock", Place::Stock, Symbol::Redeal(redeal))
            }
            Pile::Waste => ("waste", Place::Waste, Symbol::None),
            Pile::Foundation(suit) => ("foundation", Place::Foundation(suit), Symbol::Suit(suit)),
            Pile::Column(column) => ("column", Place::Column(column, 0), Symbol::None),
        };
        let cards = self.cards(pile);
        let is_empty = cards.is_empty();
        ScenePile {
            name: pile.to_string(),
            kind,
            title: texts::pile_title(pile),
            owner: None,
            own: false,
            area: Area { at: self.layout.corner(pile), size: self.layout.card },
            drop: self.layout.drop_area(pile),
            place: is_empty.then(|| place.to_string()),
            spoken: texts::place_name(view, place),
            symbol,
            label: Text::EMPTY,
            badge: None,
            mark: if is_empty { self.mark(place, true) } else { Mark::default() },
            cards,
        }
    }

    fn cards(&self, pile: Pile) -> Vec<SceneCard> {
        let view = self.view;
        let at = self.layout.corner(pile);
        match pile {
            Pile::Stock if view.stock.is_empty() => Vec::new(),
            Pile::Stock => {
                // A thick stock looks thick.
                let backs = view.stock.len().div_ceil(8).min(3);
                let edge = |i: usize| Point { x: at.x, y: at.y + (backs - 1 - i) as f64 * 2.0 };
                let back = |i: usize| self.back(format!("s{i}"), edge(i), Place::Stock, i + 1 == backs);
                (0..backs).map(back).collect()
            }
            Pile::Waste => self.waste(),
            Pile::Foundation(suit) => {
                let height = usize::from(view.foundations[suit]);
                let ranks = Rank::ALL.into_iter().take(height).skip(height.saturating_sub(2));
                let cards: Vec<Card> = ranks.map(|rank| Card::new(rank, suit)).collect();
                let last = cards.len().saturating_sub(1);
                let card = |(i, card): (usize, &Card)| {
                    let drawn = self.card(*card, at, Place::Foundation(suit), i == last);
                    let order = self.motion().order_of_rise(view, *card);
                    SceneCard { delay: (order * RISE_STAGGER) as u16, ..drawn }
                };
                cards.iter().enumerate().map(card).collect()
            }
            Pile::Column(column) => self.column(column),
        }
    }

    fn waste(&self) -> Vec<SceneCard> {
        let (view, points) = (self.view, self.waste_points());
        // One more lies under those that are seen, for when the top card is taken away.
        let shown = view.waste.len().min(points.len() + 1);
        let covered = shown - points.len();
        let entrance = self
            .motion()
            .is_draw(view)
            .then(|| Entrance { from: self.layout.corner(Pile::Stock), turns: true });
        let card = |(i, card): (usize, &Card)| {
            let at = points.get(i.saturating_sub(covered)).copied().unwrap_or_default();
            SceneCard { entrance, ..self.card(*card, at, Place::Waste, i + 1 == shown) }
        };
        view.waste[view.waste.len() - shown..].iter().enumerate().map(card).collect()
    }

    /// How many cards of the waste are seen: where several are drawn at once, up to three.
    fn seen_waste(&self) -> usize {
        if self.view.config.draw() > 1 { 3 } else { 1 }
    }

    fn waste_points(&self) -> Vec<Point> {
        self.layout.waste(self.view.waste.len().min(self.seen_waste()))
    }

    fn column(&self, column: Column) -> Vec<SceneCard> {
        let pile = &self.view.columns[column];
        let (down, up) = (usize::from(pile.face_down), pile.face_up.len());
        let card = |(i, at): (usize, Point)| match i.checked_sub(down).and_then(|i| pile.face_up.get(i)) {
            Some(card) => {
                let drawn = self.card(*card, at, Place::Column(column, (down + up - i) as u8), true);
                let turned = self.motion().is_turned(*card);
                SceneCard { entrance: turned.then_some(Entrance { from: at, turns: true }), ..drawn }
            }
            None => {
                // All face-down cards are one stop of the cursor, above the face-up ones.
                let place = Place::Column(column, up as u8 + 1);
                self.back(format!("d{column}{i}"), at, place, i + 1 == down)
            }
        };
        self.layout.fan(column, pile).into_iter().enumerate().map(card).collect()
    }

    fn card(&self, card: Card, at: Point, place: Place, is_named: bool) -> SceneCard {
        SceneCard { face: Some(card), ..self.back(card.to_string(), at, place, is_named) }
    }

    fn back(&self, key: String, at: Point, place: Place, is_named: bool) -> SceneCard {
        SceneCard {
            key,
            face: None,
            at,
            place: place.to_string(),
            spoken: is_named.then(|| texts::place_name(self.view, place)),
            mark: if is_named { self.mark(place, false) } else { Mark::default() },
            entrance: None,
            delay: 0,
        }
    }

    fn mark(&self, place: Place, is_empty: bool) -> Mark {
        let session = self.session;
        let picked = session.pick.filter(|pick| match (pick.place, place) {
            // The cards on a picked one come along.
            (Place::Column(from, most), Place::Column(column, count)) => {
                from == column && (1..=most).contains(&count)
            }
            (from, place) => from == place,
        });
        // The top card of a column, or its empty place, stands for the whole.
        let is_end = is_empty || !matches!(place, Place::Column(_, count) if count != 1);
        Mark {
            picked: picked.is_some(),
            held: picked.is_some_and(|pick| pick.held),
            target: is_end && self.targets.contains(&place.into()),
            hinted: self.hinted.iter().any(|(from, to)| *from == place || *to == place),
            cursor: session.cursor == place,
            ..Mark::default()
        }
    }

    /// Cards of a move that the server has not confirmed lie where they were put.
    fn put_sent(&self, piles: &mut [ScenePile]) {
        let Some((from, to)) = self.session.sent().and_then(|mv| KlondikePlay::ends(self.session, mv)) else {
            return;
        };
        let (source, target) = (Pile::from(from).to_string(), Pile::from(to).to_string());
        if source == target || from == Place::Stock || to == Place::Stock {
            return;
        }
        let from = from.to_string();
        let Some(pile) = piles.iter_mut().find(|pile| pile.name == source) else { return };
        let Some(first) = pile.cards.iter().position(|card| card.place == from && card.spoken.is_some())
        else {
            return;
        };
        let moving = pile.cards.split_off(first);
        let Some(pile) = piles.iter_mut().find(|pile| pile.name == target) else { return };
        let step = if pile.kind == "column" { self.layout.card.y * 0.25 } else { 0.0 };
        for card in moving {
            let at = pile.cards.last().map_or(pile.area.at, |top| Point { x: top.at.x, y: top.at.y + step });
            pile.cards.push(SceneCard {
                at,
                spoken: None,
                mark: Mark { sent: true, ..Mark::default() },
                ..card
            });
        }
    }

    fn arrows(&self) -> Vec<(Point, Point)> {
        self.hinted.iter().map(|(from, to)| (self.middle(*from), self.middle(*to))).collect()
    }

    /// The middle of the part of a card that shows.
    fn middle(&self, place: Place) -> Point {
        let mut corner = self.layout.corner(place.into());
        let mut height = self.layout.card.y;
        match place {
            Place::Column(column, count) => {
                let points = self.layout.fan(column, &self.view.columns[column]);
                let at = points.len().saturating_sub(usize::from(count));
                if let Some(point) = points.get(at) {
                    corner = *point;
                }
                height = points.get(at + 1).map_or(height, |next| next.y - corner.y);
            }
            Place::Waste => corner = self.waste_points().last().copied().unwrap_or(corner),
            _ => {}
        }
        Point { x: corner.x + self.layout.card.x / 2.0, y: corner.y + height / 2.0 }
    }

    /// Cards of the waste that went back into the stock.
    fn leaving(&self) -> Vec<(Point, Point)> {
        let (waste, stock) = (self.layout.corner(Pile::Waste), self.layout.corner(Pile::Stock));
        let count = self.motion().returned(self.view, self.seen_waste());
        (0..count).map(|_| (waste, stock)).collect()
    }
}
