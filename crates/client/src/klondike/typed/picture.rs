use cards::{Card, Suit};
use games::klondike::{Column, ColumnCards, View};

use crate::typed::{CARD_INSIDE, GlyphSet, StyledLine, TextBlock, TextStyle};

/// A column with more rows is squeezed, so that the table fits a terminal of 24 lines.
const MAX_ROWS: usize = 13;
/// How many columns are between two piles.
const GAP: usize = 1;
/// How wide a fan of cards is inside: as wide as two piles and the gap between them.
const FAN: usize = 2 * CARD_INSIDE + 2 + GAP;

/// Stock and waste top left, the foundations above columns 4 to 7, the columns below.
pub(super) fn draw(view: &View, glyphs: GlyphSet) -> Vec<StyledLine> {
    let mut above = vec![stock(view, glyphs)];
    above.extend(waste(view, glyphs));
    above.extend(Suit::ALL.map(|suit| {
        let top = view.foundation_top(suit).map(|card| glyphs.card(card));
        TextBlock::card(glyphs, glyphs.suit(suit), top, StyledLine::default())
    }));
    let columns: Vec<TextBlock> =
        view.columns.iter().map(|(number, pile)| column(glyphs, number, pile)).collect();
    let mut lines = TextBlock::beside(&above, GAP).into_lines();
    lines.extend(TextBlock::beside(&columns, GAP).into_lines());
    lines
}

fn stock(view: &View, glyphs: GlyphSet) -> TextBlock {
    let row = match view.stock.len() {
        0 if !view.waste.is_empty() && view.has_pass_left() => StyledLine::styled(TextStyle::Faint, "r"),
        0 => StyledLine::default(),
        _ => glyphs.back(CARD_INSIDE),
    };
    TextBlock::card(glyphs, StyledLine::plain("stock"), Some(row), number(view.stock.len()))
}

/// Where several cards are drawn at once, the waste is wide enough to show them. Otherwise there is a gap
/// beside it.
fn waste(view: &View, glyphs: GlyphSet) -> Vec<TextBlock> {
    let (label, count) = (StyledLine::plain("waste"), number(view.waste.len()));
    if view.config.draw() == 1 {
        let top = view.waste.last().map(|card| glyphs.card(*card));
        return vec![TextBlock::card(glyphs, label, top, count), TextBlock::gap(CARD_INSIDE + 2)];
    }
    let row = match view.waste.split_last() {
        None => StyledLine::default(),
        Some((top, under)) => fan(glyphs, *top, &under[under.len().saturating_sub(2)..]),
    };
    vec![TextBlock::framed(glyphs, FAN, label, vec![row], count)]
}

/// The top card, which alone can be played, at the right; under it the edges of others.
fn fan(glyphs: GlyphSet, top: Card, under: &[Card]) -> StyledLine {
    let edge = StyledLine::styled(TextStyle::Faint, glyphs.either("│", "|"));
    let under = under.iter().flat_map(|card| [glyphs.card(*card), StyledLine::blank(1)]);
    let row: StyledLine = under.chain([edge, glyphs.card(top), StyledLine::blank(1)]).collect();
    [StyledLine::blank(FAN.saturating_sub(row.width())), row].into_iter().collect()
}

fn column(glyphs: GlyphSet, number: Column, pile: &ColumnCards) -> TextBlock {
    let down = usize::from(pile.face_down);
    let mut rows = match down {
        0 => Vec::new(),
        _ if pile.len() > MAX_ROWS => {
            let count = StyledLine::plain(format!(" {down} "));
            vec![[glyphs.back(1), count, glyphs.back(1)].into_iter().collect()]
        }
        _ => vec![glyphs.back(CARD_INSIDE); down],
    };
    rows.extend(pile.face_up.iter().map(|card| glyphs.card(*card).centred(CARD_INSIDE)));
    if rows.is_empty() {
        rows.push(StyledLine::default());
    }
    let label = StyledLine::plain(number.to_string());
    TextBlock::framed(glyphs, CARD_INSIDE, label, rows, StyledLine::default())
}

fn number(count: usize) -> StyledLine {
    if count == 0 { StyledLine::default() } else { StyledLine::plain(count.to_string()) }
}
