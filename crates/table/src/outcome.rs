use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Rule, Seat, Seats};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// Who won: nobody, one seat, or several who share it.
    pub winners: Seats,
    /// What ended it.
    pub ending: Ending,
}

/// What ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// A rule.
    Rule(Rule),
    /// A player gave up.
    Resigned(Seat),
}

impl Outcome {
    /// These seats won by that rule.
    #[must_use]
    pub const fn by_rule(winners: Seats, rule: Rule) -> Outcome {
        Outcome { winners, ending: Ending::Rule(rule) }
    }
}

/// `won A by S18`, `lost by K18`, `won B by resignation of A`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.winners.is_empty() {
            f.write_str("lost")?;
        } else {
            write!(f, "won {}", self.winners)?;
        }
        match self.ending {
            Ending::Rule(rule) => write!(f, " by {rule}"),
            Ending::Resigned(seat) => write!(f, " by resignation of {seat}"),
        }
    }
}
