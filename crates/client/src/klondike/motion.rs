//! Which cards moved and from where, for the animation of the next scene.

use cards::Card;
use games::klondike::View;

/// What has moved since the last scene.
#[derive(Default)]
pub(super) enum Motion {
    /// Nothing.
    #[default]
    None,
    /// All cards: they were just dealt.
    Dealt,
    /// The cards that differ from this earlier view.
    Since(Box<View>),
}

impl Motion {
    /// Remembers the view before a change. If there are several changes before the next scene, the first one
    /// counts.
    pub(super) fn note(&mut self, before: &View) {
        if !matches!(self, Motion::Since(_)) {
            *self = Motion::Since(Box::new(before.clone()));
        }
    }

    pub(super) fn is_deal(&self) -> bool {
        matches!(self, Motion::Dealt)
    }

    fn since(&self) -> Option<&View> {
        match self {
            Motion::Since(view) => Some(view),
            Motion::None | Motion::Dealt => None,
        }
    }

    /// Whether cards were drawn from the stock.
    pub(super) fn is_draw(&self, now: &View) -> bool {
        self.since().is_some_and(|before| now.stock.len() < before.stock.len())
    }

    /// How many visible cards of the waste went back into the stock.
    pub(super) fn returned(&self, now: &View, seen: usize) -> usize {
        match self.since() {
            Some(before) if now.stock.len() > before.stock.len() => before.waste.len().min(seen),
            _ => 0,
        }
    }

    /// Whether a face-up card of a column was face down.
    pub(super) fn is_turned(&self, card: Card) -> bool {
        self.since().is_some_and(|before| !is_face_up(before, card))
    }

    /// The position of a card among those that went to foundations together, the lowest first.
    pub(super) fn order_of_rise(&self, now: &View, card: Card) -> usize {
        let Some(before) = self.since() else { return 0 };
        let has_risen = |card: Card| {
            let height = card.rank.number();
            (before.foundations[card.suit] < height) && (height <= now.foundations[card.suit])
        };
        if !has_risen(card) {
            return 0;
        }
        let lower = |other: &Card| (other.rank, other.suit as usize) < (card.rank, card.suit as usize);
        cards::PACK.into_iter().filter(|other| has_risen(*other) && lower(other)).count()
    }
}

fn is_face_up(view: &View, card: Card) -> bool {
    view.columns.iter().any(|(_, pile)| pile.face_up.contains(&card))
        || view.waste.contains(&card)
        || view.foundations[card.suit] >= card.rank.number()
}
