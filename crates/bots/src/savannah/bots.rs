use games::savannah::{Move, Savannah, View, ViewRef};
use table::Seat;
use text::Text;

use super::beginner::Beginner;
use super::casual::Casual;
use super::keen::Keen;
use super::strong::Strong;
use super::{Expert, ExpertBudget, reason};
use crate::{Bot, Bots, Level};

impl Bots for Savannah {
    const LEVELS: &'static [Level] = &Level::ALL;
    const SUBSTITUTE: Option<Level> = Some(Level::Keen);

    fn bot(level: Level) -> Option<Box<dyn Bot<Savannah> + Send>> {
        Some(player(level))
    }

    fn wants_duel_weights(level: Level, view: &View) -> bool {
        level == Level::Expert && view.public().config.seats() == 2
    }

    fn reason(before: ViewRef<'_>, mv: Move, reader: Option<Seat>) -> Option<Text> {
        Some(reason(before.public(), mv, reader))
    }
}

/// A player of this level.
#[must_use]
pub fn player(level: Level) -> Box<dyn Bot<Savannah> + Send> {
    match level {
        Level::Beginner => Box::new(Beginner),
        Level::Casual => Box::new(Casual),
        Level::Keen => Box::new(Keen),
        Level::Strong => Box::new(Strong::new()),
        Level::Expert => Box::new(Expert::new(ExpertBudget::FULL)),
    }
}
