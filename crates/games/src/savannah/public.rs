use arrayvec::ArrayVec;
use cards::{Card, ChanceKind, Dice, Rank};
use serde::{Deserialize, Serialize};
use table::{BySeat, Outcome, Seat, Seats, Turn};

use super::{ByFoundation, Config, Foundation, HAND, Shuffle};

/// Everything that all viewers may see (V15). It has no field for a hidden card: hidden cards
/// are only counted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Public {
    /// The options.
    pub config: Config,
    /// What happens next, while the game is not over.
    pub phase: Phase,
    /// How the game ended, once it is over.
    pub outcome: Option<Outcome>,
    /// Who began, once it is known (V4).
    pub first: Option<Seat>,
    /// Whose turn it is. Meaningless until it is known who begins.
    pub seat: Seat,
    /// The current round, from 1 (V14).
    pub round: u32,
    /// The dice of this turn, once they are rolled (S1).
    pub dice: Option<Dice>,
    /// How many cards were played this turn (V13).
    pub plays: u8,
    /// Whether a card from another player's discard was played this turn (S10).
    pub theft: bool,
    /// All cards on the foundations since the last reshuffle, from bottom to top.
    pub foundations: ByFoundation<Vec<Card>>,
    /// The public cards of each player.
    pub players: BySeat<PlayerCards>,
    /// How many cards the stock has.
    pub stock: u8,
    /// The last shuffle. All cards of the stock were part of it.
    pub shuffle: Shuffle,
}

/// What everybody sees of a player's cards.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PlayerCards {
    /// The reserve.
    pub reserve: Reserve,
    /// The discard.
    pub discard: Discard,
    /// For each card of the hand, in drawing order, the last shuffle that it was part of.
    pub hand: ArrayVec<Shuffle, HAND>,
}

/// A reserve: its top card, and the number of cards below it, which nobody has seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Reserve {
    /// The face-up top card; `None` if the reserve is empty.
    pub top: Option<Card>,
    /// How many cards are below it.
    pub face_down: u8,
}

/// A discard: all cards that have ever been face up, and the number of cards below them, which
/// nobody has seen.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Discard {
    /// How many cards at the bottom have never been face up.
    pub face_down: u8,
    /// The cards above them, from bottom to top. It is empty only if the whole discard is.
    pub face_up: Vec<Card>,
}

/// What happens next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// The cards are dealt.
    Deal,
    /// The dice decide who begins (V4).
    Begin,
    /// The dice are rolled for the turn (S1).
    Roll,
    /// The covered foundation cards are reshuffled (S3), because this step needs a card.
    Reshuffle(Step),
    /// The player plays or discards.
    Play,
}

/// A step that takes cards from the stock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// The hand is refilled to four cards (S1, S8).
    Draw,
    /// Three aces are covered; this foundation is next (S17).
    Aces(Foundation),
}

impl Public {
    pub(super) fn new(config: Config) -> Public {
        Public {
            config,
            phase: Phase::Deal,
            outcome: None,
            first: None,
            seat: Seat::A,
            round: 0,
            dice: None,
            plays: 0,
            theft: false,
            foundations: ByFoundation::default(),
            players: BySeat::new(config.seats(), |_| PlayerCards::default()),
            stock: 0,
            shuffle: Shuffle::DEAL,
        }
    }

    /// Whose turn it is.
    #[must_use]
    pub fn turn(&self) -> Turn {
        match self.phase {
            _ if self.outcome.is_some() => Turn::Over,
            Phase::Deal => Turn::Chance(ChanceKind::Deal),
            Phase::Begin => Turn::Chance(ChanceKind::Begin),
            Phase::Roll => Turn::Chance(ChanceKind::Roll),
            Phase::Reshuffle(_) => Turn::Chance(ChanceKind::Reshuffle),
            Phase::Play => Turn::Seat(self.seat),
        }
    }

    /// The top card of a foundation; `None` before the deal.
    #[must_use]
    pub fn top(&self, foundation: Foundation) -> Option<Card> {
        self.foundations[foundation].last().copied()
    }

    /// The cards under the top cards of the foundations. S3 reshuffles these.
    pub fn covered(&self) -> impl Iterator<Item = Card> {
        self.foundations
            .0
            .iter()
            .flat_map(|pile| pile.split_last().map_or(&[][..], |(_, under)| under))
            .copied()
    }

    /// All cards that are face up, or have been and are not hidden again.
    pub(super) fn seen(&self) -> impl Iterator<Item = Card> {
        let players = self
            .players
            .iter()
            .flat_map(|(_, player)| player.reserve.top.iter().chain(&player.discard.face_up));
        self.foundations.0.iter().flatten().chain(players).copied()
    }

    /// The sum of the dice; 0 before they are rolled.
    #[must_use]
    pub fn sum(&self) -> u8 {
        self.dice.map_or(0, Dice::sum)
    }

    pub(super) fn all_aces(&self) -> bool {
        self.foundations.0.iter().all(|pile| pile.last().is_some_and(|card| card.rank == Rank::Ace))
    }

    /// The players who lead under V14: fewest cards in reserve and discard, then fewest in the
    /// reserve.
    #[must_use]
    pub fn leaders(&self) -> Seats {
        let standing = |player: &PlayerCards| (player.left(), player.reserve.len());
        let best = self.players.iter().map(|(_, player)| standing(player)).min();
        self.players
            .iter()
            .filter(|(_, player)| Some(standing(player)) == best)
            .map(|(seat, _)| seat)
            .collect()
    }
}

impl PlayerCards {
    /// How many cards are left in reserve and discard. A player with none wins (S18).
    #[must_use]
    pub fn left(&self) -> usize {
        self.reserve.len() + self.discard.len()
    }

    /// Whether the numbers of cards are possible, if `last` is the last shuffle.
    pub(super) fn makes_sense(&self, last: Shuffle) -> bool {
        (self.reserve.top.is_some() || self.reserve.face_down == 0)
            && (!self.discard.face_up.is_empty() || self.discard.face_down == 0)
            && self.hand.is_sorted()
            && self.hand.iter().all(|shuffle| *shuffle <= last)
    }
}

impl Reserve {
    /// How many cards it has.
    #[must_use]
    pub fn len(&self) -> usize {
        usize::from(self.face_down) + usize::from(self.top.is_some())
    }

    /// Whether it has no card.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.top.is_none()
    }
}

impl Discard {
    /// How many cards it has.
    #[must_use]
    pub fn len(&self) -> usize {
        usize::from(self.face_down) + self.face_up.len()
    }

    /// Whether it has no card.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.face_up.is_empty()
    }

    /// Its top card.
    #[must_use]
    pub fn top(&self) -> Option<Card> {
        self.face_up.last().copied()
    }
}
