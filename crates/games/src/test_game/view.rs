use cards::{Card, ChanceKind};
use serde::{Deserialize, Serialize};
use table::{Outcome, Refusal, Seat, Sight, Turn};
use text::Text;

use super::{Config, HAND, Move, x};

/// What everybody sees.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tabletop {
    /// The options.
    pub config: Config,
    /// Whether the cards are dealt.
    pub dealt: bool,
    /// The cards on the table, in the order in which they were put there.
    pub laid: Vec<Card>,
    /// The card of the stock that was turned up at the end.
    pub turned: Option<Card>,
    /// How the game ended, once it is over.
    pub outcome: Option<Outcome>,
}

impl Tabletop {
    /// Whose turn it is.
    #[must_use]
    pub fn turn(&self) -> Turn {
        match (self.outcome, self.dealt) {
            (Some(_), _) => Turn::Over,
            (None, false) => Turn::Chance(ChanceKind::Deal),
            (None, true) => Turn::Seat(self.seat_to_move()),
        }
    }

    /// The seat that puts the next card on the table.
    #[must_use]
    pub fn seat_to_move(&self) -> Seat {
        let seats = self.config.seats();
        if self.laid.len().is_multiple_of(usize::from(seats)) { Seat::A } else { Seat::A.next(seats) }
    }

    /// How many cards a seat has in hand.
    #[must_use]
    pub fn in_hand(&self, seat: Seat) -> usize {
        let seats = usize::from(self.config.seats());
        let laid = self.laid.iter().skip(seat.number()).step_by(seats).count();
        if self.dealt { HAND.saturating_sub(laid) } else { 0 }
    }

    /// How many cards are face down in the stock.
    #[must_use]
    pub fn in_stock(&self) -> usize {
        let hands = HAND * usize::from(self.config.seats());
        if self.dealt { super::CARDS - hands - usize::from(self.turned.is_some()) } else { 0 }
    }
}

/// What one viewer may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// What everybody sees.
    pub public: Tabletop,
    /// The viewer's seat; `None` for a spectator of a game for two.
    pub seat: Option<Seat>,
    /// The viewer's hand.
    pub hand: Vec<Card>,
}

impl table::View for View {
    type Move = Move;
    type Sight<'a> = Hand<'a>;

    fn turn(&self) -> Turn {
        self.public.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.public.outcome
    }

    fn sight(&self) -> Option<Hand<'_>> {
        self.seat.map(|seat| Hand { public: &self.public, seat, cards: &self.hand })
    }
}

/// What decides which moves of a seat are legal.
#[derive(Clone, Copy)]
pub struct Hand<'a> {
    pub(super) public: &'a Tabletop,
    pub(super) seat: Seat,
    pub(super) cards: &'a [Card],
}

impl Sight for Hand<'_> {
    type Move = Move;

    fn legal_into(&self, moves: &mut Vec<Move>) {
        if self.public.turn() == Turn::Seat(self.seat) {
            moves.extend(self.cards.iter().copied().map(Move));
        }
    }

    fn refusal(&self, Move(card): Move) -> Option<Refusal> {
        let (rule, text) = match self.public.turn() {
            Turn::Chance(_) => (1, Text::of("the cards have not been dealt")),
            Turn::Over => (3, Text::of("the game is over")),
            Turn::Seat(seat) if seat != self.seat => (2, Text::with("it is {}'s turn", [seat.into()])),
            Turn::Seat(_) if self.cards.contains(&card) => return None,
            Turn::Seat(_) => (2, Text::with("the {} is not in your hand", [card.name()])),
        };
        Some(Refusal::new(x(rule), text))
    }
}
