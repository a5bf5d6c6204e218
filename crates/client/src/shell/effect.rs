use wire::TableCommand;

use crate::Ask;
use crate::statistics::Played;

/// Something that a session wants from the outside world.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Ask the solver or a bot. Any question asked before is void.
    Ask(Ask),
    /// The question asked last is void.
    StopAsking,
    /// Save the text that [`Session::saved`](super::Session::saved) returns, replacing the previous one. The
    /// text is made when it is saved, not with every change.
    Save,
    /// Count this game in the statistics, with the current date.
    Count(Played),
    /// Save this text: the settings.
    SaveSettings(String),
    /// Call [`Session::tick`](super::Session::tick) after this many milliseconds.
    Wake(u32),
    /// Send this move, in its notation, to the table on the server.
    SendMove(String),
    /// Send this move to the table on the server, as one that is made for the player.
    SendAutomaticMove(String),
    /// Send this command to the table on the server.
    Send(TableCommand),
    /// Play a sound.
    Sound(Sound),
}

/// A sound, for those who switched sounds on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sound {
    /// A card is put down.
    Place,
    /// A card is turned or drawn.
    Turn,
    /// A card goes to a foundation.
    Foundation,
    /// A move is refused.
    Refused,
    /// The game is won.
    Win,
}
