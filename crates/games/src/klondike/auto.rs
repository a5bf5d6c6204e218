//! Moves that a user interface may play on the player's behalf.

use std::num::NonZeroU16;

use cards::{Card, Colour, Suit};
use table::{Game, Seat, Turn, View as _};

use super::{Column, Klondike, Move, Stock, Turning, View};

impl View {
    /// *Turn for me* (R2): turns the next face-down top card, in games where turning is a move.
    #[must_use]
    pub fn turn_for_me(&self) -> Option<Move> {
        let by_hand = self.config.turn() == Turning::ByHand && self.turn() == Turn::Seat(Seat::A);
        let column = Column::all().find(|column| by_hand && self.columns[*column].has_face_down_top())?;
        Some(Move::Turn { column })
    }

    /// A move to a foundation that can never lose the game, because no column can need
    /// the card any more.
    ///
    /// A card from the waste qualifies only if cards are drawn one at a time. Otherwise, taking it
    /// would change which cards later draws bring to the top.
    #[must_use]
    pub fn safe_move(&self) -> Option<Move> {
        if self.turn() != Turn::Seat(Seat::A) {
            return None;
        }
        let safe = |card: Card| self.fits_foundation(card) && self.is_safe(card);
        let column = Column::all().find(|column| self.columns[*column].top().is_some_and(safe));
        let waste = || self.config.draw() == 1 && self.waste.last().copied().is_some_and(safe);
        match column {
            Some(from) => Some(Move::ColumnToFoundation { from }),
            None if waste() => Some(Move::WasteToFoundation),
            None => None,
        }
    }

    /// Whether a card is no longer needed in a column. All it can do there is hold the two cards of
    /// the next lower rank and the other colour.
    ///
    /// If cards never come back from the foundations, the card is not needed once both of those
    /// are on their foundations. In every game, it is also not needed if both could go to their
    /// foundations at once (all lower ranks of their suits are there) and so could the lower
    /// cards that they would hold: then any card that could be placed on it can go to its
    /// foundation instead.
    fn is_safe(&self, card: Card) -> bool {
        let rank = card.rank.number();
        let others = match card.colour() {
            Colour::Red => [Suit::Clubs, Suit::Spades],
            Colour::Black => [Suit::Diamonds, Suit::Hearts],
        };
        let lowest = others.map(|suit| self.foundations[suit]).into_iter().min().unwrap_or(0);
        let holds_nothing = !self.config.back() && lowest + 1 >= rank;
        holds_nothing || (lowest + 2 >= rank && self.foundations[card.suit.twin()] + 3 >= rank)
    }

    /// The next move of an automatic finish, or `None` unless the win is certain. It is certain if
    /// all cards in the columns are face up and either cards are drawn one at a time with unlimited
    /// passes, or the stock is known and playing it out wins.
    #[must_use]
    pub fn finish_move(&self) -> Option<Move> {
        if self.turn() != Turn::Seat(Seat::A) || self.columns.0.iter().any(|pile| pile.face_down > 0) {
            return None;
        }
        // With no card face down, the lowest card that is not on a foundation is on top of a column or
        // can be drawn: in a column only lower cards could cover it, and those are on the foundations.
        let always_wins = self.config.draw() == 1 && self.config.passes().is_none();
        let known = matches!(self.stock, Stock::Unseen(0) | Stock::Seen(_));
        if always_wins || (known && self.greedy_play_wins()) { self.greedy_move() } else { None }
    }

    /// Whether the greedy strategy wins: play to a foundation when possible, otherwise draw.
    fn greedy_play_wins(&self) -> bool {
        // No card is hidden, so the sampled game is the real one.
        let mut game = Klondike::imagine(self, &mut NoChance);
        // If one whole pass brings no card to a foundation, no later pass will.
        let (mut up, mut since) = (0, self.pass);
        while let Some(mv) = game.sight(Seat::A).greedy_move() {
            game.play_unchecked(Seat::A, mv);
            let (now, pass) =
                (game.sight(Seat::A).foundations.0.iter().sum::<u8>(), game.sight(Seat::A).pass);
            if now > up {
                (up, since) = (now, pass);
            } else if pass > since.saturating_add(1) || pass == NonZeroU16::MAX.get() {
                return false;
            }
        }
        game.outcome().is_some_and(|outcome| !outcome.winners.is_empty())
    }

    fn greedy_move(&self) -> Option<Move> {
        if self.turn() != Turn::Seat(Seat::A) {
            return None;
        }
        let fits =
            |column: &Column| self.columns[*column].top().is_some_and(|card| self.fits_foundation(card));
        if let Some(from) = Column::all().find(fits) {
            return Some(Move::ColumnToFoundation { from });
        }
        match self.waste.last() {
            Some(card) if self.fits_foundation(*card) => Some(Move::WasteToFoundation),
            _ if !self.stock.is_empty() => Some(Move::Draw),
            Some(_) if self.has_pass_left() => Some(Move::Redeal),
            _ => None,
        }
    }
}

/// A random source for games without hidden cards, where its numbers do not matter.
struct NoChance;

impl cards::Source for NoChance {
    fn next(&mut self) -> u32 {
        0
    }
}
