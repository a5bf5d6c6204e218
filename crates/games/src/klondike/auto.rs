//! What an interface may play for the player.

use std::num::NonZeroU16;

use cards::{Card, Colour, Suit};
use table::{Game, Seat, Turn, View as _};

use super::{Column, Klondike, Move, Stock, Turning, View};

impl View {
    /// *Turn for me* (R2): the next face-down top card, where turning it is a move.
    #[must_use]
    pub fn turn_for_me(&self) -> Option<Move> {
        let by_hand = self.config.turn() == Turning::ByHand && self.turn() == Turn::Seat(Seat::A);
        let column = Column::all().find(|column| by_hand && self.columns[*column].to_turn())?;
        Some(Move::Turn { column })
    }

    /// A move to a foundation that can never cost the game, because no column can need the card any more.
    ///
    /// From the waste it is offered only where one card is drawn at a time: with more, taking a card changes which cards the
    /// next draws bring to the top.
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

    /// A card in a column serves to hold the two cards of the next lower rank and the other colour.
    ///
    /// Without cards back: if both are up, it holds nothing any more. In every game: if each of them could go up at once
    /// (the ranks below them are up), and so could the twin's card that one of these would hold, then whatever would be laid
    /// on the card can go to its foundation instead, and nothing is missed.
    fn is_safe(&self, card: Card) -> bool {
        let rank = card.rank.number();
        let others = match card.colour() {
            Colour::Red => [Suit::Clubs, Suit::Spades],
            Colour::Black => [Suit::Diamonds, Suit::Hearts],
        };
        let lowest = others.map(|suit| self.foundations[suit]).into_iter().min().unwrap_or(0);
        let held_none = !self.config.back() && lowest + 1 >= rank;
        held_none || (lowest + 2 >= rank && self.foundations[card.suit.twin()] + 3 >= rank)
    }

    /// The next move of a finish that is certain, or `None` as long as it is not: all cards of the columns face up, and then
    /// either one card drawn at a time without end, or a stock that is known and works out.
    #[must_use]
    pub fn finish_move(&self) -> Option<Move> {
        if self.turn() != Turn::Seat(Seat::A) || self.columns.0.iter().any(|pile| pile.face_down > 0) {
            return None;
        }
        // With nothing face down, the lowest missing card is on top of a column or comes with a draw: it is covered in a
        // column only by lower cards, and these are up.
        let by_itself = self.config.draw() == 1 && self.config.passes().is_none();
        let known = matches!(self.stock, Stock::Unseen(0) | Stock::Seen(_));
        if by_itself || (known && self.works_out()) { self.up_or_on() } else { None }
    }

    /// Whether going up wherever possible, and drawing otherwise, wins.
    fn works_out(&self) -> bool {
        // No card is hidden: the imagined game is the real one.
        let mut game = Klondike::imagine(self, &mut NoChance);
        // A pass without a card that goes up is followed by passes without one.
        let (mut up, mut since) = (0, self.pass);
        while let Some(mv) = game.sight(Seat::A).up_or_on() {
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

    fn up_or_on(&self) -> Option<Move> {
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

/// A source that is never asked.
struct NoChance;

impl cards::Source for NoChance {
    fn next(&mut self) -> u32 {
        0
    }
}
