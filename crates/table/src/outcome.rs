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
}

impl Outcome {
    /// A win for these seats under this rule.
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
