use cards::Dice;
use games::savannah::Move;
use serde::{Deserialize, Serialize};
use table::Seat;
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
