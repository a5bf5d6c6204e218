use cards::{Card, Source, shuffle};
use games::klondike::{Klondike, View};

/// The worlds of a view: games that look like it, with the unseen cards in some order.
///
/// If there are few orders, they come one after the other, and then again. Otherwise an order is drawn at
/// random and rotated, so that each card comes to each place once before the next order is drawn. That is
/// still a uniform distribution, with less variance than independent orders.
pub(super) struct Worlds {
    cards: Vec<Card>,
    rotation: usize,
    lists_all: bool,
}

impl Worlds {
    /// The most orders that are listed instead of drawn: all of four cards.
    const MAX_LISTED: usize = 24;

    pub(super) fn new(view: &View) -> Worlds {
        let cards: Vec<Card> = view.unseen().iter().collect();
        let orders = (1..=cards.len()).fold(1_usize, usize::saturating_mul);
        Worlds { cards, rotation: 0, lists_all: orders <= Worlds::MAX_LISTED }
    }

    /// How many cards are unseen.
    pub(super) fn unseen(&self) -> usize {
        self.cards.len()
    }

    /// The number of different worlds, if all of them are listed.
    pub(super) fn listed(&self) -> Option<u32> {
        self.lists_all.then(|| (1..=self.cards.len() as u32).product())
    }

    /// The next world.
    pub(super) fn next(&mut self, view: &View, source: &mut dyn Source) -> Klondike {
        if self.lists_all {
            let world = Klondike::with_hidden(view, self.cards.iter().copied());
            next_order(&mut self.cards);
            return world;
        }
        if self.rotation == 0 {
            shuffle(&mut self.cards, source);
        }
        let (end, start) = self.cards.split_at(self.rotation);
        let world = Klondike::with_hidden(view, start.iter().chain(end).copied());
        self.rotation = (self.rotation + 1) % self.cards.len();
        world
    }
}

/// Rearranges cards into the next order, in lexicographic order. After the last comes the first.
fn next_order(cards: &mut [Card]) {
    let Some(at) = (1..cards.len()).rev().find(|at| cards[at - 1] < cards[*at]) else {
        cards.reverse();
        return;
    };
    let from = cards.iter().rposition(|card| *card > cards[at - 1]).unwrap_or(at);
    cards.swap(at - 1, from);
    cards[at..].reverse();
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use cards::PACK;

    use super::next_order;

    #[test]
    fn all_orders_are_listed_once() {
        let mut cards = PACK[..4].to_vec();
        cards.sort_unstable();
        let first = cards.clone();
        let mut orders = HashSet::new();
        for _ in 0..24 {
            assert!(orders.insert(cards.clone()));
            next_order(&mut cards);
        }
        assert_eq!(cards, first);
    }
}
