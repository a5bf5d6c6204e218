//! The cards, drawn by us: every face is a symbol of one SVG, 100 wide and 140 high.
//!
//! Colours come from the page: a suit's own from `color`, so that four-colour decks and dark rooms need no other drawings. The index can
//! grow for large print by the property `--index`.

mod court;
mod pips;
mod suit;

use std::fmt::Write as _;

use cards::{Card, PACK, Rank};

pub(crate) use suit::shape;

/// The name of a card's symbol: `face-Td`.
pub(crate) fn name(card: Card) -> String {
    format!("face-{card}")
}

/// All faces, as the inside of an SVG that is not shown itself.
pub(crate) fn faces() -> String {
    let mut all = String::new();
    for card in PACK {
        let body = match card.rank {
            Rank::Jack | Rank::Queen | Rank::King => court::draw(card),
            _ => pips::draw(card),
        };
        // Writing to a string cannot fail.
        let _ = write!(
            all,
            r#"<symbol id="{}" viewBox="0 0 100 140">{}{body}</symbol>"#,
            name(card),
            corners(card)
        );
    }
    all
}

/// Rank and suit side by side in the upper corner, big enough to be read in a fan; smaller and upside down in the lower one.
fn corners(card: Card) -> String {
    let ten = card.rank == Rank::Ten;
    let text = if ten { "10".to_owned() } else { card.rank.to_string() };
    // A fixed width, whatever font the system has.
    let (width, suit_at) = if ten { (34, 43) } else { (22, 32) };
    let glyphs = if ten { r#" textLength="34" lengthAdjust="spacingAndGlyphs""# } else { "" };
    let index = format!(
        r#"<text x="{}" y="32" text-anchor="middle"{glyphs}>{text}</text><g transform="translate({suit_at} 8) scale(1.04)">{}</g>"#,
        6 + width / 2,
        shape(card.suit)
    );
    format!(
        r#"<g class="index">{index}</g><g class="foot" transform="translate(100 140) rotate(180) scale(.62)">{index}</g>"#
    )
}
