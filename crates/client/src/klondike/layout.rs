//! Where everything lies on a surface, in its pixels.

use cards::Suit;
use games::klondike::{Column, ColumnCards};

use super::Pile;
use crate::shell::{Area, Point};

/// The measures of a table. Everything follows from the size of the surface.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Layout {
    /// The surface.
    pub(super) size: Point,
    /// A card.
    pub(super) card: Point,
    /// From one column to the next.
    pitch: f64,
    /// The left edge of the first column.
    left: f64,
    /// The upper edge of the upper row.
    top: f64,
    /// Whether the table is mirrored.
    mirrored: bool,
    /// How much of a face-up card shows in a fan, if there is room.
    fan: f64,
}

/// Between columns, in card widths; on a narrow surface less, so that a card stays as wide as a fingertip.
const GAP: f64 = 0.19;
const NARROW_GAP: f64 = 0.09;
const NARROW: f64 = 480.0;
/// Between the upper row and the columns, in card heights.
const ROW_GAP: f64 = 0.25;
/// How much of a face-down card shows, in card heights.
const DOWN: f64 = 0.20;
/// The same when the column is too long.
const DOWN_LEAST: f64 = 0.05;
/// Of a face-up card, and on a surface with much height to spare.
const UP: f64 = 0.33;
const UP_TALL: f64 = 0.42;
/// Below the longest column there is room for a message, in heights of the surface and in pixels: it must not
/// cover a top card.
const MESSAGE: f64 = 0.11;
const MESSAGE_MOST: f64 = 82.0;
/// The largest card.
const WIDEST: f64 = 176.0;

impl Layout {
    /// The measures for a surface of that width and height.
    pub(super) fn new(width: f64, height: f64, mirrored: bool) -> Layout {
        let narrow = width < NARROW;
        let (gap, margin) = if narrow { (NARROW_GAP, 6.0) } else { (GAP, 16.0) };
        let columns = 7.0 + 6.0 * gap;
        let by_width = (width - 2.0 * margin) / columns;
        // High enough for both rows and a column of seven with a few cards on it before anything is squeezed.
        let by_height = (height - 2.0 * margin) / (1.4 * 4.1);
        let w = by_width.min(by_height).clamp(24.0, WIDEST).floor();
        let card = Point::card(w);
        let pitch = (w * (1.0 + gap)).round();
        let left = ((width - (6.0 * pitch + w)) / 2.0).round().max(0.0);
        let tall = height > card.y * 6.5;
        let fan = card.y * if tall { UP_TALL } else { UP };
        Layout {
            size: Point { x: width, y: height },
            card,
            pitch,
            left,
            top: margin.min(12.0),
            mirrored,
            fan,
        }
    }

    /// The upper left corner of a pile's first card.
    pub(super) fn corner(&self, pile: Pile) -> Point {
        let (at, low) = match pile {
            Pile::Stock => (0, false),
            Pile::Waste => (1, false),
            Pile::Foundation(suit) => {
                (3 + Suit::ALL.iter().position(|other| *other == suit).unwrap_or(0), false)
            }
            Pile::Column(column) => (usize::from(column.number()) - 1, true),
        };
        let at = if self.mirrored { 6 - at } else { at };
        let y = if low { (self.top + self.card.y * (1.0 + ROW_GAP)).round() } else { self.top };
        Point { x: self.left + at as f64 * self.pitch, y }
    }

    /// Where the cards of a column lie, from its lowest card to its top card. A column that is too long is
    /// squeezed: first the face-down cards, then all.
    pub(super) fn fan(&self, column: Column, pile: &ColumnCards) -> Vec<Point> {
        let start = self.corner(Pile::Column(column));
        let (down, up) = (f64::from(pile.face_down), pile.face_up.len().saturating_sub(1) as f64);
        // A face-down card on top has nothing on it that would show it.
        let down = if pile.face_up.is_empty() { (down - 1.0).max(0.0) } else { down };
        let message = (self.size.y * MESSAGE).min(MESSAGE_MOST);
        let room = (self.size.y - start.y - self.card.y - message).max(0.0);
        let (mut per_down, mut per_up) = (self.card.y * DOWN, self.fan);
        if down * per_down + up * per_up > room && down > 0.0 {
            per_down = ((room - up * per_up) / down).max(self.card.y * DOWN_LEAST);
        }
        let wanted = down * per_down + up * per_up;
        if wanted > room && wanted > 0.0 {
            (per_down, per_up) = (per_down * room / wanted, per_up * room / wanted);
        }
        let mut y = start.y;
        (0..pile.len())
            .map(|at| {
                let point = Point { x: start.x, y: y.round() };
                y += if at < usize::from(pile.face_down) { per_down } else { per_up };
                point
            })
            .collect()
    }

    /// Where the cards of a fanned waste lie, the top card last. Each shows its index.
    pub(super) fn waste(&self, count: usize) -> Vec<Point> {
        let (spot, step) = (self.corner(Pile::Waste), (self.card.x * 0.42).round());
        let first = if self.mirrored { spot.x - count.saturating_sub(1) as f64 * step } else { spot.x };
        (0..count).map(|at| Point { x: first + at as f64 * step, y: spot.y }).collect()
    }

    /// Where cards can be dropped to land on a pile. A column's strip goes down to the edge of the surface.
    pub(super) fn drop_area(&self, pile: Pile) -> Area {
        let corner = self.corner(pile);
        let columns_top = self.top + self.card.y * (1.0 + ROW_GAP / 2.0);
        let x = corner.x - (self.pitch - self.card.x) / 2.0;
        let is_column = matches!(pile, Pile::Column(_));
        let (top, bottom) =
            if is_column { (columns_top, self.size.y * 2.0) } else { (-self.size.y, columns_top) };
        Area { at: Point { x, y: top }, size: Point { x: self.pitch, y: bottom - top } }
    }
}
