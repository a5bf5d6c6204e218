use bots::Level;
use serde::{Deserialize, Serialize};

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Player {
    /// The player's name; empty if there is none.
    pub name: String,
    /// A person at this screen, or a bot.
    pub kind: PlayerKind,
}

/// A person at this screen or another one, or a bot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlayerKind {
    /// A person at this screen.
    Person,
    /// A bot of this strength.
    Bot(Level),
    /// A person at another screen.
    Guest(Presence),
}

/// Whether a person at another screen is present.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Presence {
    /// Connected.
    Here,
    /// Away.
    Away,
    /// Away for so long that the others may let a bot play (V16).
    Late,
    /// A bot plays in their place (V16).
    Replaced,
}

/// The maximum length of a name: longer ones do not fit beside a card.
const MAX_NAME_LENGTH: usize = 16;

impl Player {
    /// A person without a name.
    #[must_use]
    pub const fn person() -> Player {
        Player { name: String::new(), kind: PlayerKind::Person }
    }

    /// A bot.
    #[must_use]
    pub const fn bot(level: Level) -> Player {
        Player { name: String::new(), kind: PlayerKind::Bot(level) }
    }

    /// The same player with a typed name, shortened to what fits.
    #[must_use]
    pub fn named(self, name: &str) -> Player {
        let plain: String =
            name.trim().chars().filter(|letter| !letter.is_control()).take(MAX_NAME_LENGTH).collect();
        Player { name: plain.trim_end().to_owned(), ..self }
    }

    /// Whether it is a person.
    #[must_use]
    pub fn is_person(&self) -> bool {
        self.kind == PlayerKind::Person
    }
}

#[cfg(test)]
mod tests {
    use super::Player;

    #[test]
    fn names_are_shortened_and_cleaned() {
        assert_eq!(Player::person().named("  Anna\n ").name, "Anna");
        assert_eq!(Player::person().named("Bartholomew the Second").name, "Bartholomew the");
    }
}
