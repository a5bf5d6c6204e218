use super::world::{From, MOST_SEATS, NONE, World, rank};

/// A rank that is not known.
pub(super) const UNKNOWN: u8 = 14;
/// How many cards of the own discard are thought of.
const DEEP: usize = 16;

/// What the player whose turn it is sees, in ranks, where 0 is no card: all that a search of the turn starts from.
#[derive(Clone, Copy)]
pub(super) struct Desk {
    pub(super) seats: u8,
    pub(super) rounds_left: u32,
    pub(super) ace_on_ace: bool,
    pub(super) sum: u8,
    /// Whether a card of another's discard may be played (S9).
    pub(super) theft: bool,
    pub(super) plays_left: u8,
    /// In order, as it does not matter which foundation is which.
    pub(super) tops: [u8; 3],
    /// In order, the highest first, filled up with 0.
    pub(super) hand: [u8; 4],
    pub(super) reserve: u8,
    pub(super) reserve_len: u8,
    /// From the top down, as far as it is known and thought of.
    pub(super) discard: [u8; DEEP],
    pub(super) discard_len: u8,
    pub(super) others: [Other; MOST_SEATS - 1],
}

/// What is seen of another player; the next one comes first.
#[derive(Clone, Copy)]
pub(super) struct Other {
    pub(super) seat: u8,
    pub(super) reserve: u8,
    pub(super) reserve_len: u8,
    pub(super) discard: u8,
    /// The card under the top of the discard.
    pub(super) second: u8,
    pub(super) discard_len: u8,
}

impl Desk {
    /// What the player of a world sees whose turn it is.
    pub(super) fn new(world: &World) -> Desk {
        let me = world.me();
        let mut tops = world.tops.map(rank);
        sort3(&mut tops);
        let mut hand = [0; 4];
        for (place, card) in hand.iter_mut().zip(&me.hand[..usize::from(me.hand_len)]) {
            *place = rank(*card);
        }
        hand.sort_unstable_by(|a, b| b.cmp(a));
        let mut discard = [0; DEEP];
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
        let mut others = [Other::NOBODY; MOST_SEATS - 1];
        for (step, other) in others.iter_mut().enumerate().take(usize::from(world.seats) - 1) {
            *other = Other::new(world, (world.seat + 1 + step as u8) % world.seats);
        }
        Desk {
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

    /// The players who are there besides the own one.
    pub(super) fn others(&self) -> &[Other] {
        &self.others[..usize::from(self.seats) - 1]
    }

    /// A card of the own discard, from the top; what lies deeper than is thought of is not known.
    #[inline]
    pub(super) fn discarded(&self, at: u8) -> u8 {
        match self.discard.get(usize::from(at)) {
            _ if at >= self.discard_len => 0,
            Some(rank) => *rank,
            None => UNKNOWN,
        }
    }

    /// S12 to S16, as in `games::savannah::fits`.
    #[inline]
    pub(super) const fn fits(&self, card: u8, top: u8) -> bool {
        match top {
            13 => true,
            1 => card == 2 || card == 1 && self.ace_on_ace,
            _ => card == 1 || card == top + 1 || top == self.sum,
        }
    }
}

impl Other {
    const NOBODY: Other =
        Other { seat: NONE, reserve: 0, reserve_len: 0, discard: 0, second: 0, discard_len: 0 };

    /// How many cards the player must get rid of to win (S18).
    #[inline]
    pub(super) const fn left(&self) -> u8 {
        self.reserve_len + self.discard_len
    }

    /// The top of the discard and its length, if a card was taken from the discard of that seat.
    #[inline]
    pub(super) const fn discard_after(&self, theft: u8) -> (u8, u8) {
        if theft == self.seat {
            (self.second, self.discard_len - 1)
        } else {
            (self.discard, self.discard_len)
        }
    }

    fn new(world: &World, seat: u8) -> Other {
        let side = &world.players[usize::from(seat)];
        let second = match side.discard_len {
            0 | 1 => 0,
            len if len - side.discard_down == 1 => UNKNOWN,
            _ => rank(world.below[usize::from(side.discard)]),
        };
        Other {
            seat,
            reserve: rank(side.reserve),
            reserve_len: side.reserve_len,
            discard: rank(side.discard),
            second,
            discard_len: side.discard_len,
        }
    }
}

/// A step of a plan: the top that a card is played onto is named by its rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    Play(From, u8),
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
