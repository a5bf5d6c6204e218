use games::klondike::{Config, Moves};

use crate::{Level, ParseLevelError};

/// What a Klondike player may spend on one decision. It counts work, never time, so that the same budget
/// gives the same move on every computer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayerBudget {
    /// How many worlds it may imagine, and four times as many while none of them can be won. With none, it
    /// plays by the simple rules of [`KlondikeBot`](super::KlondikeBot).
    pub worlds: u32,
    /// How many positions the solver may visit in one world.
    pub nodes_per_world: u64,
    /// How many positions the solver may visit altogether.
    pub nodes: u64,
    /// How many positions are searched for candidates that no imagined world has suggested; 0 to use only
    /// suggested ones.
    pub listed_positions: usize,
    /// How many worlds are imagined after each card that a candidate may reveal, if the race does not decide;
    /// 0 to look no further than the first card.
    pub nested_worlds: u32,
    /// How many candidates are looked at that far.
    pub nested_candidates: usize,
    /// What a world counts in which the solver reached its limit, from 0 (lost) to 1 (won).
    pub unknown_value: f32,
}

impl PlayerBudget {
    /// The levels that Klondike has, from the weakest to the strongest.
    pub const LEVELS: [Level; 4] = [Level::Casual, Level::Keen, Level::Strong, Level::Expert];

    /// The budget of a level in a game with these options; `None` if Klondike does not have the level.
    #[must_use]
    pub fn of(level: Level, config: Config) -> Option<PlayerBudget> {
        let in_order = config.draw() > 1 || config.passes().is_some();
        let one_card = config.moves() == Moves::One;
        let base = PlayerBudget {
            worlds: 0,
            nodes_per_world: if in_order { 1000 } else { 2000 },
            nodes: 2_000_000,
            listed_positions: 0,
            nested_worlds: 0,
            nested_candidates: 4,
            unknown_value: 0.3,
        };
        Some(match level {
            Level::Beginner => return None,
            Level::Casual => base,
            Level::Keen => PlayerBudget { worlds: 4, ..base },
            Level::Strong => PlayerBudget { worlds: 32, ..base },
            Level::Expert if one_card => {
                PlayerBudget { worlds: 64, nodes_per_world: 10_000, nodes: 50_000_000, ..base }
            }
            Level::Expert if in_order => {
                PlayerBudget { worlds: 128, listed_positions: 8, nodes: 10_000_000, ..base }
            }
            Level::Expert => PlayerBudget { worlds: 256, nodes: 10_000_000, ..base },
        })
    }
}

/// The text does not name a player of Klondike.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseBudgetError {
    /// The first word is not a level.
    #[error(transparent)]
    Level(#[from] ParseLevelError),
    /// Klondike does not have the level.
    #[error("klondike has no player `{0}`: choose casual, keen, strong or expert")]
    NoSuchLevel(Level),
    /// Another word is not a change of the budget.
    #[error(
        "`{0}` does not change a budget: write worlds=N, nodes-per-world=N, nodes=N, listed-positions=N, \
         nested-worlds=N or nested-candidates=N"
    )]
    Change(String),
}

impl PlayerBudget {
    /// Parses the name of a level, perhaps followed by changes of its budget: `expert worlds=64`. The
    /// strongest level can also be called `strongest`.
    pub fn parse(text: &str, config: Config) -> Result<PlayerBudget, ParseBudgetError> {
        let mut words = text.split_whitespace();
        let level = match words.next().unwrap_or_default() {
            name if name.eq_ignore_ascii_case("strongest") => Level::Expert,
            name => name.parse()?,
        };
        let mut budget = PlayerBudget::of(level, config).ok_or(ParseBudgetError::NoSuchLevel(level))?;
        for word in words {
            budget.change(word).ok_or_else(|| ParseBudgetError::Change(word.to_owned()))?;
        }
        Ok(budget)
    }

    fn change(&mut self, word: &str) -> Option<()> {
        let (name, number) = word.split_once('=')?;
        match name {
            // So many that four times as many are a number, too.
            "worlds" => self.worlds = number.parse().ok().filter(|worlds| *worlds <= 1_000_000)?,
            "nodes-per-world" => self.nodes_per_world = number.parse().ok()?,
            "nodes" => self.nodes = number.parse().ok()?,
            "listed-positions" => self.listed_positions = number.parse().ok()?,
            "nested-worlds" => {
                self.nested_worlds = number.parse().ok().filter(|worlds| *worlds <= 1_000_000)?;
            }
            "nested-candidates" => self.nested_candidates = number.parse().ok()?,
            _ => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use games::klondike::Config;

    use super::PlayerBudget;
    use crate::Level;

    #[test]
    fn a_budget_is_a_level_with_changes() {
        let parse = |text| PlayerBudget::parse(text, Config::KLONDIKE_3);
        let expert = PlayerBudget::of(Level::Expert, Config::KLONDIKE_3).unwrap();
        assert_eq!((parse("expert"), parse("Strongest")), (Ok(expert), Ok(expert)));
        let changed = PlayerBudget { worlds: 7, nested_worlds: 3, ..expert };
        assert_eq!(parse("expert worlds=7 nested-worlds=3"), Ok(changed));
        for text in
            ["", "beginner", "best", "expert 7", "expert worlds=-1", "expert worlds=4000000000", "keen x=1"]
        {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
