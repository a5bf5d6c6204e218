use arrayvec::ArrayVec;
use cards::{Card, ChanceKind, Dice, Rank};
use serde::{Deserialize, Serialize};
use table::{BySeat, Outcome, Seat, Seats, Turn};

use super::{ByFoundation, Config, Foundation, HAND, Shuffle};

/// All that everybody at the table may see (V15). It has no place for a hidden card: those are counted.
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
    /// Whose turn it is; of no meaning before it is known who begins.
    pub seat: Seat,
    /// Which round it is, from 1 (V14).
    pub round: u32,
    /// The dice of this turn, once they are rolled (S1).
    pub dice: Option<Dice>,
    /// How many cards were played in this turn (V13).
    pub plays: u8,
    /// Whether a card of another player's discard was played in this turn (S10).
    pub theft: bool,
    /// All cards of the foundations since the last reshuffle, from the bottom up.
    pub foundations: ByFoundation<Vec<Card>>,
    /// What each player has.
    pub players: BySeat<Player>,
    /// How many cards the stock has.
    pub stock: u8,
    /// The last shuffle, in which all cards of the stock were.
    pub shuffle: Shuffle,
}

/// What a player has, as everybody sees it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Player {
    /// The reserve.
    pub reserve: Reserve,
    /// The discard.
    pub discard: Discard,
    /// The backs of the hand, in the order in which its cards were drawn: which shuffle each was last in.
    pub hand: ArrayVec<Shuffle, HAND>,
}

/// A reserve: its top card and the number of those below, which nobody knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Reserve {
    /// The top card, which is face up; `None` if the reserve is empty.
    pub top: Option<Card>,
    /// How many cards lie below it.
    pub face_down: u8,
}

/// A discard: the cards that were ever face up, and the number of those below, which nobody knows.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Discard {
    /// How many cards at the bottom were never face up.
    pub face_down: u8,
    /// The cards above, from the bottom up; none only if the discard is empty.
    pub face_up: Vec<Card>,
}

/// What happens next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// The cards are dealt.
    Deal,
    /// The dice say who begins (V4).
    Begin,
    /// The dice are rolled for the turn (S1).
    Roll,
    /// The covered foundation cards are shuffled (S3), as this step needs a card.
    Reshuffle(Step),
    /// The player plays or discards.
    Play,
}

/// What needs cards of the stock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// The hand is filled up to four (S1, S8).
    Draw,
    /// Three aces are covered, this one next (S17).
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
            players: BySeat::new(config.seats(), |_| Player::default()),
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

    /// The cards under the tops of the foundations: what S3 shuffles.
    pub fn covered(&self) -> impl Iterator<Item = Card> {
        self.foundations
            .0
            .iter()
            .flat_map(|pile| pile.split_last().map_or(&[][..], |(_, under)| under))
            .copied()
    }

    /// All cards that lie face up or once did, and are not hidden since.
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

    /// Who is ahead by V14: fewest cards in reserve and discard, then fewest in the reserve.
    #[must_use]
    pub fn leaders(&self) -> Seats {
        let standing = |player: &Player| (player.left(), player.reserve.len());
        let best = self.players.iter().map(|(_, player)| standing(player)).min();
        self.players
            .iter()
            .filter(|(_, player)| Some(standing(player)) == best)
            .map(|(seat, _)| seat)
            .collect()
    }
}

impl Player {
    /// How many cards are left in reserve and discard: without any, the player wins (S18).
    #[must_use]
    pub fn left(&self) -> usize {
        self.reserve.len() + self.discard.len()
    }

    /// Whether the numbers can be true when the last shuffle is this one.
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
