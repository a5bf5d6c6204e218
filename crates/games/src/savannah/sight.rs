use cards::Card;
use table::{Refusal, Seat};

use super::{Foundation, MAX_PLAYS_PER_TURN, Move, Phase, Public, Reason, SourcePile, fits};

/// What decides which moves of a seat are legal: what everybody sees, and the seat's own hand.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    public: &'a Public,
    seat: Seat,
    hand: &'a [Card],
}

impl<'a> Sight<'a> {
    pub(super) const fn new(public: &'a Public, seat: Seat, hand: &'a [Card]) -> Sight<'a> {
        Sight { public, seat, hand }
    }

    /// What everybody sees.
    #[must_use]
    pub const fn public(self) -> &'a Public {
        self.public
    }

    /// The seat that this sight belongs to.
    #[must_use]
    pub const fn seat(self) -> Seat {
        self.seat
    }

    /// The seat's hand, in the order in which the cards were drawn.
    #[must_use]
    pub const fn hand(self) -> &'a [Card] {
        self.hand
    }

    /// The other player who would win through this move, if it is legal: the one whose last card it
    /// plays (V11). A user interface asks for confirmation first.
    #[must_use]
    pub fn gives_win(self, mv: Move) -> Option<Seat> {
        let Move::Play { from: SourcePile::DiscardOf(owner), .. } = mv else { return None };
        let player = self.public.players.get(owner)?;
        (owner != self.seat && player.left() == 1).then_some(owner)
    }

    /// The card that a play from this pile would move, if there is one.
    #[must_use]
    pub fn card(self, from: SourcePile) -> Option<Card> {
        let player = |seat| self.public.players.get(seat);
        match from {
            SourcePile::Hand(card) => self.hand.contains(&card).then_some(card),
            SourcePile::Reserve => player(self.seat)?.reserve.top,
            SourcePile::Discard => player(self.seat)?.discard.top(),
            SourcePile::DiscardOf(owner) if owner == self.seat => None,
            SourcePile::DiscardOf(owner) => player(owner)?.discard.top(),
        }
    }

    /// Whether the card may be played on the foundation with the current dice (S12–S16).
    #[inline]
    #[must_use]
    pub fn fits(self, card: Card, to: Foundation) -> bool {
        let Some(top) = self.public.top(to) else { return false };
        fits(card.rank, top.rank, self.public.sum(), self.public.config.ace_on_ace())
    }

    /// Whether another card may be played this turn (V13).
    #[must_use]
    pub const fn may_play(self) -> bool {
        self.public.plays < MAX_PLAYS_PER_TURN
    }

    /// Whether a card from another player's discard may be played now (S9, S10).
    #[must_use]
    pub fn may_steal(self) -> bool {
        self.public.dice.is_some_and(cards::Dice::is_double) && !self.public.theft
    }

    /// Decides legality. It returns a [`Reason`] instead of a text, because most callers need no
    /// text.
    fn check(self, mv: Move) -> Result<(), Reason> {
        self.check_turn()?;
        match mv {
            Move::Play { from, to } => self.check_play(from, to),
            Move::Discard(_) if self.hand.is_empty() => Err(Reason::EmptyHand),
            Move::Discard(card) if !self.hand.contains(&card) => Err(Reason::NotInHand(card)),
            Move::End if !self.hand.is_empty() => Err(Reason::MustDiscard),
            Move::Discard(_) | Move::End => Ok(()),
        }
    }

    fn check_turn(self) -> Result<(), Reason> {
        if let Some(outcome) = self.public.outcome {
            return Err(Reason::Over(outcome));
        }
        match self.public.phase {
            Phase::Deal => Err(Reason::NotDealt),
            Phase::Begin => Err(Reason::NotBegun),
            _ if self.public.seat != self.seat => Err(Reason::OthersTurn(self.public.seat)),
            Phase::Roll => Err(Reason::NotRolled),
            Phase::Reshuffle(_) => Err(Reason::Shuffling),
            Phase::Play => Ok(()),
        }
    }

    fn check_play(self, from: SourcePile, to: Foundation) -> Result<(), Reason> {
        if let SourcePile::DiscardOf(owner) = from {
            self.check_theft(owner, to)?;
        }
        let Some(card) = self.card(from) else { return Err(Reason::Empty(from)) };
        if !self.may_play() {
            return Err(Reason::TooManyPlays);
        }
        match self.public.top(to) {
            Some(_) if self.fits(card, to) => Ok(()),
            Some(top) => Err(Reason::Unfit { card, top, ace_on_ace: self.public.config.ace_on_ace() }),
            None => Err(Reason::NotDealt),
        }
    }

    fn check_theft(self, owner: Seat, to: Foundation) -> Result<(), Reason> {
        if owner == self.seat {
            return Err(Reason::OwnDiscard(to));
        }
        if !self.public.players.has(owner) {
            return Err(Reason::NoSuchSeat(owner));
        }
        if self.public.theft {
            return Err(Reason::SecondTheft);
        }
        match self.public.dice {
            Some(dice) if !dice.is_double() => Err(Reason::NoDoubles(dice)),
            _ => Ok(()),
        }
    }
}

impl table::Sight for Sight<'_> {
    type Move = Move;

    /// Plays from the reserve come first, then from the player's own discard, the hand and other
    /// discards, then the moves that end the turn.
    fn legal_into(&self, moves: &mut Vec<Move>) {
        if self.check_turn().is_err() {
            return;
        }
        let mut add = |from, card| {
            for to in Foundation::ALL {
                if self.fits(card, to) {
                    moves.push(Move::Play { from, to });
                }
            }
        };
        if self.may_play() {
            for from in [SourcePile::Reserve, SourcePile::Discard] {
                if let Some(card) = self.card(from) {
                    add(from, card);
                }
            }
            for card in self.distinct() {
                add(SourcePile::Hand(card), card);
            }
            if self.may_steal() {
                for (owner, player) in self.public.players.iter().filter(|(owner, _)| *owner != self.seat) {
                    if let Some(card) = player.discard.top() {
                        add(SourcePile::DiscardOf(owner), card);
                    }
                }
            }
        }
        moves.extend(self.distinct().map(Move::Discard));
        if self.hand.is_empty() {
            moves.push(Move::End);
        }
    }

    fn refusal(&self, mv: Move) -> Option<Refusal> {
        self.check(mv).err().map(Reason::refusal)
    }
}

impl Sight<'_> {
    /// The cards of the hand without duplicates.
    fn distinct(&self) -> impl Iterator<Item = Card> {
        let hand = self.hand;
        hand.iter().enumerate().filter(move |(at, card)| !hand[..*at].contains(card)).map(|(_, card)| *card)
    }
}
