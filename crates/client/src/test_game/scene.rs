//! The table of High card as it is drawn: one pile beside the other, the hand at the end.

use cards::Card;
use games::test_game::HAND;
use text::Text;

use super::{Pile, Place, Session};
use crate::shell::{Area, Mark, Point, Scene, SceneCard, ScenePile, Symbol};

pub(super) fn scene(session: &Session, surface: Point) -> Scene {
    let card = Point::card((surface.x / 8.0).min(120.0));
    let drawing = Drawing { session, surface, card };
    let mut piles: Vec<ScenePile> = session
        .places()
        .into_iter()
        .filter(|place| !matches!(place, Place::Hand(_)))
        .map(|place| drawing.pile(place))
        .collect();
    piles.push(drawing.hand());
    Scene {
        game: session.game,
        change: session.version,
        size: surface,
        card,
        small: card,
        piles,
        ..Scene::default()
    }
}

struct Drawing<'a> {
    session: &'a Session,
    surface: Point,
    card: Point,
}

impl Drawing<'_> {
    /// The corner of the card in a column, from 0 to 5.
    fn corner(&self, column: usize) -> Point {
        let x = self.card.x * (0.5 + 1.2 * column as f64);
        let mirrored = self.session.settings.left_handed;
        Point { x: if mirrored { self.surface.x - x - self.card.x } else { x }, y: self.card.y * 0.2 }
    }

    fn pile(&self, place: Place) -> ScenePile {
        let public = &self.session.view.public;
        let (column, count, face) = match place {
            Place::Other(seat) => (0, public.in_hand(seat), None),
            Place::Stock => (1, public.in_stock(), public.turned),
            Place::Table | Place::Hand(_) => (2, public.laid.len(), public.laid.last().copied()),
        };
        // The top card stands for the pile.
        let is_empty = count == 0;
        let cards = if is_empty { Vec::new() } else { vec![self.card(place, face, self.corner(column))] };
        self.empty_pile(place.into(), column, is_empty.then_some(place), cards)
    }

    fn hand(&self) -> ScenePile {
        let hand = self.session.view.hand.iter().enumerate();
        let cards = hand.map(|(at, card)| self.card(Place::Hand(at as u8), Some(*card), self.corner(3 + at)));
        self.empty_pile(Pile::Hand, 3, None, cards.collect())
    }

    fn empty_pile(
        &self,
        name: Pile,
        column: usize,
        place: Option<Place>,
        cards: Vec<SceneCard>,
    ) -> ScenePile {
        let (at, is_hand) = (self.corner(column), name == Pile::Hand);
        let width = if is_hand { self.card.x * 1.2 * HAND as f64 } else { self.card.x };
        ScenePile {
            name: name.to_string(),
            kind: match name {
                Pile::Other(_) => "other",
                Pile::Stock => "stock",
                Pile::Table => "table",
                Pile::Hand => "hand",
            },
            title: Text::name(name),
            owner: None,
            own: is_hand,
            area: Area { at, size: self.card },
            drop: Area { at, size: Point { x: width, y: self.card.y } },
            place: place.map(|place| place.to_string()),
            spoken: place.map_or(Text::EMPTY, |place| self.session.place_name(place)),
            symbol: Symbol::None,
            label: Text::EMPTY,
            badge: None,
            mark: place.map_or_else(Mark::default, |place| self.mark(place)),
            cards,
        }
    }

    fn card(&self, place: Place, face: Option<Card>, at: Point) -> SceneCard {
        let sent = self.session.sent().map(|mv| mv.0);
        SceneCard {
            key: face.map_or_else(|| place.to_string(), |card| card.to_string()),
            face,
            at,
            place: place.to_string(),
            spoken: Some(self.session.place_name(place)),
            mark: Mark { sent: sent.is_some() && sent == face, ..self.mark(place) },
            entrance: None,
            delay: 0,
        }
    }

    fn mark(&self, place: Place) -> Mark {
        let session = self.session;
        let picked = session.pick.filter(|pick| pick.place == place);
        Mark {
            picked: picked.is_some(),
            held: picked.is_some_and(|pick| pick.held),
            target: place == Place::Table && session.pick.is_some(),
            cursor: session.cursor == place,
            ..Mark::default()
        }
    }
}
