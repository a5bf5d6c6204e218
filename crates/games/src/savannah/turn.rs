//! How a game proceeds: the deal, the turn, and the order of steps within a play (V8).

use cards::{Card, Dice};
use table::{Outcome, Seat};

use super::{Foundation, HAND, Phase, Savannah, SourcePile, Step, rules};

/// The result of taking a card from the stock.
enum Taken {
    Card(Card),
    /// The stock is empty; the covered foundation cards must be reshuffled first (S3).
    ReshuffleFirst,
    /// The stock is empty and there is nothing to reshuffle (V6).
    Nothing,
}

impl Savannah {
    /// Lays out the cards in the order of [`super::Chance::Deal`] (V2, V3). The number of
    /// cards must be right.
    pub(super) fn deal(&mut self, cards: Vec<Card>) {
        let config = self.public.config;
        let mut cards = cards.into_iter();
        for (seat, player) in self.public.players.iter_mut() {
            let held = &mut self.hidden.players[seat];
            held.reserve = cards.by_ref().take(config.reserve().into()).collect();
            held.discard = cards.by_ref().take(config.discard().into()).collect();
            player.reserve.top = held.reserve.pop();
            player.reserve.face_down = held.reserve.len() as u8;
            player.discard.face_up.extend(held.discard.pop());
            player.discard.face_down = held.discard.len() as u8;
        }
        for (foundation, card) in Foundation::ALL.into_iter().zip(&mut cards) {
            self.public.foundations[foundation].push(card);
        }
        self.hidden.stock = cards.rev().collect();
        self.public.stock = self.hidden.stock.len() as u8;
        self.check_aces();
    }

    /// Starts the first turn (V4).
    pub(super) fn begin(&mut self, seat: Seat) {
        self.public.first = Some(seat);
        self.public.seat = seat;
        self.public.round = 1;
        self.public.phase = Phase::Roll;
    }

    /// Starts a turn: applies the roll and refills the hand (S1).
    pub(super) fn roll(&mut self, dice: Dice) {
        self.public.dice = Some(dice);
        self.draw_hand();
    }

    /// Makes the covered foundation cards the new stock (S3) and resumes the step that needed it.
    pub(super) fn reshuffle(&mut self, mut cards: Vec<Card>) {
        for pile in &mut self.public.foundations.0 {
            let covered = pile.len().saturating_sub(1);
            pile.drain(..covered);
        }
        cards.reverse();
        self.public.stock = cards.len() as u8;
        self.public.shuffle = self.public.shuffle.next();
        self.hidden.stock = cards;
        match self.public.phase {
            Phase::Reshuffle(Step::Aces(foundation)) => self.cover_aces(foundation),
            _ => self.draw_hand(),
        }
    }

    /// Plays a card in the order of V8: move the card, turn up what it uncovers, check for a win,
    /// cover three aces, refill the hand.
    pub(super) fn play_card(&mut self, seat: Seat, from: SourcePile, to: Foundation) {
        let Some(card) = self.take_card(seat, from) else { return };
        self.public.foundations[to].push(card);
        self.public.plays += 1;
        let owner = match from {
            SourcePile::DiscardOf(owner) => {
                self.public.theft = true;
                owner
            }
            _ => seat,
        };
        if self.public.players[owner].left() == 0 {
            self.public.outcome = Some(Outcome::by_rule(owner.into(), rules::WIN));
        } else {
            self.check_aces();
        }
    }

    /// Takes a card from its pile and turns up the card that it uncovers (S5, S6).
    fn take_card(&mut self, seat: Seat, from: SourcePile) -> Option<Card> {
        match from {
            SourcePile::Hand(card) => self.take_from_hand(seat, card),
            SourcePile::Reserve => {
                let reserve = &mut self.public.players[seat].reserve;
                let below = self.hidden.players[seat].reserve.pop();
                reserve.face_down -= u8::from(below.is_some());
                std::mem::replace(&mut reserve.top, below)
            }
            SourcePile::Discard => self.take_from_discard(seat),
            SourcePile::DiscardOf(owner) => self.take_from_discard(owner),
        }
    }

    /// Takes a card from the hand; of equal cards, the one that was drawn first.
    fn take_from_hand(&mut self, seat: Seat, card: Card) -> Option<Card> {
        let hand = &mut self.hidden.players[seat].hand;
        let at = hand.iter().position(|held| *held == card)?;
        self.public.players[seat].hand.remove(at);
        Some(hand.remove(at))
    }

    fn take_from_discard(&mut self, owner: Seat) -> Option<Card> {
        let discard = &mut self.public.players[owner].discard;
        let card = discard.face_up.pop()?;
        if discard.face_up.is_empty()
            && let Some(below) = self.hidden.players[owner].discard.pop()
        {
            discard.face_down -= 1;
            discard.face_up.push(below);
        }
        Some(card)
    }

    /// Covers three aces if there are any (S17), then continues.
    fn check_aces(&mut self) {
        if self.public.all_aces() {
            self.cover_aces(Foundation::First);
        } else {
            self.after_aces();
        }
    }

    /// Deals cards onto three aces, starting at this foundation and going right, until at least one
    /// top card is not an ace (V9).
    fn cover_aces(&mut self, from: Foundation) {
        let mut next = Some(from);
        while let Some(foundation) = next {
            match self.take_from_stock() {
                Taken::Card(card) => self.public.foundations[foundation].push(card),
                Taken::ReshuffleFirst => {
                    self.public.phase = Phase::Reshuffle(Step::Aces(foundation));
                    return;
                }
                Taken::Nothing => break,
            }
            next = foundation.next().or_else(|| self.public.all_aces().then_some(Foundation::First));
        }
        self.after_aces();
    }

    /// Continues after the aces: starts the first turn after the deal, or refills an empty hand
    /// after a play (S8).
    fn after_aces(&mut self) {
        let seat = self.public.seat;
        if self.public.first.is_none() {
            match self.public.config.first() {
                Some(seat) => self.begin(seat),
                None => self.public.phase = Phase::Begin,
            }
        } else if self.hidden.players[seat].hand.is_empty() {
            self.draw_hand();
        } else {
            self.public.phase = Phase::Play;
        }
    }

    /// Refills the hand of the player whose turn it is, as far as there are cards (V6).
    fn draw_hand(&mut self) {
        let seat = self.public.seat;
        while self.hidden.players[seat].hand.len() < HAND {
            match self.take_from_stock() {
                Taken::Card(card) => {
                    self.hidden.players[seat].hand.push(card);
                    self.public.players[seat].hand.push(self.public.shuffle);
                }
                Taken::ReshuffleFirst => {
                    self.public.phase = Phase::Reshuffle(Step::Draw);
                    return;
                }
                Taken::Nothing => break,
            }
        }
        self.public.phase = Phase::Play;
    }

    /// Takes the next card of the stock. A reshuffle happens only when a card is needed and the
    /// stock is empty (V5).
    fn take_from_stock(&mut self) -> Taken {
        match self.hidden.stock.pop() {
            Some(card) => {
                self.public.stock -= 1;
                Taken::Card(card)
            }
            None if self.public.covered().next().is_some() => Taken::ReshuffleFirst,
            None => Taken::Nothing,
        }
    }

    /// Puts a card from the hand face up on the discard and ends the turn (S11).
    pub(super) fn discard(&mut self, seat: Seat, card: Card) {
        if let Some(card) = self.take_from_hand(seat, card) {
            self.public.players[seat].discard.face_up.push(card);
            self.end_turn();
        }
    }

    /// Starts the next seat's turn, or ends the game after the last round (V14).
    pub(super) fn end_turn(&mut self) {
        let public = &mut self.public;
        let next = public.seat.next(public.config.seats());
        if Some(next) == public.first {
            if public.config.rounds().is_some_and(|rounds| public.round >= u32::from(rounds)) {
                public.outcome = Some(Outcome::by_rule(public.leaders(), rules::LAST_ROUND));
                return;
            }
            public.round = public.round.saturating_add(1);
        }
        public.seat = next;
        public.dice = None;
        public.plays = 0;
        public.theft = false;
        public.phase = Phase::Roll;
    }
}
