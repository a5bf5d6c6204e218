use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Rule, Seat, Seats};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// The winners: none, one seat, or several seats that share the win.
    pub winners: Seats,
    /// Why the game ended.
    pub ending: Ending,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// A rule ended it.
    Rule(Rule),
    /// A player resigned.
    Resigned(Seat),
    /// The players agreed to end it. It counts for nobody, so there is no winner.
    Agreed,
}

impl Outcome {
    /// A win for these seats under this rule.
    #[must_use]
    pub const fn by_rule(winners: Seats, rule: Rule) -> Outcome {
        Outcome { winners, ending: Ending::Rule(rule) }
    }

    /// The end of a game that the players agreed to end.
    #[must_use]
    pub const fn by_agreement() -> Outcome {
        Outcome { winners: Seats::NONE, ending: Ending::Agreed }
    }

    /// Whether the game counts: it has winners and losers.
    #[must_use]
    pub const fn counts(&self) -> bool {
        !matches!(self.ending, Ending::Agreed)
    }
}

/// `won A by S18`, `lost by K18`, `won B by resignation of A`, `none by agreement`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.counts() {
            f.write_str("none")?;
        } else if self.winners.is_empty() {
            f.write_str("lost")?;
        } else {
            write!(f, "won {}", self.winners)?;
        }
        match self.ending {
            Ending::Rule(rule) => write!(f, " by {rule}"),
            Ending::Resigned(seat) => write!(f, " by resignation of {seat}"),
            Ending::Agreed => f.write_str(" by agreement"),
        }
    }
}
