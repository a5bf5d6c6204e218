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
    /// It is chance's turn: something must be shuffled or rolled.
    Chance(ChanceKind),
    /// It is a player's turn.
    Seat(Seat),
    /// The game is over.
    Over,
}

/// A viewer of a game: whoever a [`View`] is made for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Eye {
    /// A player, in a seat.
    Seat(Seat),
    /// A viewer without a seat.
    Spectator,
}

impl Eye {
    /// All viewers of a table with `seats` seats: every seat, then a spectator.
    pub fn all(seats: u8) -> impl Iterator<Item = Eye> {
        Seat::all(seats).map(Eye::Seat).chain([Eye::Spectator])
    }

    /// The seat of a player; `None` for a spectator.
    #[must_use]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Eye::Seat(seat) => Some(seat),
            Eye::Spectator => None,
        }
    }
}

/// The full state of one game, hidden cards included. It has neither `Serialize` nor `Debug`, so
/// that it does not leave the process by accident.
pub trait Game: Clone + Eq + Send + 'static {
    /// The name of the game in the header of a record.
    const NAME: &'static str;
    /// The version of the rules. Raise it when an old record would replay differently.
    const RULES: u16;
    /// The options. Every value is valid; presets are values.
    type Config: Clone + Eq + Debug + Display + FromStr<Err: ErrorText> + Send + 'static;
    /// A player's move. It names only places and cards that the player can see.
    type Move: Copy
        + Eq
        + Debug
        + Display
        + FromStr<Err: ErrorText>
        + Serialize
        + DeserializeOwned
        + Send
        + 'static;
    /// The outcome of a chance event: a deal, a roll, a reshuffle.
    type Chance: Clone + Eq + Display + FromStr<Err: ErrorText> + Send + 'static;
    /// What one viewer may know.
    type View: View<Move = Self::Move>;

    /// A game before the cards are dealt.
    fn new(config: &Self::Config) -> Self;

    /// How many seats the game has.
    fn seats(&self) -> u8;

    /// Whose turn it is.
    fn turn(&self) -> Turn;

    /// Draws the outcome of the next chance event, without changing the game. Call it only when it
    /// is chance's turn.
    fn draw(&self, source: &mut dyn Source) -> Self::Chance;

    /// Turns 52 cards in a given order into a deal of this game; `None` if the game cannot
    /// be dealt that way.
    fn deal(&self, _cards: [Card; 52]) -> Option<Self::Chance> {
        None
    }

    /// Applies the outcome of a chance event. If it is not chance's turn, or the outcome is
    /// impossible, the game stays unchanged.
    fn settle(&mut self, chance: Self::Chance) -> Result<(), BadChance>;

    /// The part of the state that decides which moves of a seat are legal.
    fn sight(&self, seat: Seat) -> SightOf<'_, Self>;

    /// Plays a move without checking it. The move must be legal.
    fn play_unchecked(&mut self, seat: Seat, mv: Self::Move);

    /// Plays a move. A refused move changes nothing.
    fn play(&mut self, seat: Seat, mv: Self::Move) -> Result<(), Refusal> {
        match self.sight(seat).refusal(mv) {
            None => {
                self.play_unchecked(seat, mv);
                Ok(())
            }
            Some(refusal) => Err(refusal),
        }
    }

    /// Why a legal move cannot be undone after it was played here; `None` if it can be undone. `after` is the
    /// game after the move.
    fn undo_refusal(&self, mv: Self::Move, after: &Self) -> Option<Refusal>;

    /// Resigns for a seat, if the rules allow it.
    fn resign(&mut self, seat: Seat) -> Result<(), Refusal>;

    /// Ends the game because the players have agreed to it, if the rules allow that. It then counts for
    /// nobody.
    fn end_by_agreement(&mut self) -> Result<(), Refusal>;

    /// What a viewer may know.
    fn view(&self, eye: Eye) -> Self::View;

    /// The part of all views that is the same for every viewer. It serializes as [`View::Public`].
    fn public_part(&self) -> impl Serialize;

    /// The rest of a viewer's view. It serializes as [`View::Own`].
    fn own_part(&self, eye: Eye) -> impl Serialize;

    /// The options of a rematch.
    fn rematch_config(&self, config: &Self::Config) -> Self::Config {
        config.clone()
    }

    /// Why no game with these options can be played on a server: it could go on for ever. A sentence
    /// without a full stop.
    fn online_refusal(_config: &Self::Config) -> Option<Text> {
        None
    }

    /// How the game ended, once it is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Samples a game that is consistent with everything the view's owner knows. Every arrangement
    /// of the unseen cards is equally likely.
    fn imagine(view: &Self::View, source: &mut dyn Source) -> Self;
}

/// Everything that one viewer may know. Bots, user interfaces and the wire protocol work
/// with views only.
pub trait View: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + 'static {
    /// The moves of the game.
    type Move: Copy + Eq;
    /// The part of a view that is the same for every viewer. A server serializes it once for all of them.
    type Public: DeserializeOwned;
    /// The part of a view that is for its owner alone.
    type Own: DeserializeOwned;
    /// The borrowed part of the view that decides legality.
    type Sight<'a>: Sight<Move = Self::Move>
    where
        Self: 'a;

    /// The view of a viewer, from its two parts; `None` if no game looks like this.
    fn from_parts(eye: Eye, public: Self::Public, own: Self::Own) -> Option<Self>;

    /// Whose turn it is.
    fn turn(&self) -> Turn;

    /// How the game ended, once it is over.
    fn outcome(&self) -> Option<Outcome>;

    /// What decides which moves of the view's owner are legal. `None` for a spectator, except in a
    /// game for one player, where a spectator sees what the player sees.
    fn sight(&self) -> Option<Self::Sight<'_>>;

    /// The legal moves of the view's owner; none when it is not their turn.
    fn legal(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        if let Some(sight) = self.sight() {
            sight.legal_into(&mut moves);
        }
        moves
    }
}

/// The [`Sight`] type of a game.
pub type SightOf<'a, G> = <<G as Game>::View as View>::Sight<'a>;

/// Legality, implemented once for a game and its views. A sight holds nothing that its
/// seat may not know.
pub trait Sight: Copy {
    /// The moves of the game.
    type Move: Copy + Eq;

    /// Appends the legal moves, each once; none when it is not the seat's turn.
    fn legal_into(&self, moves: &mut Vec<Self::Move>);

    /// Why a move is illegal; `None` if it is legal.
    fn refusal(&self, mv: Self::Move) -> Option<Refusal>;
}

/// Why the outcome of a chance event is impossible now.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.text())]
pub enum BadChance {
    /// It is the turn of another kind of chance or of a player, or the game is over.
    Turn(Turn),
    /// The cards have already been dealt.
    Dealt,
    /// A card is in the deal twice.
    Duplicate(Card),
    /// A card occurs more often than the packs contain it.
    TooMany(Card),
    /// A card is missing.
    Missing(Card),
    /// The rolls do not decide who begins.
    NobodyBegins,
    /// There are more rolls than were needed to decide who begins.
    ExtraRolls {
        /// Who begins.
        first: Seat,
        /// How many rolls are superfluous.
        count: usize,
    },
}

impl BadChance {
    /// The reason, as a sentence without a full stop.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            BadChance::Turn(Turn::Chance(ChanceKind::Deal)) => Text::of("the cards must be dealt first"),
            BadChance::Turn(Turn::Chance(ChanceKind::Begin)) => {
                Text::of("the dice must first decide who begins")
            }
            BadChance::Turn(Turn::Chance(ChanceKind::Roll)) => Text::of("the dice must be rolled first"),
            BadChance::Turn(Turn::Chance(ChanceKind::Reshuffle)) => {
                Text::of("the cards must be shuffled first")
            }
            BadChance::Turn(Turn::Seat(seat)) => {
                Text::with("it is {}'s turn: nothing is dealt or rolled here", [(*seat).into()])
            }
            BadChance::Turn(Turn::Over) => Text::of("the game is over"),
            BadChance::Dealt => Text::of("the cards have been dealt already"),
            BadChance::Duplicate(card) => Text::with("the {} is in the deal twice", [card.name()]),
            BadChance::TooMany(card) => Text::with("the {} occurs too often", [card.name()]),
            BadChance::Missing(card) => Text::with("the {} is missing", [card.name()]),
            BadChance::NobodyBegins => Text::of("these rolls do not decide who begins"),
            BadChance::ExtraRolls { first, count: 1 } => {
                Text::with("{} begins, but 1 extra roll follows", [(*first).into()])
            }
            BadChance::ExtraRolls { first, count } => {
                Text::with("{} begins, but {} extra rolls follow", [(*first).into(), (*count).into()])
            }
        }
    }
}

/// The view that was read is impossible in any game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no game looks like this: {0}")]
pub struct BadView(&'static str);

impl BadView {
    /// Rejects a view with this reason unless a condition holds.
    pub const fn unless(holds: bool, reason: &'static str) -> Result<(), BadView> {
        if holds { Ok(()) } else { Err(BadView(reason)) }
    }
}

/// Why a game cannot be dealt from a deal name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.text())]
pub enum BadDeal {
    /// This game can only be dealt by number.
    NumberOnly {
        /// The name.
        deal: DealId,
        /// The game's name in the header of a record.
        game: &'static str,
    },
    /// The cards of the named deal are impossible.
    Chance(BadChance),
    /// Only the hash of the key is known.
    UnknownKey,
}

impl BadDeal {
    /// The reason, as a sentence without a full stop.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            BadDeal::NumberOnly { deal, game } => Text::with(
                "{} is not a deal for {}, which is dealt by number, as in v1:42",
                [Text::name(deal), Text::name(game)],
            ),
            BadDeal::Chance(error) => error.text(),
            BadDeal::UnknownKey => Text::of("the key is not known"),
        }
    }
}
