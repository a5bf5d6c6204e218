use cards::{Card, Rank};

use super::path::placed;
use super::suit::outline;

/// The centre of each pip, in percent of the field.
fn places(rank: Rank) -> &'static [(u8, u8)] {
    match rank.number() {
        2 => &[(50, 8), (50, 92)],
        3 => &[(50, 8), (50, 50), (50, 92)],
        4 => &[(20, 8), (80, 8), (20, 92), (80, 92)],
        5 => &[(20, 8), (80, 8), (50, 50), (20, 92), (80, 92)],
        6 => &[(20, 8), (80, 8), (20, 50), (80, 50), (20, 92), (80, 92)],
        7 => &[(20, 8), (80, 8), (50, 29), (20, 50), (80, 50), (20, 92), (80, 92)],
        8 => &[(20, 8), (80, 8), (50, 29), (20, 50), (80, 50), (50, 71), (20, 92), (80, 92)],
        9 => &[(20, 6), (80, 6), (20, 35), (80, 35), (50, 50), (20, 65), (80, 65), (20, 94), (80, 94)],
        10 => &[
            (20, 6),
            (80, 6),
            (50, 20),
            (20, 35),
            (80, 35),
            (20, 65),
            (80, 65),
            (50, 80),
            (20, 94),
            (80, 94),
        ],
        _ => &[],
    }
}

/// The area of the pips, between the two indices: x, y, width and height.
const FIELD: (f64, f64, f64, f64) = (21.0, 47.0, 58.0, 66.0);

/// The pips of a card from ace to ten.
pub(super) fn draw(card: Card) -> String {
    let outline = outline(card.suit);
    if card.rank == Rank::Ace {
        let pip = placed(outline, 26.0, 56.0, 2.0, false);
        return format!(
            r#"<g class="pips"><circle cx="50" cy="80" r="32" fill="none" stroke="currentColor" stroke-width="1" opacity=".35"/><path d="{pip}" fill="currentColor"/></g>"#
        );
    }
    let (left, top, width, height) = FIELD;
    let size = if card.rank.number() > 8 { 0.68 } else { 0.78 };
    let mut pips = String::new();
    for (x, y) in places(card.rank) {
        let (cx, cy) = (left + width * f64::from(*x) / 100.0, top + height * f64::from(*y) / 100.0);
        let turned = *y > 50;
        // An outline is 24 wide and high, and its origin is its corner.
        let corner = if turned { 12.0 } else { -12.0 } * size;
        pips += &placed(outline, cx + corner, cy + corner, size, turned);
    }
    format!(r#"<path class="pips" d="{pips}" fill="currentColor"/>"#)
}
