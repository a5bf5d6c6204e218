use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use text::{Separator, Text};

/// The number of a rule in `rules.md`: `K19`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rule {
    series: char,
    number: u8,
}

impl Rule {
    /// The rule with this number in the series with this letter.
    #[must_use]
    pub const fn new(series: char, number: u8) -> Rule {
        Rule { series, number }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.series, self.number)
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rule, D::Error> {
        let text = String::deserialize(deserializer)?;
        let mut letters = text.chars();
        match (letters.next(), letters.as_str().parse()) {
            (Some(series @ 'A'..='Z'), Ok(number)) => Ok(Rule { series, number }),
            _ => Err(D::Error::custom("a rule is a capital letter and a number")),
        }
    }
}

/// Why a move is illegal: the rule, and a sentence that names only what the seat may see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Refusal {
    /// The rule that forbids the move.
    pub rule: Rule,
    /// A sentence without a full stop.
    pub text: Text,
}

impl Refusal {
    /// A refusal under this rule.
    #[must_use]
    pub const fn new(rule: Rule, text: Text) -> Refusal {
        Refusal { rule, text }
    }

    /// The sentence, followed by the number of the rule.
    #[must_use]
    pub fn text(&self) -> Text {
        Text::row([self.text.clone(), Text::name(format_args!("({})", self.rule))], Separator::Space)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl std::error::Error for Refusal {}
