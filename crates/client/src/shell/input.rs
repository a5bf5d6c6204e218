use super::{ConfigOf, Lesson, NewGame, Play};
use crate::{AnimationSpeed, Language, Pace, Switch, Theme};

/// An input of a player, from any device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input<P: Play> {
    /// Taps or clicks a card or a pile, or presses Enter at the cursor.
    Tap(P::Place),
    /// Taps it twice: *move it for me*.
    DoubleTap(P::Place),
    /// Starts to drag a card.
    Lift(P::Place),
    /// Drops the dragged cards on a pile, or outside of all piles.
    Drop(Option<P::Pile>),
    /// Moves the keyboard focus to a place.
    Focus(P::Place),
    /// Presses an arrow key.
    Walk(Direction),
    /// Presses Enter: a tap at the cursor.
    Enter,
    /// Presses Escape: puts the picked cards back, hides the hint, answers a question with no.
    Escape,
    /// Undoes the last step.
    Undo,
    /// Redoes the step that was undone last.
    Redo,
    /// Asks for a hint.
    Hint,
    /// Asks why another player made the last move.
    Why,
    /// Starts a game.
    New(Box<NewGame<ConfigOf<P>>>),
    /// Starts another game with the same options and players.
    Again,
    /// Starts the same deal again.
    Restart,
    /// Returns to the game that was left last.
    Previous,
    /// Resigns, or leaves the seat to a bot. The session asks for confirmation first.
    Resign,
    /// Asks the other players to end the game (V18). The session asks for confirmation first.
    EndGame,
    /// Answers the session's question.
    Answer(bool),
    /// Skips the waiting until it is a person's turn.
    Skip,
    /// Takes over the screen: shows the hand of the player whose turn it is.
    Show,
    /// Changes a setting.
    Set(Setting),
    /// Stops looking at the table: the clock stops.
    Away,
    /// Looks at the table again.
    Here,
    /// A command that only this game has.
    Game(P::Command),
}

/// A change of one setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// Flips a switch.
    Toggle(Switch),
    /// Light or dark.
    Theme(Theme),
    /// The language.
    Language(Language),
    /// How cards move.
    Motion(AnimationSpeed),
    /// How fast other players move.
    Pace(Pace),
}

/// The direction of an arrow key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Direction {
    Left,
    Right,
    Up,
    Down,
    First,
    Last,
}

impl Direction {
    /// The direction on a mirrored table.
    #[must_use]
    pub const fn mirrored(self) -> Direction {
        match self {
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
            other => other,
        }
    }
}

impl<P: Play> Input<P> {
    /// Whether a lesson allows it. A lesson never leads to another game, and allows undo and hints
    /// only at its end.
    pub(super) fn is_allowed_in(&self, lesson: Lesson) -> bool {
        match self {
            Input::New(_)
            | Input::Again
            | Input::Restart
            | Input::Previous
            | Input::Resign
            | Input::EndGame => false,
            Input::Undo | Input::Redo | Input::Hint => lesson.is_over(),
            Input::Game(command) => lesson.is_over() || P::is_allowed_in_lesson(*command),
            _ => true,
        }
    }

    /// Whether a key that is held down repeats it.
    pub(super) fn repeats(&self) -> bool {
        matches!(self, Input::Walk(_) | Input::Undo | Input::Redo)
    }

    /// Whether it concerns the settings or the attention of the player, not the game.
    pub(crate) fn is_aside(&self) -> bool {
        matches!(self, Input::Focus(_) | Input::Walk(_) | Input::Away | Input::Here | Input::Set(_))
    }
}
