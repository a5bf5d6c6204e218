//! The scene: what is drawn of a table, with the same types for every game.
//!
//! A scene is built from a view, so it contains no hidden card. Places and piles have short identifiers
//! (`column-5-2`), so that a renderer does not depend on the game.

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

    /// The sum of both.
    #[must_use]
    pub fn plus(self, by: Point) -> Point {
        Point { x: self.x + by.x, y: self.y + by.y }
    }

    /// The distance from another point to this one.
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

/// Everything that is drawn of a table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scene {
    /// Increases with every game, so that the cards of a new game are not animated from their positions in
    /// the last one.
    pub game: u32,
    /// Increases with every change of the table: each change is animated once.
    pub change: u32,
    /// The surface. It may be higher than the window.
    pub size: Point,
    /// The size of a card.
    pub card: Point,
    /// The size of a card in another player's box.
    pub small: Point,
    /// Whether the text of a player's box is beside its cards instead of above them.
    pub words_beside: bool,
    /// The piles, in reading order.
    pub piles: Vec<ScenePile>,
    /// The other players, clockwise.
    pub seats: Vec<SceneSeat>,
    /// The dice.
    pub dice: Option<SceneDice>,
    /// What happened last, above the middle of the table.
    pub latest: Option<Area>,
    /// The position of the button that ends a turn.
    pub button: Option<Area>,
    /// The moves of a hint.
    pub arrows: Vec<(Point, Point)>,
    /// Face-down cards that move from one point to another and vanish there.
    pub leaving: Vec<(Point, Point)>,
}

/// A pile. While it is empty, the player points at its empty place.
#[derive(Clone, PartialEq, Debug)]
pub struct ScenePile {
    /// Its short identifier.
    pub name: String,
    /// The kind of pile, for the style sheet.
    pub kind: &'static str,
    /// Its heading, for screen readers.
    pub title: Text,
    /// The seat in whose box it is, if it belongs to another player.
    pub owner: Option<Seat>,
    /// Whether it belongs to the viewer. These piles come last in reading order.
    pub own: bool,
    /// The position of its first card.
    pub area: Area,
    /// Its drop area.
    pub drop: Area,
    /// The empty place; `None` if it has cards, and for a hand.
    pub place: Option<String>,
    /// What a screen reader says at the empty place.
    pub spoken: Text,
    /// What is drawn on the empty place.
    pub symbol: Symbol,
    /// The label under it.
    pub label: Text,
    /// The badge on its top card.
    pub badge: Option<Text>,
    /// The marks of the empty place.
    pub mark: Mark,
    /// Its cards, from bottom to top.
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
    /// Identifies the card: the same key in two scenes is the same card.
    pub key: String,
    /// Its face; `None` for a back.
    pub face: Option<Card>,
    /// Its upper left corner.
    pub at: Point,
    /// The place that is meant by pointing at it.
    pub place: String,
    /// What a screen reader says; `None` for a card that is mostly covered.
    pub spoken: Option<Text>,
    /// Its marks.
    pub mark: Mark,
    /// Where it comes from, if it was not in the previous scene.
    pub entrance: Option<Entrance>,
    /// The delay of its animation, in milliseconds.
    pub delay: u16,
}

/// Where a card comes from that was not in the previous scene.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Entrance {
    /// The point.
    pub from: Point,
    /// Whether it is turned over on the way.
    pub turns: bool,
}

/// The marks of a card or an empty place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mark {
    /// It is picked up.
    pub picked: bool,
    /// It is being dragged.
    pub held: bool,
    /// The picked cards can go here.
    pub target: bool,
    /// A hint starts or ends here.
    pub hinted: bool,
    /// It can be played now, or it takes any card.
    pub lit: bool,
    /// The keyboard cursor is here.
    pub cursor: bool,
    /// It was put here by a move that the server has not confirmed yet.
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
    /// The level of a bot, or whether a person is present.
    pub about: Text,
    /// The number of cards in hand, as text.
    pub hand: Text,
    /// Whether it is this player's turn.
    pub turn: bool,
    /// Whether this player has won.
    pub won: bool,
    /// Whether this player is away.
    pub away: bool,
}

/// The dice and their meaning.
#[derive(Clone, PartialEq, Debug)]
pub struct SceneDice {
    /// The position of each of them.
    pub areas: [Area; 2],
    /// What they show; `None` before the first roll.
    pub pips: Option<[u8; 2]>,
    /// Increases with every roll.
    pub roll: u32,
    /// What they make legal, as text.
    pub meaning: Text,
    /// The position of the text.
    pub meaning_area: Area,
    /// What a screen reader calls them.
    pub title: Text,
}

impl Scene {
    /// All cards.
    pub fn cards(&self) -> impl Iterator<Item = &SceneCard> {
        self.piles.iter().flat_map(|pile| &pile.cards)
    }

    /// The pile that gets a card dropped at a point: the nearest of those whose drop area contains the point.
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
