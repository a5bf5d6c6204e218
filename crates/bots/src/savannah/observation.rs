//! What a player sees at the start of a search.

use super::world::{MAX_SEATS, NONE, PlayFrom, World, rank};

/// Stands for an unknown rank.
pub(super) const UNKNOWN: u8 = 14;
/// How many cards of the player's own discard a search considers.
const MAX_DEPTH: usize = 16;

/// What the player whose turn it is sees, as ranks. 0 stands for no card.
#[derive(Clone, Copy)]
pub(super) struct Observation {
    pub(super) seats: u8,
    pub(super) rounds_left: u32,
    pub(super) ace_on_ace: bool,
    pub(super) sum: u8,
    /// Whether a card of another player's discard may be played (S9).
    pub(super) theft: bool,
    pub(super) plays_left: u8,
    /// In ascending order: it does not matter which foundation is which.
    pub(super) tops: [u8; 3],
    /// In descending order, padded with 0.
    pub(super) hand: [u8; 4],
    pub(super) reserve: u8,
    pub(super) reserve_len: u8,
    /// From the top down, as far as it is known and considered.
    pub(super) discard: [u8; MAX_DEPTH],
    pub(super) discard_len: u8,
    /// In the order of their turns; use [`Observation::opponents`].
    others: [Opponent; MAX_SEATS - 1],
}

/// What a player sees of an opponent.
#[derive(Clone, Copy)]
pub(super) struct Opponent {
    pub(super) seat: u8,
    pub(super) reserve: u8,
    pub(super) reserve_len: u8,
    pub(super) discard: u8,
    /// The card under the top of the discard.
    pub(super) second: u8,
    pub(super) discard_len: u8,
}

impl Observation {
    /// The observation of the player whose turn it is.
    pub(super) fn new(world: &World) -> Observation {
        let me = world.me();
        let mut tops = world.tops.map(rank);
        sort3(&mut tops);
        let mut hand = [0; 4];
        for (place, card) in hand.iter_mut().zip(&me.hand[..usize::from(me.hand_len)]) {
            *place = rank(*card);
        }
        hand.sort_unstable_by(|a, b| b.cmp(a));
        let mut discard = [0; MAX_DEPTH];
        let mut card = me.discard;
        for (at, place) in discard.iter_mut().enumerate() {
            let seen = me.discard_len - me.discard_down;
            if at >= usize::from(me.discard_len) {
                break;
            }
            if at >= usize::from(seen) {
                *place = UNKNOWN;
                break;
            }
            *place = rank(card);
            card = world.below[usize::from(card)];
        }
        let mut others = [Opponent::NONE_SEATED; MAX_SEATS - 1];
        for (step, other) in others.iter_mut().enumerate().take(usize::from(world.seats) - 1) {
            *other = Opponent::new(world, (world.seat + 1 + step as u8) % world.seats);
        }
        Observation {
            seats: world.seats,
            rounds_left: world.rounds.saturating_sub(world.round),
            ace_on_ace: world.ace_on_ace,
            sum: world.sum,
            theft: world.double && !world.theft,
            plays_left: world.plays_left(),
            tops,
            hand,
            reserve: rank(me.reserve),
            reserve_len: me.reserve_len,
            discard,
            discard_len: me.discard_len,
            others,
        }
    }

    /// All opponents, starting with the next player.
    pub(super) fn opponents(&self) -> &[Opponent] {
        &self.others[..usize::from(self.seats) - 1]
    }

    /// A card of the player's own discard, from the top. Cards beyond [`MAX_DEPTH`] count as
    /// unknown.
    #[inline]
    pub(super) fn discard_at(&self, at: u8) -> u8 {
        match self.discard.get(usize::from(at)) {
            _ if at >= self.discard_len => 0,
            Some(rank) => *rank,
            None => UNKNOWN,
        }
    }

    /// Whether a card fits on a top, by S12 to S16. The same as `games::savannah::fits`.
    #[inline]
    pub(super) const fn fits(&self, card: u8, top: u8) -> bool {
        match top {
            13 => true,
            1 => card == 2 || card == 1 && self.ace_on_ace,
            _ => card == 1 || card == top + 1 || top == self.sum,
        }
    }
}

impl Opponent {
    const NONE_SEATED: Opponent =
        Opponent { seat: NONE, reserve: 0, reserve_len: 0, discard: 0, second: 0, discard_len: 0 };

    /// How many cards the player has to get rid of to win (S18).
    #[inline]
    pub(super) const fn left(&self) -> u8 {
        self.reserve_len + self.discard_len
    }

    /// The top and the length of the discard after a card was taken from the discard of seat
    /// `theft`.
    #[inline]
    pub(super) const fn discard_after(&self, theft: u8) -> (u8, u8) {
        if theft == self.seat {
            (self.second, self.discard_len - 1)
        } else {
            (self.discard, self.discard_len)
        }
    }

    fn new(world: &World, seat: u8) -> Opponent {
        let side = &world.players[usize::from(seat)];
        let second = match side.discard_len {
            0 | 1 => 0,
            len if len - side.discard_down == 1 => UNKNOWN,
            _ => rank(world.below[usize::from(side.discard)]),
        };
        Opponent {
            seat,
            reserve: rank(side.reserve),
            reserve_len: side.reserve_len,
            discard: rank(side.discard),
            second,
            discard_len: side.discard_len,
        }
    }
}

/// A step of a plan. A play names its foundation by the rank of the top.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PlanStep {
    Play(PlayFrom, u8),
    Discard(u8),
    End,
}

#[inline]
pub(super) fn sort3(ranks: &mut [u8; 3]) {
    if ranks[0] > ranks[1] {
        ranks.swap(0, 1);
    }
    if ranks[1] > ranks[2] {
        ranks.swap(1, 2);
    }
    if ranks[0] > ranks[1] {
        ranks.swap(0, 1);
    }
}
