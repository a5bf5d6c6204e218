use cards::DealId;
use games::klondike::{Column, Config, Place};

use super::{Spot, Strength};
use crate::{Language, Lesson, Motion, Switch, Theme};

/// What a player does, by whatever hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// Points at a card or a pile: a click, a tap, Enter on the cursor.
    Tap(Place),
    /// Points at it twice: move it for me.
    DoubleTap(Place),
    /// Begins to drag a card.
    Lift(Place),
    /// Lets it go over a pile, or over nothing.
    Drop(Option<Spot>),
    /// The keyboard has come to a place by itself.
    Focus(Place),
    /// An arrow key.
    Walk(Direction),
    /// Enter: a tap at the cursor.
    Enter,
    /// Escape: puts back, takes the hint away, brings a finish to its end at once.
    Escape,
    /// A digit: picks a column, or puts down there.
    Column(Column),
    /// W: picks the waste.
    Waste,
    /// F: to the foundation.
    Foundation,
    /// Draws, or turns the waste over.
    Draw,
    /// Takes the last step back.
    Undo,
    /// Makes it again.
    Redo,
    /// Asks for a hint; asked again, for a stronger one.
    Hint,
    /// Asks for a hint of a given strength.
    HintAs(Strength),
    /// Asks whether the game can be won.
    Verdict,
    /// Goes back to the last point from which it can be won.
    BackToWinnable,
    /// Plays what is left, if that is certain to win.
    Finish,
    /// Deals anew, by the same options.
    New,
    /// Deals anew, by other options.
    NewGame(Config),
    /// Deals a deal with a name.
    Deal(Config, DealId),
    /// Deals the same cards again.
    Restart,
    /// Stops looking for a deal that can be won.
    StopSearch,
    /// Goes back to the game that was left last.
    Previous,
    /// Turns a switch of the settings.
    Turn(Switch),
    /// Light or dark.
    Theme(Theme),
    /// Chooses a language.
    Language(Language),
    /// How cards move.
    Motion(Motion),
    /// Nobody looks at the table: the clock stands still.
    Away,
    /// Somebody looks at it again.
    Here,
}

impl Input {
    /// Whether it can be done in a lesson: before all has been said, nothing goes back or leads elsewhere.
    pub(super) fn is_for(&self, lesson: Lesson) -> bool {
        match self {
            Input::New | Input::NewGame(_) | Input::Deal(..) | Input::Restart | Input::Previous => false,
            Input::Undo
            | Input::Redo
            | Input::Hint
            | Input::HintAs(_)
            | Input::Verdict
            | Input::BackToWinnable
            | Input::Finish => lesson.is_over(),
            _ => true,
        }
    }
}

/// Where an arrow key points.
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
