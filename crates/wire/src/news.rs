use bots::savannah::reason;
use cards::Dice;
use games::events::{self, EventText};
use games::savannah::{Chance, Move, Savannah, View};
use serde::{Deserialize, Serialize};
use table::{Entry, Eye, Seat};
use text::Text;

/// One thing that happened at a table, as one pair of eyes saw it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct News {
    /// In which round; 0 before the game.
    pub round: u32,
    /// Who did it, or whose turn it was.
    pub seat: Option<Seat>,
    /// What.
    pub what: What,
    /// The same in a sentence without a full stop, for these eyes.
    pub told: Text,
    /// Why it was done, from what everybody saw; `None` for chance and for what the reader did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Text>,
}

impl News {
    /// What an entry of the game's record did, as one pair of eyes saw it. Nothing is taken back at a table
    /// online: `None` for such an entry.
    #[must_use]
    pub fn of(eye: Eye, before: &View, entry: &Entry<Savannah>, after: &View) -> Option<News> {
        let EventText { round, seat, text: told } = events::describe(eye, before, entry, after, None);
        let public = after.public();
        let (seat, what, why) = match entry {
            Entry::Chance(Chance::Deal(_)) => (None, What::Deal, None),
            Entry::Chance(Chance::Begin(_)) => (public.first, What::Begin, None),
            Entry::Chance(Chance::Roll(dice)) => (Some(public.seat), What::Roll(*dice), None),
            Entry::Chance(Chance::Reshuffle(_)) => (Some(public.seat), What::Reshuffle, None),
            Entry::Move { mv, .. } => {
                let why = (seat != eye.seat()).then(|| reason(before.public(), *mv, eye.seat()));
                (seat, What::Move(*mv), why)
            }
            Entry::Resign(_) => (seat, What::Resign, None),
            Entry::Undo(_) | Entry::Redo(_) => return None,
        };
        Some(News { round, seat, what, told, why })
    }
}

/// What happened. It names only what everybody at the table sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum What {
    /// The cards were dealt.
    Deal,
    /// The dice said who begins.
    Begin,
    /// The dice were rolled for a turn.
    Roll(Dice),
    /// The covered cards of the foundations were shuffled.
    Reshuffle,
    /// A move was made.
    Move(Move),
    /// The game was given up.
    Resign,
    /// A bot plays for the seat.
    Away,
    /// The person plays again.
    Back,
    /// The person has not shown their contribution in time, and has lost the seat.
    Silent,
}
