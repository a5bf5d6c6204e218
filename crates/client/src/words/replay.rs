//! What is said about a game that is watched.

/// Before the first move.
pub const DEALT: &str = "The cards are dealt.";
#[allow(missing_docs)]
pub const WATCH: &str = "Watch it again";
#[allow(missing_docs)]
pub const COPY: &str = "Copy a link to this game";
#[allow(missing_docs)]
pub const SHARE: &str = "Share this game …";
#[allow(missing_docs)]
pub const FIRST: &str = "To the start";
#[allow(missing_docs)]
pub const BACK: &str = "One move back";
#[allow(missing_docs)]
pub const PLAY: &str = "Play";
#[allow(missing_docs)]
pub const PAUSE: &str = "Pause";
#[allow(missing_docs)]
pub const NEXT: &str = "One move on";
#[allow(missing_docs)]
pub const LAST: &str = "To the end";
/// The slider.
pub const POSITION: &str = "Move";
#[allow(missing_docs)]
pub const PLAY_DEAL: &str = "Play this deal";
/// While the solver looks for the move that lost the game.
pub const THINKING: &str = "Looking for where it was lost …";
/// A won game.
pub const WON: &str = "Won.";
#[allow(missing_docs)]
pub const GO: &str = "Show it";

/// Where a replay stands.
#[must_use]
pub fn position(at: usize, of: usize) -> String {
    format!("Move {at} of {of}")
}

/// Up to where a game could be won, by the number of moves made: the last point that is known to be winnable, and the first that is lost.
#[must_use]
pub fn span(winnable: Option<usize>, lost: Option<usize>, of: usize) -> String {
    match (winnable, lost) {
        (Some(at), None) if at == of => "It could still be won at the end.".to_owned(),
        (None, Some(0)) => "This deal could not be won.".to_owned(),
        (Some(at), Some(lost)) if lost == at + 1 => {
            format!("It could be won up to move {at}. Move {lost} lost it.")
        }
        (Some(at), Some(lost)) => {
            format!("It could be won up to move {at}, and not after move {lost}. Between them is not known.")
        }
        (Some(at), None) => format!("It could be won up to move {at}. After that is not known."),
        (None, Some(lost)) => format!("It could not be won after move {lost}. Before that is not known."),
        (None, None) => "Whether it could be won is not known.".to_owned(),
    }
}
