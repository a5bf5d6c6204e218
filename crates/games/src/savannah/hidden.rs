use arrayvec::ArrayVec;
use cards::{Card, PACK};
use table::{BySeat, Eye};

use super::{HAND, Public, Shuffle, Unseen};

/// The cards that are hidden from somebody. Neither `Debug` nor `Serialize`.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Hidden {
    /// The stock; the card that is drawn next is the last.
    pub(super) stock: Vec<Card>,
    /// What each player has.
    pub(super) players: BySeat<Held>,
}

/// The hidden cards of a player.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Held {
    /// The reserve without its top card, from the bottom up.
    pub(super) reserve: Vec<Card>,
    /// The face-down cards of the discard, from the bottom up.
    pub(super) discard: Vec<Card>,
    /// The hand, in the order in which it was drawn.
    pub(super) hand: ArrayVec<Card, HAND>,
}

impl Hidden {
    /// As many cards in every place as everybody sees there, whichever they are.
    pub(super) fn some(public: &Public) -> Hidden {
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

    /// What an eye has not seen, by shuffle.
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

    /// Every card that an eye has not seen, and the shuffle that it was last in.
    pub(super) fn places(&self, public: &Public, eye: Eye) -> impl Iterator<Item = (Shuffle, Card)> {
        self.piles(public, eye).flat_map(|(shuffle, cards)| cards.iter().map(move |card| (shuffle, *card)))
    }

    /// The same pile by pile, and hands card by card.
    fn piles(&self, public: &Public, eye: Eye) -> impl Iterator<Item = (Shuffle, &[Card])> {
        let held = self.players.iter().flat_map(move |(seat, held)| {
            let piles = [(Shuffle::DEAL, &held.reserve[..]), (Shuffle::DEAL, &held.discard[..])];
            let hand = public.players[seat].hand.iter().copied().zip(held.hand.chunks(1));
            piles.into_iter().chain(hand.filter(move |_| eye != Eye::Seat(seat)))
        });
        [(public.shuffle, &self.stock[..])].into_iter().chain(held)
    }

    /// The places of those cards, in the same order.
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
