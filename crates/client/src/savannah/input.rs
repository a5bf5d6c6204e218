use games::savannah::Foundation;

use super::{NewGame, Place, Spot};
use crate::klondike::Direction;
use crate::{Language, Lesson, Motion, Pace, Switch, Theme};

/// What a player does, by whatever hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// Points at a card or a pile: a click, a tap, Enter on the cursor. While others play, it takes the waiting away.
    Tap(Place),
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
    /// Escape: puts back, takes the hint away, discards nothing after all.
    Escape,
    /// A digit: puts down on a foundation.
    Foundation(Foundation),
    /// A digit or letter that picks: a card of the hand, the reserve, the discard.
    Choose(Choice),
    /// Ends the turn: with the picked card of the hand, or with the one that is pointed at next.
    EndTurn,
    /// Takes the waiting away until it is a person's turn.
    Skip,
    /// The person whose turn it is has the screen: shows the hand.
    Show,
    /// The answer to what was asked before something that cannot be taken back.
    Sure(bool),
    /// Takes the last step back, where the rules allow it.
    Undo,
    /// Makes it again.
    Redo,
    /// Asks what the best player would do.
    Hint,
    /// Asks why another player did what was done last.
    Why,
    /// Begins another game.
    New(Box<NewGame>),
    /// The same players again; the next seat begins.
    Again,
    /// The same cards and dice again.
    Restart,
    /// Goes back to the game that was left last.
    Previous,
    /// Gives the game up, or leaves the seat to a bot. It is asked about first.
    Resign,
    /// Turns a switch of the settings.
    Turn(Switch),
    /// Light or dark.
    Theme(Theme),
    /// Chooses a language.
    Language(Language),
    /// How cards move.
    Motion(Motion),
    /// How quickly the others play.
    Pace(Pace),
    /// Nobody looks at the table.
    Away,
    /// Somebody looks at it again.
    Here,
}

/// What a key picks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// A card of the hand, from 0.
    Hand(u8),
    /// The top of the own reserve.
    Reserve,
    /// The top of the own discard.
    Discard,
    /// The top of another's discard; again, of the next one's.
    Other,
}

impl Input {
    /// Whether it can be done in a lesson: before all has been said, nothing goes back or leads elsewhere.
    pub(super) fn is_for(&self, lesson: Lesson) -> bool {
        match self {
            Input::New(_) | Input::Again | Input::Restart | Input::Previous | Input::Resign => false,
            Input::Undo | Input::Redo | Input::Hint => lesson.is_over(),
            _ => true,
        }
    }
}
