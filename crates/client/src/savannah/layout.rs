//! Where everything lies on a surface, in its pixels: the others above, what all share in the middle, the
//! own cards below.

use games::savannah::Foundation;
use table::Seat;

use super::Pile;
use crate::shell::{Area, Point};

/// The measures of a table. Everything follows from the size of the surface and the number of seats.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Layout {
    /// The surface, as high as everything needs to be seen.
    pub(super) size: Point,
    /// A card of the middle and of the own piles.
    pub(super) card: Point,
    /// A card of another player's.
    pub(super) small: Point,
    /// A box for each other player, clockwise from the next.
    pub(super) boxes: Vec<(Seat, Area)>,
    /// Whether the boxes have their words beside the cards, and not above them.
    pub(super) beside: bool,
    /// The line about what happened last.
    pub(super) news: Area,
    /// Both dice.
    pub(super) dice: [Area; 2],
    /// What the dice open, in words.
    pub(super) opens: Area,
    /// The button that ends the turn.
    pub(super) button: Area,
    near: Seat,
    /// Between the two cards of a box.
    pair: f64,
    stock: Point,
    foundations: [Point; 3],
    own: [Point; 2],
    hand: [Point; 4],
}

/// From here on there is room for words beside the dice, and for a button beside the hand.
const WIDE: f64 = 900.0;
/// The largest card.
const WIDEST: f64 = 132.0;
/// A fingertip: no card is smaller.
const LEAST: f64 = 44.0;
/// A line of words under a card.
const LABEL: f64 = 20.0;
/// The words above the cards of a box.
const HEAD: f64 = 25.0;
/// A line of words of its own.
const LINE: f64 = 26.0;
/// The button, with air around it.
const BUTTON: Point = Point { x: 190.0, y: 52.0 };
/// The words beside the dice.
const WORDS: f64 = 250.0;

/// One way to lay the table out.
#[derive(Clone, Copy)]
struct Plan {
    columns: usize,
    rows: usize,
    small: f64,
    /// A box.
    cell: Point,
    beside: bool,
    own_rows: usize,
    card: f64,
    /// The height of all of it.
    height: f64,
}

impl Layout {
    /// The measures for a surface of that width and height.
    pub(super) fn new(width: f64, height: f64, near: Seat, seats: u8, mirrored: bool) -> Layout {
        let others = near.others(seats);
        let surface = Surface::new(width, height);
        let plan = surface.best(others.len());
        surface.lay(plan, &others, near, mirrored)
    }

    /// The upper left corner of a pile's first card.
    pub(super) fn corner(&self, pile: Pile) -> Point {
        match pile {
            Pile::Stock => self.stock,
            Pile::Foundation(foundation) => self.foundations[foundation as usize],
            Pile::Hand => self.hand[0],
            Pile::Reserve(seat) if seat == self.near => self.own[0],
            Pile::Discard(seat) if seat == self.near => self.own[1],
            Pile::Reserve(seat) => self.in_box(seat, false),
            Pile::Discard(seat) => self.in_box(seat, true),
        }
    }

    /// A card of the hand, from 0.
    pub(super) fn in_hand(&self, at: usize) -> Point {
        self.hand[at.min(3)]
    }

    /// How large the cards of a pile are.
    pub(super) fn card_of(&self, pile: Pile) -> Point {
        match pile {
            Pile::Reserve(seat) | Pile::Discard(seat) if seat != self.near => self.small,
            _ => self.card,
        }
    }

    fn in_box(&self, seat: Seat, discard: bool) -> Point {
        let Some((_, area)) = self.boxes.iter().find(|(other, _)| *other == seat) else { return self.stock };
        let pair = 2.0 * self.small.x + self.pair;
        let x = if self.beside {
            area.at.x + area.size.x - pair - 12.0
        } else {
            area.at.x + (area.size.x - pair) / 2.0
        };
        let y = area.at.y + if self.beside { 10.0 } else { HEAD };
        Point { x: (x + if discard { self.small.x + self.pair } else { 0.0 }).round(), y: y.round() }
    }

    /// Where a card comes from that another player has in hand: the player's name.
    pub(super) fn seat(&self, seat: Seat) -> Point {
        let found = self.boxes.iter().find(|(other, _)| *other == seat);
        found.map_or(self.own[0], |(_, area)| area.at)
    }

    /// Where cards can be dropped to land on a pile.
    pub(super) fn drop_area(&self, pile: Pile) -> Area {
        let slack = self.card.x * 0.3;
        let (mut at, mut size) = (self.corner(pile), self.card_of(pile));
        if pile == Pile::Hand {
            at.x = self.hand[0].x.min(self.hand[3].x);
            size.x += (self.hand[0].x - self.hand[3].x).abs();
        }
        Area {
            at: Point { x: at.x - slack, y: at.y - slack },
            size: Point { x: size.x + 2.0 * slack, y: size.y + 2.0 * slack },
        }
    }
}

struct Surface {
    width: f64,
    height: f64,
    wide: bool,
    margin: f64,
    /// Between boxes.
    gap: f64,
    /// Between the two cards of a box.
    pair: f64,
}

impl Surface {
    fn new(width: f64, height: f64) -> Surface {
        let narrow = width < 600.0;
        let (margin, gap, pair) = if narrow { (6.0, 6.0, 6.0) } else { (16.0, 12.0, 10.0) };
        Surface { width, height, wide: width >= WIDE, margin, gap, pair }
    }

    fn inner(&self) -> f64 {
        self.width - 2.0 * self.margin
    }

    /// The way in which cards are largest and everything is seen at once; if there is none, the lowest.
    fn best(&self, others: usize) -> Plan {
        let mut plans = Vec::new();
        for columns in 1..=others.max(1) {
            for own_rows in 1..=if self.wide { 1 } else { 2 } {
                for small in (0..=8).map(|step| LEAST + 4.0 * f64::from(step)) {
                    plans.extend(self.plan(others, columns, small, own_rows));
                }
            }
        }
        let worth =
            |plan: &Plan| plan.card.min(116.0) * 1.6 + plan.small.min(68.0) * 0.8 - 4.0 * plan.rows as f64;
        let fits = plans.iter().filter(|plan| plan.height <= self.height);
        let best = fits.max_by(|a, b| worth(a).total_cmp(&worth(b)));
        let lowest = || plans.iter().min_by(|a, b| a.height.total_cmp(&b.height));
        best.or_else(lowest).copied().unwrap_or(Plan {
            columns: 1,
            rows: others,
            small: LEAST,
            cell: Point { x: self.inner(), y: 100.0 },
            beside: false,
            own_rows: 2,
            card: LEAST,
            height: self.height,
        })
    }

    fn plan(&self, others: usize, columns: usize, small: f64, own_rows: usize) -> Option<Plan> {
        let room = (self.inner() - (columns - 1) as f64 * self.gap) / columns as f64;
        let pair = 2.0 * small + self.pair;
        if room < pair + 10.0 {
            return None;
        }
        let beside = room >= pair + 24.0 + 104.0;
        let most = pair + if beside { 24.0 + 132.0 } else { 64.0 };
        let high = Point::card(small).y;
        let cell = Point {
            x: room.min(most).floor(),
            y: if beside { 10.0 + high + LABEL + 6.0 } else { HEAD + high + LABEL + self.gap - 8.0 },
        };
        let rows = others.div_ceil(columns);
        let top = rows as f64 * cell.y + rows.saturating_sub(1) as f64 * self.gap;
        let fixed = 8.0
            + top
            + LINE
            + 2.0 * LABEL
            + 8.0
            + if self.wide { 30.0 } else { LINE + BUTTON.y + 6.0 + if own_rows == 2 { LABEL } else { 0.0 } };
        let card_rows = 1.4 * (1 + own_rows) as f64;
        let by_height = (self.height - fixed) / card_rows;
        let card = by_height.min(self.card_by_width(own_rows)).clamp(LEAST, WIDEST).floor();
        if card > self.card_by_width(own_rows) + 1.0 {
            return None;
        }
        Some(Plan { columns, rows, small, cell, beside, own_rows, card, height: fixed + card * card_rows })
    }

    fn card_by_width(&self, own_rows: usize) -> f64 {
        let inner = self.inner();
        let middle = if self.wide { (inner - 40.0 - WORDS) / MIDDLE } else { inner / (MIDDLE + 0.9) };
        let own = match (self.wide, own_rows) {
            (true, _) => (inner - BUTTON.x - 24.0) / OWN,
            (false, 1) => inner / OWN,
            (false, _) => inner / HAND,
        };
        middle.min(own)
    }

    fn lay(&self, plan: Plan, others: &[Seat], near: Seat, mirrored: bool) -> Layout {
        let height = self.height.max(plan.height);
        let card = Point::card(plan.card);
        let small = Point::card(plan.small);
        let mut y = 8.0;
        let mut boxes = Vec::new();
        for row in others.chunks(plan.columns) {
            let across = row.len() as f64 * plan.cell.x + (row.len() - 1) as f64 * self.gap;
            let mut x = ((self.width - across) / 2.0).round();
            for seat in row {
                boxes.push((*seat, Area { at: Point { x, y }, size: plan.cell }));
                x += plan.cell.x + self.gap;
            }
            y += plan.cell.y + self.gap;
        }
        y = (y - self.gap).max(8.0);
        // What is left of the height lies around the middle.
        let spare = (height - plan.height).max(0.0);
        let news = Area {
            at: Point { x: self.margin, y: (y + (spare * 0.12).min(16.0)).round() },
            size: Point { x: self.inner(), y: LINE },
        };
        y = (y + LINE + spare * 0.46).round();
        let step = card.x * (1.0 + STEP);
        let die =
            if self.wide { (card.x * 0.46).clamp(36.0, 60.0) } else { (card.x * 0.62).min(56.0) }.round();
        let middle_width = 3.0 * step + card.x + if self.wide { 40.0 + WORDS } else { card.x * 0.28 + die };
        let left = ((self.width - middle_width) / 2.0).round();
        let column = |at: usize| Point { x: (left + at as f64 * step).round(), y };
        let dice_x = left + 3.0 * step + card.x + if self.wide { 40.0 } else { card.x * 0.28 };
        let square = Point { x: die, y: die };
        let (dice, opens) = if self.wide {
            let top = (y + (card.y - die) / 2.0 - 18.0).round();
            let first = dice_x + (WORDS - 2.0 * die - 12.0) / 2.0;
            let dice = [first, first + die + 12.0]
                .map(|x| Area { at: Point { x: x.round(), y: top }, size: square });
            let words = Point { x: dice_x, y: top + die + 8.0 };
            (dice, Area { at: words, size: Point { x: WORDS, y: 48.0 } })
        } else {
            let over = (card.y - 2.0 * die - 8.0) / 2.0;
            let dice = [y + over, y + over + die + 8.0]
                .map(|y| Area { at: Point { x: dice_x.round(), y: y.round() }, size: square });
            let words = Point { x: self.margin, y: y + card.y + LABEL };
            (dice, Area { at: words, size: Point { x: self.inner(), y: LINE } })
        };
        let bottom = height - 8.0;
        let (own, hand, button) = self.own(plan, card, bottom);
        let mut layout = Layout {
            size: Point { x: self.width, y: height },
            card,
            small,
            boxes,
            beside: plan.beside,
            news,
            dice,
            opens,
            button,
            near,
            pair: self.pair,
            stock: column(0),
            foundations: Foundation::ALL.map(|foundation| column(foundation as usize + 1)),
            own,
            hand,
        };
        if mirrored {
            layout.mirror();
        }
        layout
    }

    /// The own piles, the hand and the button, from the lower edge up.
    fn own(&self, plan: Plan, card: Point, bottom: f64) -> ([Point; 2], [Point; 4], Area) {
        let (step, group) = (card.x * 1.08, card.x * 0.27);
        let size = Point { x: BUTTON.x, y: 46.0 };
        if self.wide {
            let across = 6.0 * step + group + 24.0 + BUTTON.x;
            let left = ((self.width - across) / 2.0).round();
            let y = bottom - LABEL - card.y;
            let at = |at: f64| Point { x: (left + at).round(), y };
            let hand = [0.0, 1.0, 2.0, 3.0].map(|i| at((2.0 + i) * step + group));
            let button = Area {
                at: Point { x: (left + 6.0 * step + group + 24.0).round(), y: y + card.y - 46.0 },
                size,
            };
            return ([at(0.0), at(step)], hand, button);
        }
        let button = Area { at: Point { x: ((self.width - size.x) / 2.0).round(), y: bottom - 46.0 }, size };
        let y = bottom - BUTTON.y - LABEL - card.y;
        if plan.own_rows == 1 {
            let left = ((self.width - (5.0 * step + group + card.x)) / 2.0).round();
            let at = |at: f64| Point { x: (left + at).round(), y };
            let hand = [0.0, 1.0, 2.0, 3.0].map(|i| at((2.0 + i) * step + group));
            return ([at(0.0), at(step)], hand, button);
        }
        let left = ((self.width - (3.0 * step + card.x)) / 2.0).round();
        let hand = [0.0, 1.0, 2.0, 3.0].map(|i| Point { x: (left + i * step).round(), y });
        let above = y - LABEL - card.y - 6.0;
        let first = ((self.width - (step + card.x + group)) / 2.0).round();
        let own = [first, (first + step + group).round()].map(|x| Point { x, y: above });
        (own, hand, button)
    }
}

/// The stock and the foundations, in card widths.
const STEP: f64 = 0.2;
const MIDDLE: f64 = 4.0 + 3.0 * STEP;
/// The own piles and the hand.
const OWN: f64 = 6.0 + 5.0 * 0.08 + 0.27;
/// The hand alone.
const HAND: f64 = 4.0 + 3.0 * 0.08;

impl Layout {
    fn mirror(&mut self) {
        let width = self.size.x;
        let flip = |point: &mut Point, wide: f64| point.x = width - point.x - wide;
        let card = self.card.x;
        flip(&mut self.stock, card);
        for point in self.foundations.iter_mut().chain(&mut self.own).chain(&mut self.hand) {
            flip(point, card);
        }
        for area in self.dice.iter_mut().chain([&mut self.opens, &mut self.button]) {
            flip(&mut area.at, area.size.x);
        }
    }
}
