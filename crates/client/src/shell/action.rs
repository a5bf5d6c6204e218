use table::Seat;
use wire::{Phrase, TableId};

use super::{Panel, Setting};

/// What a button or a field does. There is one enum for the whole interface, so that pages, panels and tables
/// of all games share one dispatcher.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Undoes the last step.
    Undo,
    /// Redoes the step that was undone last.
    Redo,
    /// Asks for a hint.
    Hint,
    /// Asks why another player made the last move.
    Why,
    /// Starts another game with the same options and players.
    Again,
    /// Starts a game with the options of a preset.
    StartPreset(&'static str),
    /// Starts the same deal again.
    Restart,
    /// Returns to the game that was left last.
    Previous,
    /// Resigns, or leaves the seat to a bot.
    Resign,
    /// Asks the other players to end the game.
    EndGame,
    /// Answers a question with yes or no.
    Answer(bool),
    /// Skips the waiting.
    Skip,
    /// Shows the hand of the player who takes over the screen.
    ShowHand,
    /// Changes a setting.
    Set(Setting),
    /// Runs a command of the game: its index in [`Present::COMMANDS`](super::Present::COMMANDS).
    Command(u8),

    /// Opens a panel.
    Open(Panel),
    /// Closes the panel.
    Close,
    /// Hides the result, so that the table can be looked at.
    LookAtTable,
    /// Sends a form.
    Submit(FormName),
    /// A form field was changed on which other fields depend.
    FieldChanged,

    /// Opens an address of the app, the part after `#`.
    Go(String),
    /// Reloads the app.
    Reload,
    /// Copies something to the clipboard.
    Copy(Shareable),
    /// Shares something with another program.
    Share(Shareable),
    /// Saves something as a file.
    SaveFile(Shareable),
    /// Reads the file that was chosen.
    ReadFile(Shareable),
    /// Reads the record that was pasted.
    Import,
    /// Shows the replay of the game.
    Watch,
    /// Plays the deal of the replay.
    PlayReplayedDeal,
    /// Goes to a step of the replay.
    GoTo(usize),
    /// Starts or stops playing the replay.
    PlayReplay,

    /// Shows the statistics of one kind of game, or of all.
    ShowStatistics(Option<String>),
    /// Asks before the statistics are deleted.
    AskToDeleteStatistics(bool),
    /// Deletes the statistics.
    DeleteStatistics,

    /// Takes the game over from another tab.
    TakeOver,
    /// Hides the notice about another tab.
    DismissOtherTab,
    /// Hides the notice that nothing is saved.
    DismissUnsaved,
    /// Uses the new version now.
    Update,
    /// Uses the new version later.
    UpdateLater,

    /// Sits down.
    Sit(Seat),
    /// Stands up.
    Stand,
    /// Puts a bot on a seat, by its level, or nobody.
    Fill(Seat, String),
    /// Is ready for the game, or is not.
    Ready(bool),
    /// Agrees that a bot plays for somebody.
    Replace(Seat),
    /// Takes over again from the bot.
    TakeBackSeat,
    /// Takes the seat from somebody, before the game.
    Remove(Seat),
    /// Lets everybody who was removed sit down again.
    AllowRemoved,
    /// Asks before the table is closed, or no longer.
    AskToCloseTable(bool),
    /// Closes the table before the game.
    CloseTable,
    /// Agrees to end the game, or does not.
    AnswerEnd(bool),
    /// Says something to the others.
    Say(Phrase),
    /// Goes to a table of the list.
    Join(TableId),
    /// Asks for a link that signs the player in on another device.
    MoveToDevice,
    /// Revokes that link.
    CancelDeviceLink,
    /// Answers whether to continue as the player of a link from another device.
    AnswerDeviceLink(bool),
    /// Continues as the player who this device was before it took over another one.
    GoBackToPlayer,
    /// Signs the player out on all other devices.
    SignOutOthers,
    /// Checks the cards and dice of the game that is over.
    Verify,
}

/// A form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FormName {
    /// A new game at this table.
    NewGame,
    /// A new table on the server.
    NewTable,
    /// The player's name.
    PlayerName,
}

/// Something that can be copied, shared or saved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shareable {
    /// The game as text.
    Record,
    /// A link to the deal.
    DealLink,
    /// A link to the game.
    GameLink,
    /// A link to the table on the server.
    TableLink,
    /// A link that signs the player in on another device.
    DeviceLink,
    /// The statistics.
    Statistics,
}
