use games::savannah::Config;

use super::Luck;

/// The most cards that a table has: four packs.
pub(super) const MOST_CARDS: usize = 4 * 52;
/// No card.
pub(super) const NONE: u8 = u8::MAX;
pub(super) const MOST_SEATS: usize = 8;
const HAND: usize = games::savannah::HAND;
const MOST_PLAYS: u8 = games::savannah::MOST_PLAYS;

/// A whole game of Savannah, packed for speed: what `games::savannah` says in a readable way, without suits, which do not
/// matter. A test plays both side by side.
///
/// A card is a number; what it is modulo 13 is its rank. Piles are linked lists through `below`, so that a world has a fixed
/// size and is copied in a few nanoseconds, however the cards are spread.
#[derive(Clone, Copy)]
pub(super) struct World {
    /// The card under a card of a reserve or a discard.
    pub(super) below: [u8; MOST_CARDS],
    /// The stock from the front, the card to be drawn last; the covered cards from the back.
    pub(super) deck: [u8; MOST_CARDS],
    pub(super) stock: u8,
    pub(super) covered: u8,
    /// The tops of the foundations, from left to right.
    pub(super) tops: [u8; 3],
    pub(super) players: [Side; MOST_SEATS],
    pub(super) seats: u8,
    pub(super) seat: u8,
    pub(super) first: u8,
    pub(super) round: u32,
    /// The last round (V14).
    pub(super) rounds: u32,
    pub(super) ace_on_ace: bool,
    pub(super) sum: u8,
    pub(super) double: bool,
    pub(super) theft: bool,
    pub(super) plays: u8,
    /// One bit for each winner, once the game is over.
    pub(super) winners: u8,
}

/// What a player has.
#[derive(Clone, Copy)]
pub(super) struct Side {
    pub(super) reserve: u8,
    pub(super) reserve_len: u8,
    pub(super) discard: u8,
    pub(super) discard_len: u8,
    /// How many cards at the bottom of the discard were never face up.
    pub(super) discard_down: u8,
    pub(super) hand: [u8; HAND],
    pub(super) hand_len: u8,
}

/// What a player does. Cards of the hand are named by their rank, since suits do not matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Act {
    Play { from: From, to: u8 },
    Discard(u8),
    End,
}

/// Where a card is played from: the rank of a card of the hand, or the seat of the discard's owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum From {
    Hand(u8),
    Reserve,
    Discard,
    DiscardOf(u8),
}

/// From 1 to 13, or 0 if there is no card.
#[inline]
pub(super) const fn rank(card: u8) -> u8 {
    if card == NONE { 0 } else { card % 13 + 1 }
}

impl Side {
    pub(super) const EMPTY: Side = Side {
        reserve: NONE,
        reserve_len: 0,
        discard: NONE,
        discard_len: 0,
        discard_down: 0,
        hand: [NONE; HAND],
        hand_len: 0,
    };

    /// How many cards it must get rid of to win (S18).
    #[inline]
    pub(super) const fn left(&self) -> u8 {
        self.reserve_len + self.discard_len
    }
}

impl World {
    /// A new game: the cards lie as in `Chance::Deal`, and the first player has rolled and drawn.
    pub(super) fn deal(config: &Config, cards: &[u8], first: u8, luck: &mut impl Luck) -> World {
        let mut world = World {
            below: [NONE; MOST_CARDS],
            deck: [NONE; MOST_CARDS],
            stock: 0,
            covered: 0,
            tops: [NONE; 3],
            players: [Side::EMPTY; MOST_SEATS],
            seats: config.seats(),
            seat: first,
            first,
            round: 1,
            rounds: config.rounds().map_or(u32::MAX, u32::from),
            ace_on_ace: config.ace_on_ace(),
            sum: 0,
            double: false,
            theft: false,
            plays: 0,
            winners: 0,
        };
        let mut cards = cards.iter().copied();
        for side in &mut world.players[..usize::from(config.seats())] {
            for card in cards.by_ref().take(config.reserve().into()) {
                world.below[usize::from(card)] = side.reserve;
                side.reserve = card;
            }
            for card in cards.by_ref().take(config.discard().into()) {
                world.below[usize::from(card)] = side.discard;
                side.discard = card;
            }
            (side.reserve_len, side.discard_len) = (config.reserve(), config.discard());
            side.discard_down = config.discard().saturating_sub(1);
        }
        for (top, card) in world.tops.iter_mut().zip(&mut cards) {
            *top = card;
        }
        for card in cards.rev() {
            world.deck[usize::from(world.stock)] = card;
            world.stock += 1;
        }
        world.cover_aces(luck);
        world.start_turn(luck);
        world
    }

    #[inline]
    pub(super) const fn is_over(&self) -> bool {
        self.winners != 0
    }

    #[inline]
    pub(super) fn me(&self) -> &Side {
        &self.players[usize::from(self.seat)]
    }

    /// Does what a player does, and what follows from it without another decision: cards dealt onto aces, a new hand,
    /// the next player's roll and draw.
    pub(super) fn act(&mut self, act: Act, luck: &mut impl Luck) {
        match act {
            Act::Play { from, to } => self.play(from, to, luck),
            Act::Discard(rank) => {
                let card = self.take_from_hand(rank);
                let side = &mut self.players[usize::from(self.seat)];
                self.below[usize::from(card)] = side.discard;
                side.discard = card;
                side.discard_len += 1;
                self.end_turn(luck);
            }
            Act::End => self.end_turn(luck),
        }
    }

    /// The order of V8: the card moves, what it uncovers is turned up, win, three aces, hand refill.
    fn play(&mut self, from: From, to: u8, luck: &mut impl Luck) {
        let mut owner = self.seat;
        let card = match from {
            From::Hand(rank) => self.take_from_hand(rank),
            From::Reserve => {
                let side = &mut self.players[usize::from(owner)];
                let card = side.reserve;
                side.reserve = self.below[usize::from(card)];
                side.reserve_len -= 1;
                card
            }
            From::Discard | From::DiscardOf(_) => {
                if let From::DiscardOf(seat) = from {
                    owner = seat;
                    self.theft = true;
                }
                let side = &mut self.players[usize::from(owner)];
                let card = side.discard;
                side.discard = self.below[usize::from(card)];
                side.discard_len -= 1;
                side.discard_down = side.discard_down.min(side.discard_len.saturating_sub(1));
                card
            }
        };
        self.lay(card, to);
        self.plays += 1;
        if self.players[usize::from(owner)].left() == 0 {
            self.winners = 1 << owner;
            return;
        }
        self.cover_aces(luck);
        if self.me().hand_len == 0 {
            self.draw_hand(luck);
        }
    }

    fn lay(&mut self, card: u8, to: u8) {
        let top = &mut self.tops[usize::from(to)];
        self.covered += 1;
        self.deck[MOST_CARDS - usize::from(self.covered)] = *top;
        *top = card;
    }

    /// Of equal cards the one that was drawn first.
    fn take_from_hand(&mut self, wanted: u8) -> u8 {
        let side = &mut self.players[usize::from(self.seat)];
        let held = &mut side.hand[..usize::from(side.hand_len)];
        let at = held.iter().position(|card| rank(*card) == wanted).unwrap_or(0);
        let card = held[at];
        held.copy_within(at + 1.., at);
        side.hand_len -= 1;
        card
    }

    fn all_aces(&self) -> bool {
        self.tops.iter().all(|top| rank(*top) == 1)
    }

    /// Deals onto three aces, from left to right, until a top is no ace or no card can be had (S17, V9).
    fn cover_aces(&mut self, luck: &mut impl Luck) {
        while self.all_aces() {
            for to in 0..3 {
                match self.take(luck) {
                    Some(card) => self.lay(card, to),
                    None => return,
                }
            }
        }
    }

    fn draw_hand(&mut self, luck: &mut impl Luck) {
        while usize::from(self.me().hand_len) < HAND {
            let Some(card) = self.take(luck) else { return };
            let side = &mut self.players[usize::from(self.seat)];
            side.hand[usize::from(side.hand_len)] = card;
            side.hand_len += 1;
        }
    }

    /// The next card of the stock, after a reshuffle of the covered cards if it is empty (S3, V5).
    fn take(&mut self, luck: &mut impl Luck) -> Option<u8> {
        if self.stock == 0 {
            if self.covered == 0 {
                return None;
            }
            let covered = usize::from(self.covered);
            self.deck.copy_within(MOST_CARDS - covered.., 0);
            luck.shuffle(&mut self.deck[..covered]);
            (self.stock, self.covered) = (self.covered, 0);
        }
        self.stock -= 1;
        Some(self.deck[usize::from(self.stock)])
    }

    /// The next seat's turn, or the end of the last round (V14).
    fn end_turn(&mut self, luck: &mut impl Luck) {
        let next = if self.seat + 1 < self.seats { self.seat + 1 } else { 0 };
        if next == self.first {
            if self.round >= self.rounds {
                self.winners = self.leaders();
                return;
            }
            self.round = self.round.saturating_add(1);
        }
        self.seat = next;
        self.start_turn(luck);
    }

    fn start_turn(&mut self, luck: &mut impl Luck) {
        let [one, two] = luck.roll();
        self.sum = one + two;
        self.double = one == two;
        self.theft = false;
        self.plays = 0;
        self.draw_hand(luck);
    }

    /// Fewest cards in reserve and discard, then fewest in the reserve (V14).
    fn leaders(&self) -> u8 {
        let players = &self.players[..usize::from(self.seats)];
        let standing = |side: &Side| (side.left(), side.reserve_len);
        let best = players.iter().map(standing).min();
        let leads = |side| u8::from(Some(standing(side)) == best);
        players.iter().enumerate().fold(0, |seats, (at, side)| seats | leads(side) << at)
    }

    /// How many more cards may be played in this turn (V13).
    #[inline]
    pub(super) const fn plays_left(&self) -> u8 {
        MOST_PLAYS.saturating_sub(self.plays)
    }
}
