use std::fmt::{Debug, Display};
use std::str::FromStr;

use cards::{Card, ChanceKind, DealId, Source};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use text::{ErrorText, Text};

use crate::{Outcome, Refusal, Seat};

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Turn {
    /// Chance's: something is shuffled or rolled.
    Chance(ChanceKind),
    /// A player's.
    Seat(Seat),
    /// Nobody's: the game is over.
    Over,
}

/// Who is looking.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Eye {
    /// A player, from a seat.
    Seat(Seat),
    /// Somebody without a seat.
    Spectator,
}

impl Eye {
    /// Every seat of a table with that many, then a spectator.
    pub fn all(seats: u8) -> impl Iterator<Item = Eye> {
        Seat::all(seats).map(Eye::Seat).chain([Eye::Spectator])
    }

    /// The seat of a player; `None` for somebody without one.
    #[must_use]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Eye::Seat(seat) => Some(seat),
            Eye::Spectator => None,
        }
    }
}

/// The whole truth of one game. Neither `Serialize` nor `Debug`: it does not leave the process by accident.
pub trait Game: Clone + Eq + Send + 'static {
    /// What the record's header calls it.
    const NAME: &'static str;
    /// The version of the rules, raised when an old record would replay differently.
    const RULES: u16;
    /// The options. Only valid ones exist as a value; presets are values.
    type Config: Clone + Eq + Debug + Display + FromStr<Err: ErrorText> + Send;
    /// What a player can do. A move names places and cards that the player sees.
    type Move: Copy + Eq + Debug + Display + FromStr<Err: ErrorText> + Serialize + DeserializeOwned + Send;
    /// What chance can do: a deal, a roll, a reshuffle.
    type Chance: Clone + Eq + Display + FromStr<Err: ErrorText> + Send;
    /// What one pair of eyes may know.
    type View: View<Move = Self::Move>;

    /// A game before its deal.
    fn new(config: &Self::Config) -> Self;

    /// How many seats the game has.
    fn seats(&self) -> u8;

    /// Whose turn it is.
    fn turn(&self) -> Turn;

    /// Samples what chance does next; changes nothing. Asked only when it is chance's turn.
    fn draw(&self, source: &mut dyn Source) -> Self::Chance;

    /// What cards in a fixed order are as a deal of this game; `None` if it is not dealt that way.
    fn deal(&self, _cards: [Card; 52]) -> Option<Self::Chance> {
        None
    }

    /// Lets chance do this, if it is its turn and such a thing can happen; otherwise changes nothing.
    fn settle(&mut self, chance: Self::Chance) -> Result<(), BadChance>;

    /// What a seat needs to know which of its moves are legal.
    fn sight(&self, seat: Seat) -> SightOf<'_, Self>;

    /// Plays a move that is legal.
    fn play_unchecked(&mut self, seat: Seat, mv: Self::Move);

    /// Plays a move; a refused one changes nothing.
    fn play(&mut self, seat: Seat, mv: Self::Move) -> Result<(), Refusal> {
        match self.sight(seat).refusal(mv) {
            None => {
                self.play_unchecked(seat, mv);
                Ok(())
            }
            Some(refusal) => Err(refusal),
        }
    }

    /// Why a legal move could not be taken back once it is played here; `None` if it could.
    fn undo_refusal(&self, seat: Seat, mv: Self::Move) -> Option<Refusal>;

    /// Gives the game up for a seat, if that can be done.
    fn resign(&mut self, seat: Seat) -> Result<(), Refusal>;

    /// What an eye may know.
    fn view(&self, eye: Eye) -> Self::View;

    /// How the game ended, once it is over.
    fn outcome(&self) -> Option<Outcome>;

    /// A game that fits all that the view's owner knows: every arrangement of the unseen cards is equally likely.
    fn imagine(view: &Self::View, source: &mut dyn Source) -> Self;
}

/// All that one pair of eyes may know: what bots, interfaces and the wire hold.
pub trait View: Clone + Eq + Debug + Serialize + DeserializeOwned + Send {
    /// The game's moves.
    type Move: Copy + Eq;
    /// The small borrowed part that legality is asked of.
    type Sight<'a>: Sight<Move = Self::Move>
    where
        Self: 'a;

    /// Whose turn it is.
    fn turn(&self) -> Turn;

    /// How the game ended, once it is over.
    fn outcome(&self) -> Option<Outcome>;

    /// What the view's owner needs to know which moves are legal; `None` for a spectator, except in a game for one, where they
    /// see what the player sees.
    fn sight(&self) -> Option<Self::Sight<'_>>;

    /// The legal moves of the view's owner: none when it is not their turn.
    fn legal(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        if let Some(sight) = self.sight() {
            sight.legal_into(&mut moves);
        }
        moves
    }
}

/// The sight of a game.
pub type SightOf<'a, G> = <<G as Game>::View as View>::Sight<'a>;

/// Legality, once, for the game and its views alike. A sight holds nothing that its seat may not know.
pub trait Sight: Copy {
    /// The game's moves.
    type Move: Copy + Eq;

    /// Adds the legal moves, each once; none when it is not the seat's turn.
    fn legal_into(&self, moves: &mut Vec<Self::Move>);

    /// Why a move cannot be made; `None` if it is legal.
    fn refusal(&self, mv: Self::Move) -> Option<Refusal>;
}

/// Why something cannot happen by chance now.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.text())]
pub enum BadChance {
    /// It is the turn of another kind of chance, or of somebody, or the game is over.
    Turn(Turn),
    /// The cards were dealt before.
    Dealt,
    /// A card is in the deal twice.
    Double(Card),
    /// A card is there more often than the packs have it.
    TooOften(Card),
    /// A card is missing.
    Missing(Card),
    /// After these rolls nobody is known to begin.
    NobodyBegins,
    /// More was rolled than is needed to know who begins.
    NeedlessRolls {
        /// Who begins.
        first: Seat,
        /// How many rolls are left over.
        count: usize,
    },
}

impl BadChance {
    /// The reason, in a sentence without a full stop.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            BadChance::Turn(Turn::Chance(ChanceKind::Deal)) => Text::of("the cards must be dealt first"),
            BadChance::Turn(Turn::Chance(ChanceKind::Begin)) => {
                Text::of("the dice must say first who begins")
            }
            BadChance::Turn(Turn::Chance(ChanceKind::Roll)) => Text::of("the dice must be rolled first"),
            BadChance::Turn(Turn::Chance(ChanceKind::Reshuffle)) => {
                Text::of("the cards must be shuffled first")
            }
            BadChance::Turn(Turn::Seat(seat)) => {
                Text::with("it is not chance's turn but {}'s", [(*seat).into()])
            }
            BadChance::Turn(Turn::Over) => Text::of("the game is over"),
            BadChance::Dealt => Text::of("the cards have been dealt already"),
            BadChance::Double(card) => Text::with("the {} is in the deal twice", [card.name()]),
            BadChance::TooOften(card) => Text::with("the {} is there too often", [card.name()]),
            BadChance::Missing(card) => Text::with("the {} is missing", [card.name()]),
            BadChance::NobodyBegins => Text::of("these rolls do not say who begins"),
            BadChance::NeedlessRolls { first, count: 1 } => {
                Text::with("{} begins, and 1 needless roll follows", [(*first).into()])
            }
            BadChance::NeedlessRolls { first, count } => {
                Text::with("{} begins, and {} needless rolls follow", [(*first).into(), (*count).into()])
            }
        }
    }
}

/// Why a game cannot be dealt by a name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.text())]
pub enum BadDeal {
    /// The game is dealt by number only.
    NumberOnly {
        /// The name.
        deal: DealId,
        /// The game, as a record's header calls it.
        game: &'static str,
    },
    /// What the name gives cannot happen.
    Chance(BadChance),
    /// Only the hash of the key is known.
    UnknownKey,
}

impl BadDeal {
    /// The reason, in a sentence without a full stop.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            BadDeal::NumberOnly { deal, game } => Text::with(
                "{} is no deal for {}: it is dealt by number, as in v1:42",
                [Text::name(deal), Text::name(game)],
            ),
            BadDeal::Chance(error) => error.text(),
            BadDeal::UnknownKey => Text::of("the key is not known"),
        }
    }
}
