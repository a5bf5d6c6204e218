use crate::Ask;
use crate::statistics::Played;

/// What a desk wants from the world outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Out {
    /// Ask the solver. Whatever it was asked before is of no interest any more.
    Ask(Ask),
    /// Nothing that the solver was asked is of interest any more.
    StopAsking,
    /// Keep the text that [`saved`](crate::klondike::Desk::saved) gives in the place of what was kept before: the game, so that it can be gone on
    /// with. The text is made when it is kept, not with every change.
    Save,
    /// Note in the statistics how this game stands, with the time that it is now.
    Count(Played),
    /// Keep this text: the settings.
    SaveSettings(String),
    /// Call [`tick`](crate::klondike::Desk::tick) after so many milliseconds.
    Wake(u32),
    /// Do this at the table that stands elsewhere.
    Act(wire::Act),
    /// Something that can be heard.
    Sound(Sound),
}

/// Something that can be heard, for those who switched it on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sound {
    /// A card is laid down.
    Lay,
    /// A card is turned or drawn.
    Turn,
    /// A card goes to its foundation.
    Up,
    /// A move is refused.
    No,
    /// The game is won.
    Win,
}
