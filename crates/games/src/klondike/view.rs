use arrayvec::ArrayVec;
use cards::{Bag, BySuit, Card, ChanceKind, PACK, Rank, Suit};
use serde::{Deserialize, Serialize};
use table::{Outcome, Seat, Turn};

use super::check::Unchecked;
use super::{ByColumn, ColumnCards, Config, Move};

/// What the player sees and has seen: the face-up cards, the sizes of the piles, and the stock once
/// the player has been through it. It has no field for a hidden card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct View {
    /// The options.
    pub config: Config,
    /// Whether the cards have been dealt.
    pub dealt: bool,
    /// The cards that can still be drawn.
    pub stock: Stock,
    /// The waste, its top card last.
    pub waste: ArrayVec<Card, 24>,
    /// The current pass through the stock, from 1.
    pub pass: u16,
    /// How many cards each foundation has.
    pub foundations: BySuit<u8>,
    /// The columns.
    pub columns: ByColumn<ColumnCards>,
    /// How the game ended, once it is over.
    pub outcome: Option<Outcome>,
}

/// The stock. During the first pass nobody has seen its cards; from the second pass on the player
/// knows all of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stock {
    /// The number of cards, which nobody has seen.
    Unseen(u8),
    /// Cards that have all been on the waste, the next card to draw last.
    Seen(ArrayVec<Card, 24>),
}

impl Stock {
    /// How many cards it has.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Stock::Unseen(count) => usize::from(*count),
            Stock::Seen(cards) => cards.len(),
        }
    }

    /// Whether it has no card.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl View {
    /// The top card of a foundation.
    #[must_use]
    pub fn foundation_top(&self, suit: Suit) -> Option<Card> {
        Rank::from_number(self.foundations[suit]).map(|rank| Card::new(rank, suit))
    }

    /// Whether the waste may be turned over again once the stock is empty.
    #[must_use]
    pub fn has_pass_left(&self) -> bool {
        self.config.passes().is_none_or(|passes| self.pass < passes.get())
    }

    /// Every card that the player sees or remembers.
    pub fn seen_cards(&self) -> impl Iterator<Item = Card> {
        let stock: &[Card] = match &self.stock {
            Stock::Unseen(_) => &[],
            Stock::Seen(cards) => cards,
        };
        let foundations = self.foundations.iter().flat_map(|(suit, height)| {
            Rank::ALL.into_iter().take(usize::from(*height)).map(move |rank| Card::new(rank, suit))
        });
        let columns = self.columns.0.iter().flat_map(|pile| &pile.face_up);
        stock.iter().chain(&self.waste).chain(columns).copied().chain(foundations)
    }

    /// The cards of the pack that the player has not seen.
    #[must_use]
    pub fn unseen(&self) -> Bag {
        let mut unseen: Bag = PACK.into_iter().collect();
        for card in self.seen_cards() {
            unseen.remove(card);
        }
        unseen
    }
}

impl table::View for View {
    type Move = Move;
    type Sight<'a> = &'a View;

    fn turn(&self) -> Turn {
        match (self.outcome, self.dealt) {
            (Some(_), _) => Turn::Over,
            (None, true) => Turn::Seat(Seat::A),
            (None, false) => Turn::Chance(ChanceKind::Deal),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn sight(&self) -> Option<&View> {
        Some(self)
    }
}
