//! A fast, compact model of Savannah for simulated games.

use games::savannah::Config;

use super::Randomness;

/// The largest number of cards at a table: four packs.
pub(super) const MAX_CARDS: usize = 4 * 52;
/// Stands for no card.
pub(super) const NONE: u8 = u8::MAX;
pub(super) const MAX_SEATS: usize = 8;
const HAND: usize = games::savannah::HAND;
const MAX_PLAYS_PER_TURN: u8 = games::savannah::MAX_PLAYS_PER_TURN;

/// A complete game state of Savannah, packed for speed. It follows the same rules as
/// `games::savannah`, without suits, which do not matter. A test plays both side by side.
///
/// A card is a number whose remainder modulo 13 determines its rank. Piles are linked lists through
/// `below`. So a world has a fixed size however the cards are distributed, and copying it takes a
/// few nanoseconds.
#[derive(Clone, Copy)]
pub(super) struct World {
    /// For each card of a reserve or discard, the card under it.
    pub(super) below: [u8; MAX_CARDS],
    /// The stock at the front, with the next card to be drawn at its end; the covered cards at the
    /// back.
    pub(super) deck: [u8; MAX_CARDS],
    pub(super) stock: u8,
    pub(super) covered: u8,
    /// The tops of the foundations, from left to right.
    pub(super) tops: [u8; 3],
    pub(super) players: [PlayerState; MAX_SEATS],
    pub(super) seats: u8,
    pub(super) seat: u8,
    pub(super) first: u8,
    pub(super) round: u32,
    /// The number of the last round (V14).
    pub(super) rounds: u32,
    pub(super) ace_on_ace: bool,
    pub(super) sum: u8,
    pub(super) double: bool,
    pub(super) theft: bool,
    pub(super) plays: u8,
    /// One bit for each winner. 0 until the game is over.
    pub(super) winners: u8,
}

/// The cards of a player.
#[derive(Clone, Copy)]
pub(super) struct PlayerState {
    pub(super) reserve: u8,
    pub(super) reserve_len: u8,
    pub(super) discard: u8,
    pub(super) discard_len: u8,
    /// How many cards at the bottom of the discard were never face up.
    pub(super) discard_down: u8,
    pub(super) hand: [u8; HAND],
    pub(super) hand_len: u8,
}

/// An action of a player. Cards of the hand are named by their rank, since suits do not matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Action {
    Play { from: PlayFrom, to: u8 },
    Discard(u8),
    End,
}

/// Where a card is played from: `Hand` has the card's rank, `DiscardOf` the seat of the owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PlayFrom {
    Hand(u8),
    Reserve,
    Discard,
    DiscardOf(u8),
}

/// The rank of a card, from 1 to 13, or 0 for [`NONE`].
#[inline]
pub(super) const fn rank(card: u8) -> u8 {
    if card == NONE { 0 } else { card % 13 + 1 }
}

impl PlayerState {
    pub(super) const EMPTY: PlayerState = PlayerState {
        reserve: NONE,
        reserve_len: 0,
        discard: NONE,
        discard_len: 0,
        discard_down: 0,
        hand: [NONE; HAND],
        hand_len: 0,
    };

    /// How many cards the player has to get rid of to win (S18).
    #[inline]
    pub(super) const fn left(&self) -> u8 {
        self.reserve_len + self.discard_len
    }
}

impl World {
    /// A new game with the cards in the order of `Chance::Deal`. The first player has rolled and
    /// drawn.
    pub(super) fn deal(config: &Config, cards: &[u8], first: u8, randomness: &mut impl Randomness) -> World {
        let mut world = World {
            below: [NONE; MAX_CARDS],
            deck: [NONE; MAX_CARDS],
            stock: 0,
            covered: 0,
            tops: [NONE; 3],
            players: [PlayerState::EMPTY; MAX_SEATS],
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
        world.cover_aces(randomness);
        world.start_turn(randomness);
        world
    }

    #[inline]
    pub(super) const fn is_over(&self) -> bool {
        self.winners != 0
    }

    #[inline]
    pub(super) fn me(&self) -> &PlayerState {
        &self.players[usize::from(self.seat)]
    }

    /// Applies a player's action and everything that follows without another decision: cards dealt
    /// onto aces, a new hand, the next player's roll and draw.
    pub(super) fn apply(&mut self, action: Action, randomness: &mut impl Randomness) {
        match action {
            Action::Play { from, to } => self.play(from, to, randomness),
            Action::Discard(rank) => {
                let card = self.take_from_hand(rank);
                let side = &mut self.players[usize::from(self.seat)];
                self.below[usize::from(card)] = side.discard;
                side.discard = card;
                side.discard_len += 1;
                self.end_turn(randomness);
            }
            Action::End => self.end_turn(randomness),
        }
    }

    /// Plays a card in the order of V8: move the card, turn up the next one, check for a win, cover
    /// three aces, refill the hand.
    fn play(&mut self, from: PlayFrom, to: u8, randomness: &mut impl Randomness) {
        let mut owner = self.seat;
        let card = match from {
            PlayFrom::Hand(rank) => self.take_from_hand(rank),
            PlayFrom::Reserve => {
                let side = &mut self.players[usize::from(owner)];
                let card = side.reserve;
                side.reserve = self.below[usize::from(card)];
                side.reserve_len -= 1;
                card
            }
            PlayFrom::Discard | PlayFrom::DiscardOf(_) => {
                if let PlayFrom::DiscardOf(seat) = from {
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
        self.put(card, to);
        self.plays += 1;
        if self.players[usize::from(owner)].left() == 0 {
            self.winners = 1 << owner;
            return;
        }
        self.cover_aces(randomness);
        if self.me().hand_len == 0 {
            self.draw_hand(randomness);
        }
    }

    fn put(&mut self, card: u8, to: u8) {
        let top = &mut self.tops[usize::from(to)];
        self.covered += 1;
        self.deck[MAX_CARDS - usize::from(self.covered)] = *top;
        *top = card;
    }

    /// Removes a card with this rank from the hand: of several, the one drawn first.
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

    /// Deals cards onto three aces, from left to right, until a top is not an ace or no card is
    /// left (S17, V9).
    fn cover_aces(&mut self, randomness: &mut impl Randomness) {
        while self.all_aces() {
            for to in 0..3 {
                match self.draw(randomness) {
                    Some(card) => self.put(card, to),
                    None => return,
                }
            }
        }
    }

    fn draw_hand(&mut self, randomness: &mut impl Randomness) {
        while usize::from(self.me().hand_len) < HAND {
            let Some(card) = self.draw(randomness) else { return };
            let side = &mut self.players[usize::from(self.seat)];
            side.hand[usize::from(side.hand_len)] = card;
            side.hand_len += 1;
        }
    }

    /// Draws the next card of the stock. If the stock is empty, reshuffles the covered cards first
    /// (S3, V5).
    fn draw(&mut self, randomness: &mut impl Randomness) -> Option<u8> {
        if self.stock == 0 {
            if self.covered == 0 {
                return None;
            }
            let covered = usize::from(self.covered);
            self.deck.copy_within(MAX_CARDS - covered.., 0);
            randomness.shuffle(&mut self.deck[..covered]);
            (self.stock, self.covered) = (self.covered, 0);
        }
        self.stock -= 1;
        Some(self.deck[usize::from(self.stock)])
    }

    /// Starts the next player's turn, or ends the game after the last round (V14).
    fn end_turn(&mut self, randomness: &mut impl Randomness) {
        let next = if self.seat + 1 < self.seats { self.seat + 1 } else { 0 };
        if next == self.first {
            if self.round >= self.rounds {
                self.winners = self.leaders();
                return;
            }
            self.round = self.round.saturating_add(1);
        }
        self.seat = next;
        self.start_turn(randomness);
    }

    fn start_turn(&mut self, randomness: &mut impl Randomness) {
        let [one, two] = randomness.roll();
        self.sum = one + two;
        self.double = one == two;
        self.theft = false;
        self.plays = 0;
        self.draw_hand(randomness);
    }

    /// The players with the fewest cards in reserve and discard; among these, with the fewest in
    /// the reserve (V14).
    fn leaders(&self) -> u8 {
        let players = &self.players[..usize::from(self.seats)];
        let standing = |side: &PlayerState| (side.left(), side.reserve_len);
        let best = players.iter().map(standing).min();
        let leads = |side| u8::from(Some(standing(side)) == best);
        players.iter().enumerate().fold(0, |seats, (at, side)| seats | leads(side) << at)
    }

    /// How many more cards may be played in this turn (V13).
    #[inline]
    pub(super) const fn plays_left(&self) -> u8 {
        MAX_PLAYS_PER_TURN.saturating_sub(self.plays)
    }
}
