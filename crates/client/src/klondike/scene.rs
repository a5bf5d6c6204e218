//! The table as it is drawn: what lies where, what it is called, and how it is marked.

use cards::{Card, Suit};
use games::klondike::{Column, Move, Place};
use text::Text;

use super::{Desk, Layout, Point, Spot};
use crate::{Lesson, words};

/// All that is drawn of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// It grows with every other game that comes to the table: its cards are dealt, and do not move there from where others lay.
    pub game: u32,
    /// Its measures.
    pub layout: Layout,
    /// The thirteen places for piles, in the order in which they are read.
    pub slots: Vec<Slot>,
    /// The cards of each pile, in the same order, each from its lowest card up.
    pub piles: Vec<Vec<Laid>>,
    /// How many cards lie in the stock: more than are drawn.
    pub stock: usize,
    /// The moves of a hint, each from a point to a point.
    pub arrows: Vec<(Point, Point)>,
}

/// The place for a pile. While the pile is empty, it is what a player points at.
#[derive(Clone, PartialEq, Debug)]
pub struct Slot {
    /// Which pile.
    pub spot: Spot,
    /// Where it is.
    pub at: Point,
    /// What is pointed at; `None` while cards lie there.
    pub place: Option<Place>,
    /// What it is called.
    pub name: Text,
    /// How it is marked.
    pub mark: Mark,
    /// Whether pointing at the empty stock turns the waste over.
    pub turns_over: bool,
}

/// A card that is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Laid {
    /// The same for the same card wherever it lies, and for the same face-down place.
    pub key: u16,
    /// Its face; `None` for a back.
    pub face: Option<Card>,
    /// Its upper left corner.
    pub at: Point,
    /// What is meant by pointing at it.
    pub place: Place,
    /// What it is called; `None` for a card that only shows at an edge, or under another.
    pub name: Option<Text>,
    /// How it is marked.
    pub mark: Mark,
}

/// How something is marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mark {
    /// It is picked up.
    pub picked: bool,
    /// It is held, and follows the finger.
    pub held: bool,
    /// What is picked up can go here.
    pub target: bool,
    /// A hint begins or ends here.
    pub hinted: bool,
    /// The keyboard is here.
    pub cursor: bool,
}

impl Desk {
    /// The table as it is drawn on a surface of that size.
    #[must_use]
    pub fn scene(&self, width: f64, height: f64) -> Scene {
        let layout = Layout::new(width, height, self.settings.left_handed);
        let painter = Painter { desk: self, layout, targets: self.targets(), hinted: self.hinted() };
        let piles: Vec<Vec<Laid>> = Spot::all().map(|spot| painter.pile(spot)).collect();
        let slots = Spot::all().zip(&piles).map(|(spot, pile)| painter.slot(spot, pile.is_empty())).collect();
        let arrows = painter.arrows();
        Scene { game: self.game, layout, slots, piles, stock: self.view.stock.len(), arrows }
    }

    /// Where the hint's moves begin and end, or the move that a lesson waits for.
    fn hinted(&self) -> Vec<(Place, Place)> {
        if let Some(wanted) = self.lesson.and_then(Lesson::wants) {
            return vec![self.ends(wanted)];
        }
        self.hint().map_or(&[][..], |hint| hint.now()).iter().map(|mv| self.ends(*mv)).collect()
    }

    fn ends(&self, mv: Move) -> (Place, Place) {
        let onto = |to: Column| Place::Column(to, u8::from(!self.view.columns[to].is_empty()));
        let up = |card: Option<Card>| Place::Foundation(card.map_or(Suit::Clubs, |card| card.suit));
        match mv {
            Move::Draw => (Place::Stock, Place::Waste),
            Move::Redeal => (Place::Waste, Place::Stock),
            Move::WasteToColumn { to } => (Place::Waste, onto(to)),
            Move::WasteToFoundation => (Place::Waste, up(self.view.waste.last().copied())),
            Move::ColumnToColumn { from, to, count } => (Place::Column(from, count), onto(to)),
            Move::ColumnToFoundation { from } => (Place::Column(from, 1), up(self.view.columns[from].top())),
            Move::Turn { column } => (Place::Column(column, 1), Place::Column(column, 1)),
            Move::FoundationToColumn { from, to } => (Place::Foundation(from), onto(to)),
        }
    }
}

struct Painter<'a> {
    desk: &'a Desk,
    layout: Layout,
    targets: Vec<Spot>,
    hinted: Vec<(Place, Place)>,
}

impl Painter<'_> {
    fn slot(&self, spot: Spot, empty: bool) -> Slot {
        let place = match spot {
            Spot::Stock => Place::Stock,
            Spot::Waste => Place::Waste,
            Spot::Foundation(suit) => Place::Foundation(suit),
            Spot::Column(column) => Place::Column(column, 0),
        };
        let view = &self.desk.view;
        Slot {
            spot,
            at: self.layout.spot(spot),
            place: empty.then_some(place),
            name: words::place_name(view, place),
            mark: if empty { self.mark(place, true) } else { Mark::default() },
            turns_over: spot == Spot::Stock && empty && !view.waste.is_empty() && view.has_pass_left(),
        }
    }

    fn pile(&self, spot: Spot) -> Vec<Laid> {
        let view = &self.desk.view;
        let at = self.layout.spot(spot);
        match spot {
            Spot::Stock if view.stock.is_empty() => Vec::new(),
            Spot::Stock => {
                // A thick stock looks thick.
                let backs = view.stock.len().div_ceil(8).min(3);
                let edge = |i: usize| Point { x: at.x, y: at.y + (backs - 1 - i) as f64 * 2.0 };
                (0..backs).map(|i| self.back(200 + i as u16, edge(i), Place::Stock, i + 1 == backs)).collect()
            }
            Spot::Waste => {
                let points = self.waste();
                // One more lies under what is seen, for when the top card is taken away.
                let shown = view.waste.len().min(points.len() + 1);
                let covered = shown - points.len();
                let cards = view.waste[view.waste.len() - shown..].iter().enumerate();
                cards
                    .map(|(i, card)| {
                        let at = points.get(i.saturating_sub(covered)).copied().unwrap_or(at);
                        self.card(*card, at, Place::Waste, i + 1 == shown)
                    })
                    .collect()
            }
            Spot::Foundation(suit) => {
                let height = view.foundations[suit];
                let ranks = cards::Rank::ALL.into_iter().take(usize::from(height));
                let cards: Vec<Card> = ranks.map(|rank| Card::new(rank, suit)).collect();
                let shown = &cards[cards.len().saturating_sub(2)..];
                let last = shown.len().saturating_sub(1);
                shown
                    .iter()
                    .enumerate()
                    .map(|(i, card)| self.card(*card, at, Place::Foundation(suit), i == last))
                    .collect()
            }
            Spot::Column(column) => self.column(column),
        }
    }

    /// Where the cards of the waste lie that are seen: where several are drawn at once, up to three.
    fn waste(&self) -> Vec<Point> {
        let most = if self.desk.view.config.draw() > 1 { 3 } else { 1 };
        self.layout.waste(self.desk.view.waste.len().min(most))
    }

    fn column(&self, column: Column) -> Vec<Laid> {
        let pile = &self.desk.view.columns[column];
        let points = self.layout.fan(column, pile);
        let (down, up) = (usize::from(pile.face_down), pile.face_up.len());
        points
            .into_iter()
            .enumerate()
            .map(|(i, at)| match i.checked_sub(down).and_then(|i| pile.face_up.get(i)) {
                Some(card) => self.card(*card, at, Place::Column(column, (down + up - i) as u8), true),
                None => {
                    // All face-down cards are one stop, above the face-up ones.
                    let key = 100 + u16::from(column.number()) * 10 + i as u16;
                    self.back(key, at, Place::Column(column, up as u8 + 1), i + 1 == down)
                }
            })
            .collect()
    }

    fn card(&self, card: Card, at: Point, place: Place, named: bool) -> Laid {
        let name = named.then(|| words::place_name(&self.desk.view, place));
        let mark = if named { self.mark(place, false) } else { Mark::default() };
        Laid { key: card.index() as u16, face: Some(card), at, place, name, mark }
    }

    fn back(&self, key: u16, at: Point, place: Place, named: bool) -> Laid {
        let name = named.then(|| words::place_name(&self.desk.view, place));
        let mark = if named { self.mark(place, false) } else { Mark::default() };
        Laid { key, face: None, at, place, name, mark }
    }

    fn mark(&self, place: Place, empty: bool) -> Mark {
        let desk = self.desk;
        let picked = desk.pick.filter(|pick| match (pick.place, place) {
            // The cards on a picked one come along.
            (Place::Column(from, most), Place::Column(column, count)) => {
                from == column && (1..=most).contains(&count)
            }
            (from, place) => from == place,
        });
        // Of a column the top card, or the empty place, stands for the whole.
        let end = empty || !matches!(place, Place::Column(_, count) if count != 1);
        Mark {
            picked: picked.is_some(),
            held: picked.is_some_and(|pick| pick.held),
            target: end && self.targets.contains(&place.into()),
            hinted: self.hinted.iter().any(|(from, to)| *from == place || *to == place),
            cursor: desk.cursor == place,
        }
    }

    fn arrows(&self) -> Vec<(Point, Point)> {
        self.hinted.iter().map(|(from, to)| (self.hold(*from), self.hold(*to))).collect()
    }

    /// The point of a card at which an arrow begins or ends: in the part that shows.
    fn hold(&self, place: Place) -> Point {
        let view = &self.desk.view;
        let mut corner = self.layout.spot(place.into());
        let mut shows = self.layout.card.y;
        match place {
            Place::Column(column, count) => {
                let points = self.layout.fan(column, &view.columns[column]);
                let at = points.len().saturating_sub(usize::from(count));
                if let Some(point) = points.get(at) {
                    corner = *point;
                }
                shows = points.get(at + 1).map_or(shows, |next| next.y - corner.y);
            }
            Place::Waste => corner = self.waste().last().copied().unwrap_or(corner),
            _ => {}
        }
        Point { x: corner.x + self.layout.card.x / 2.0, y: corner.y + shows / 2.0 }
    }
}
