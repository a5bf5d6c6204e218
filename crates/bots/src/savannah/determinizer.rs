//! Samples complete game states that are consistent with what a player knows.

use cards::{Card, Rank};
use games::savannah::{Foundation, Shuffle, View};
use table::Eye;

use super::Rng;
use super::world::{MAX_CARDS, MAX_SEATS, NONE, PlayerState, World};

/// Samples worlds that are consistent with what a player knows, with the same distribution as
/// `Savannah::imagine`.
pub(super) struct Determinizer {
    /// What is known. Hidden cards are [`NONE`].
    known: World,
    /// The unseen cards of each shuffle.
    unseen: Vec<(Shuffle, Vec<u8>)>,
    /// The shuffle that the stock comes from, which is the last one.
    stock: Shuffle,
    /// The hidden cards in hands: the seat, the index in the hand, and the shuffle that the card
    /// comes from.
    hands: Vec<(usize, usize, Shuffle)>,
    /// For each seat, how many hidden cards the discard has, and the card above them.
    discards: [(u8, u8); MAX_SEATS],
}

impl Determinizer {
    /// Returns `None` if the view's owner is not a player, or if the game has not begun.
    pub(super) fn new(view: &View) -> Option<Determinizer> {
        let public = view.public();
        let (Eye::Seat(me), Some(hand)) = (view.eye(), view.hand()) else { return None };
        let mut ids = CardIds::default();
        let mut top = |foundation| public.top(foundation).map(|card| ids.of(card));
        let tops = [top(Foundation::First)?, top(Foundation::Second)?, top(Foundation::Third)?];
        let (below, deck) = ([NONE; MAX_CARDS], [NONE; MAX_CARDS]);
        let mut known = World {
            below,
            deck,
            stock: public.stock,
            covered: 0,
            tops,
            players: [PlayerState::EMPTY; MAX_SEATS],
            seats: public.config.seats(),
            seat: public.seat.number() as u8,
            first: public.first?.number() as u8,
            round: public.round,
            rounds: public.config.rounds().map_or(u32::MAX, u32::from),
            ace_on_ace: public.config.ace_on_ace(),
            sum: public.sum(),
            double: public.dice.is_some_and(cards::Dice::is_double),
            theft: public.theft,
            plays: public.plays,
            winners: 0,
        };
        for card in public.covered() {
            known.covered += 1;
            known.deck[MAX_CARDS - usize::from(known.covered)] = ids.of(card);
        }
        let mut hands = Vec::new();
        let mut discards = [(NONE, 0); MAX_SEATS];
        for (seat, player) in public.players.iter() {
            let at = seat.number();
            let side = &mut known.players[at];
            side.reserve = player.reserve.top.map_or(NONE, |card| ids.of(card));
            side.reserve_len = player.reserve.len() as u8;
            side.discard_len = player.discard.len() as u8;
            side.discard_down = player.discard.face_down;
            side.hand_len = player.hand.len() as u8;
            for card in &player.discard.face_up {
                let card = ids.of(*card);
                known.below[usize::from(card)] = side.discard;
                if side.discard == NONE {
                    discards[at] = (card, player.discard.face_down);
                }
                side.discard = card;
            }
            if seat == me {
                for (place, card) in side.hand.iter_mut().zip(hand) {
                    *place = ids.of(*card);
                }
            } else {
                hands.extend(player.hand.iter().enumerate().map(|(place, shuffle)| (at, place, *shuffle)));
            }
        }
        let unseen = view.unseen().iter();
        let unseen =
            unseen.map(|unseen| (unseen.shuffle, unseen.cards.iter().map(|card| ids.of(card)).collect()));
        Some(Determinizer { known, unseen: unseen.collect(), stock: public.shuffle, hands, discards })
    }

    /// The known part of the world. It must not be played beyond the point where a hidden card
    /// appears.
    pub(super) const fn known(&self) -> &World {
        &self.known
    }

    /// Samples a world.
    pub(super) fn sample(&mut self, rng: &mut Rng) -> World {
        let mut world = self.known;
        for (_, cards) in &mut self.unseen {
            rng.shuffle(cards);
        }
        let mut piles: Vec<(Shuffle, std::slice::Iter<'_, u8>)> =
            self.unseen.iter().map(|(shuffle, cards)| (*shuffle, cards.iter())).collect();
        let mut next = |shuffle| {
            let pile = piles.iter_mut().find(|(of, _)| *of == shuffle);
            pile.and_then(|(_, cards)| cards.next()).copied().unwrap_or(NONE)
        };
        for &(seat, place, shuffle) in &self.hands {
            world.players[seat].hand[place] = next(shuffle);
        }
        for seat in 0..usize::from(world.seats) {
            let side = world.players[seat];
            let reserve = (side.reserve, side.reserve_len.saturating_sub(1));
            for (mut above, count) in [reserve, self.discards[seat]] {
                for _ in 0..count {
                    let card = next(Shuffle::DEAL);
                    world.below[usize::from(above)] = card;
                    above = card;
                }
            }
        }
        for place in &mut world.deck[..usize::from(world.stock)] {
            *place = next(self.stock);
        }
        world
    }
}

/// Gives each card a unique number. Its remainder modulo 13 determines the rank.
#[derive(Default)]
struct CardIds([u8; 13]);

impl CardIds {
    fn of(&mut self, card: Card) -> u8 {
        self.of_rank(card.rank)
    }

    fn of_rank(&mut self, rank: Rank) -> u8 {
        let used = &mut self.0[rank as usize - 1];
        let id = *used * 13 + rank as u8 - 1;
        *used += 1;
        id
    }
}
