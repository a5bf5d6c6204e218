//! The table as it is drawn: the same types for every game.
//!
//! A scene is made from a view, so it holds no hidden card. Places and piles are named by short texts
//! (`column-5-2`), so that a renderer needs to know nothing of the game.

use cards::{Card, Suit};
use table::Seat;
use text::Text;

/// A point, or the distance from one point to another, in pixels.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[allow(missing_docs)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

impl Point {
    /// The size of a card of this width: 1.4 times as high as wide.
    #[must_use]
    pub fn card(width: f64) -> Point {
        Point { x: width, y: (width * 1.4).round() }
    }

    /// The point that lies this far away.
    #[must_use]
    pub fn plus(self, by: Point) -> Point {
        Point { x: self.x + by.x, y: self.y + by.y }
    }

    /// How far it is from another point to this one.
    #[must_use]
    pub fn minus(self, from: Point) -> Point {
        Point { x: self.x - from.x, y: self.y - from.y }
    }
}

/// A rectangle.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[allow(missing_docs)]
pub struct Area {
    pub at: Point,
    pub size: Point,
}

impl Area {
    /// Its middle.
    #[must_use]
    pub fn middle(self) -> Point {
        Point { x: self.at.x + self.size.x / 2.0, y: self.at.y + self.size.y / 2.0 }
    }

    fn contains(self, point: Point) -> bool {
        (self.at.x..=self.at.x + self.size.x).contains(&point.x)
            && (self.at.y..=self.at.y + self.size.y).contains(&point.y)
    }
}

/// All that is drawn of a table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scene {
    /// Grows with every game: cards of another game do not move from where the last one's lay.
    pub game: u32,
    /// Grows with every change of the table: motion is shown once for each.
    pub change: u32,
    /// The surface. It may be higher than the window.
    pub size: Point,
    /// The size of a card.
    pub card: Point,
    /// The size of a card in another player's box.
    pub small: Point,
    /// Whether the words of a player's box are beside its cards, and not above them.
    pub words_beside: bool,
    /// The piles, in reading order.
    pub piles: Vec<ScenePile>,
    /// The other players, clockwise.
    pub seats: Vec<SceneSeat>,
    /// The dice.
    pub dice: Option<SceneDice>,
    /// What happened last, above the middle of the table.
    pub latest: Option<Area>,
    /// Where the button is that ends a turn.
    pub button: Option<Area>,
    /// The moves of a hint.
    pub arrows: Vec<(Point, Point)>,
    /// Face-down cards that glide from one point to another and vanish there.
    pub leaving: Vec<(Point, Point)>,
}

/// A pile and the place for it. While it is empty, the place is what a player points at.
#[derive(Clone, PartialEq, Debug)]
pub struct ScenePile {
    /// Its short name.
    pub name: String,
    /// What kind of pile it is, for the style sheet.
    pub kind: &'static str,
    /// Its heading, for screen readers.
    pub title: Text,
    /// Whose box it is in, if it belongs to another player.
    pub owner: Option<Seat>,
    /// Whether it belongs to the viewer: those piles are read last.
    pub own: bool,
    /// Where its first card lies.
    pub area: Area,
    /// Where cards can be dropped to land on it.
    pub drop: Area,
    /// What is pointed at while it is empty; `None` while it is not, and for a hand.
    pub place: Option<String>,
    /// What a screen reader says at the empty place.
    pub spoken: Text,
    /// What is drawn on the empty place.
    pub symbol: Symbol,
    /// The words under it.
    pub label: Text,
    /// What is written on its top card.
    pub badge: Option<Text>,
    /// How the empty place is marked.
    pub mark: Mark,
    /// Its cards, from the lowest up.
    pub cards: Vec<SceneCard>,
}

/// What is drawn on an empty place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symbol {
    /// Nothing.
    None,
    /// The suit that belongs there.
    Suit(Suit),
    /// Whether the waste can be turned over.
    Redeal(bool),
}

/// A card.
#[derive(Clone, PartialEq, Debug)]
pub struct SceneCard {
    /// The same key means the same card.
    pub key: String,
    /// Its face; `None` for a back.
    pub face: Option<Card>,
    /// Its upper left corner.
    pub at: Point,
    /// What is meant by pointing at it.
    pub place: String,
    /// What a screen reader says; `None` for a card that only shows at an edge, or under another.
    pub spoken: Option<Text>,
    /// How it is marked.
    pub mark: Mark,
    /// Where it comes from, if it was not on the table before.
    pub entrance: Option<Entrance>,
    /// How long its motion is delayed, in milliseconds.
    pub delay: u16,
}

/// Where a card comes from that was not on the table before.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Entrance {
    /// The point.
    pub from: Point,
    /// Whether it is turned on its way.
    pub turns: bool,
}

/// How something is marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mark {
    /// It is picked up.
    pub picked: bool,
    /// It is being dragged.
    pub held: bool,
    /// What is picked up can go here.
    pub target: bool,
    /// A hint starts or ends here.
    pub hinted: bool,
    /// It can be played now, or takes any card.
    pub lit: bool,
    /// The keyboard is here.
    pub cursor: bool,
    /// It was put here, and the server has not confirmed that yet.
    pub sent: bool,
}

/// Another player, as everybody sees them.
#[derive(Clone, PartialEq, Debug)]
pub struct SceneSeat {
    /// The seat.
    pub seat: Seat,
    /// The box.
    pub area: Area,
    /// The player's name.
    pub name: Text,
    /// How well a bot plays, or where a person is.
    pub about: Text,
    /// How many cards are in hand, in words.
    pub hand: Text,
    /// Whether it is this player's turn.
    pub turn: bool,
    /// Whether this player has won.
    pub won: bool,
    /// Whether this player is not there.
    pub away: bool,
}

/// The dice and what they mean.
#[derive(Clone, PartialEq, Debug)]
pub struct SceneDice {
    /// Where each of them lies.
    pub areas: [Area; 2],
    /// What they show; `None` before the first roll.
    pub pips: Option<[u8; 2]>,
    /// Grows with every roll.
    pub roll: u32,
    /// What they make legal, in words.
    pub meaning: Text,
    /// Where the words are.
    pub meaning_area: Area,
    /// What a screen reader calls them.
    pub title: Text,
}

impl Scene {
    /// All cards.
    pub fn cards(&self) -> impl Iterator<Item = &SceneCard> {
        self.piles.iter().flat_map(|pile| &pile.cards)
    }

    /// The pile that a card dropped at a point lands on: the nearest of those whose drop area holds the
    /// point.
    #[must_use]
    pub fn pile_at(&self, point: Point) -> Option<&ScenePile> {
        let away = |pile: &&ScenePile| {
            let by = pile.area.middle().minus(point);
            by.x.hypot(by.y)
        };
        let under = self.piles.iter().filter(|pile| pile.drop.contains(point));
        under.min_by(|a, b| away(a).total_cmp(&away(b)))
    }
}
