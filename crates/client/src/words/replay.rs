//! The texts of a replay.

use text::Text;

#[allow(missing_docs)]
pub const WATCH: Text = Text::of("Watch the replay");
#[allow(missing_docs)]
pub const COPY: Text = Text::of("Copy a link to this game");
#[allow(missing_docs)]
pub const SHARE: Text = Text::of("Share this game …");
#[allow(missing_docs)]
pub const FIRST: Text = Text::of("To the start");
#[allow(missing_docs)]
pub const BACK: Text = Text::of("One move back");
#[allow(missing_docs)]
pub const PLAY: Text = Text::of("Play @replay");
#[allow(missing_docs)]
pub const PAUSE: Text = Text::of("Pause");
#[allow(missing_docs)]
pub const NEXT: Text = Text::of("One move forward");
#[allow(missing_docs)]
pub const LAST: Text = Text::of("To the end");
/// The slider.
pub const POSITION: Text = Text::of("Move");
#[allow(missing_docs)]
pub const PLAY_DEAL: Text = Text::of("Play this deal");
/// While the solver looks for the move that lost the game.
pub const THINKING: Text = Text::of("Looking for the losing move …");
/// A won game.
pub const WON: Text = Text::of("Won.");
#[allow(missing_docs)]
pub const GO: Text = Text::of("Show it");

/// The position in a replay.
#[must_use]
pub fn position(at: usize, of: usize) -> Text {
    Text::with("Move {} of {}", [at.into(), of.into()])
}

/// Up to where a game could be won: the number of moves at the last point that is known to be winnable, and
/// at the first that is known to be lost.
#[must_use]
pub fn span(winnable: Option<usize>, lost: Option<usize>, of: usize) -> Text {
    match (winnable, lost) {
        (Some(at), None) if at == of => Text::of("The game could still be won at the end."),
        (None, Some(0)) => Text::of("This deal could not be won."),
        (Some(at), Some(lost)) if lost == at + 1 => {
            Text::with("The game could be won up to move {}. Move {} lost it.", [at.into(), lost.into()])
        }
        (Some(at), Some(lost)) => Text::with(
            "The game could be won up to move {}, but not after move {}. In between, it is not known.",
            [at.into(), lost.into()],
        ),
        (Some(at), None) => {
            Text::with("The game could be won up to move {}. After that, it is not known.", [at.into()])
        }
        (None, Some(lost)) => Text::with(
            "The game could not be won after move {}. Before that, it is not known.",
            [lost.into()],
        ),
        (None, None) => Text::of("It is not known whether the game could be won."),
    }
}
