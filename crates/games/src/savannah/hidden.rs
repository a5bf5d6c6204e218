use arrayvec::ArrayVec;
use cards::{Card, PACK};
use table::{BySeat, Eye};

use super::{HAND, Public, Shuffle, Unseen};

/// The cards that are hidden from at least one viewer. It has neither `Debug` nor `Serialize`.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Hidden {
    /// The stock, the next card to draw last.
    pub(super) stock: Vec<Card>,
    /// The hidden cards of each player.
    pub(super) players: BySeat<Held>,
}

/// The hidden cards of a player.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Held {
    /// The reserve without its top card, from bottom to top.
    pub(super) reserve: Vec<Card>,
    /// The face-down cards of the discard, from bottom to top.
    pub(super) discard: Vec<Card>,
    /// The hand, in the order in which the cards were drawn.
    pub(super) hand: ArrayVec<Card, HAND>,
}

impl Hidden {
    /// Placeholder cards: the right number in every place, but always the same card.
    pub(super) fn placeholder(public: &Public) -> Hidden {
        let some = |count: usize| vec![PACK[0]; count];
        Hidden {
            stock: some(public.stock.into()),
            players: BySeat::new(public.players.seats(), |seat| {
                let player = &public.players[seat];
                Held {
                    reserve: some(player.reserve.face_down.into()),
                    discard: some(player.discard.face_down.into()),
                    hand: player.hand.iter().map(|_| PACK[0]).collect(),
                }
            }),
        }
    }

    /// The cards that a viewer has not seen, grouped by shuffle.
    pub(super) fn unseen(&self, public: &Public, eye: Eye) -> Vec<Unseen> {
        let mut unseen: Vec<Unseen> = Vec::with_capacity(2);
        for (shuffle, cards) in self.piles(public, eye).filter(|(_, cards)| !cards.is_empty()) {
            let cards = cards.iter().copied();
            match unseen.binary_search_by_key(&shuffle, |unseen| unseen.shuffle) {
                Ok(at) => unseen[at].cards.extend(cards),
                Err(at) => unseen.insert(at, Unseen { shuffle, cards: cards.collect() }),
            }
        }
        unseen
    }

    /// Every card that a viewer has not seen, with the last shuffle that it was part of.
    pub(super) fn places(&self, public: &Public, eye: Eye) -> impl Iterator<Item = (Shuffle, Card)> {
        self.piles(public, eye).flat_map(|(shuffle, cards)| cards.iter().map(move |card| (shuffle, *card)))
    }

    /// The same, grouped by pile; a hand gives one slice for each card.
    fn piles(&self, public: &Public, eye: Eye) -> impl Iterator<Item = (Shuffle, &[Card])> {
        let held = self.players.iter().flat_map(move |(seat, held)| {
            let piles = [(Shuffle::DEAL, &held.reserve[..]), (Shuffle::DEAL, &held.discard[..])];
            let hand = public.players[seat].hand.iter().copied().zip(held.hand.chunks(1));
            piles.into_iter().chain(hand.filter(move |_| eye != Eye::Seat(seat)))
        });
        [(public.shuffle, &self.stock[..])].into_iter().chain(held)
    }

    /// Mutable references to the same cards, in the same order.
    pub(super) fn places_mut(
        &mut self,
        public: &Public,
        eye: Eye,
    ) -> impl Iterator<Item = (Shuffle, &mut Card)> {
        let stock = self.stock.iter_mut().map(|card| (public.shuffle, card));
        let held = self.players.iter_mut().flat_map(move |(seat, held)| {
            let piles = held.reserve.iter_mut().chain(&mut held.discard).map(|card| (Shuffle::DEAL, card));
            let hand = public.players[seat].hand.iter().copied().zip(&mut held.hand);
            piles.chain(hand.filter(move |_| eye != Eye::Seat(seat)))
        });
        stock.chain(held)
    }
}
