use cards::{Card, Rank};
use table::Refusal;
use text::Text;

use crate::words;

/// Why a typed line is no legal move. Its text is a sentence without a full stop.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Misread {
    /// A rule refuses the move.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Nothing was typed, in a game where that is no move.
    #[error("type a move, or `?` to list your moves")]
    Empty,
    /// A card is missing in the line.
    #[error("name a card, such as 7c")]
    NoCard,
    /// The line is not written as a move. The text says how moves are written.
    #[error("{0}")]
    NotAMove(Text),
    /// No card of this rank is in the player's hand.
    #[error("there is no {} in your hand", .0.name())]
    NotInHand(Rank),
    /// The card fits nowhere.
    #[error("{}", words::no_place(*.0))]
    NoPlace(Card),
    /// The card fits in several places. These are the moves.
    #[error("there are several places for it: {}", words::or(.0.iter().map(Text::name)))]
    SeveralPlaces(Vec<String>),
    /// The viewer is a spectator.
    #[error("you have no seat here")]
    NoSeat,
}
