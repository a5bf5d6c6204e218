//! The drawings of the cards as SVG, each 100 wide and 140 high.
//!
//! The colours are set by the style sheet: a suit has the CSS `color`, so that the same drawings work for
//! four-colour decks and dark mode. The CSS property `--index` enlarges the index for large print. A face has
//! few elements, because each of them costs time when a card is displayed.

mod court;
mod die;
mod path;
mod pips;
mod rank;
mod suit;

use cards::{Card, Rank};

pub(crate) use die::pips;
use path::placed;
use suit::outline;
pub(crate) use suit::shape;

/// The face of a card: the content of an SVG with `viewBox="0 0 100 140"`.
pub(crate) fn face(card: Card) -> String {
    let body = match card.rank {
        Rank::Jack | Rank::Queen | Rank::King => court::draw(card),
        _ => pips::draw(card),
    };
    corners(card) + &body
}

/// The indices: rank and suit in the upper corner, large enough to be read in a fan, and smaller and upside
/// down in the lower corner.
fn corners(card: Card) -> String {
    let (rank_at, suit_at) = if card.rank == Rank::Ten { (6.0, 43.0) } else { (6.5, 32.0) };
    let index = format!(
        r#"<path class="rank" d="{}"/><path d="{}" fill="currentColor"/>"#,
        placed(rank::line(card.rank), rank_at, 6.0, 1.0, false),
        placed(outline(card.suit), suit_at, 8.0, 1.04, false)
    );
    format!(
        r#"<g class="index">{index}</g><g transform="translate(100 140) rotate(180) scale(.62)">{index}</g>"#
    )
}
