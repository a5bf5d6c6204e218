//! The cards, drawn by us, each 100 wide and 140 high.
//!
//! Colours come from the page: a suit's own from `color`, so that four-colour decks and dark rooms need no other drawings. The index can
//! grow for large print by the property `--index`. A face is few elements, for a browser pays for each of them whenever a card comes to
//! the table.

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

/// The face of a card: the inside of an SVG with `viewBox="0 0 100 140"`.
pub(crate) fn face(card: Card) -> String {
    let body = match card.rank {
        Rank::Jack | Rank::Queen | Rank::King => court::draw(card),
        _ => pips::draw(card),
    };
    corners(card) + &body
}

/// Rank and suit side by side in the upper corner, big enough to be read in a fan; smaller and upside down in the lower one.
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
