use cards::{Card, Suit};
use games::klondike::{Column, ColumnCards, View};

use crate::ink::{DIM, Ink, Span};
use crate::picture::{INSIDE, TextBlock, beside, centred};

/// A column with more rows is squeezed, so that the table fits a terminal of 24 lines.
const MOST_ROWS: usize = 13;

/// Stock and waste top left, the foundations above columns 4 to 7, the columns below.
pub(super) fn draw(view: &View, ink: Ink) -> Vec<String> {
    let mut above = vec![stock(view, ink)];
    above.extend(waste(view, ink));
    above.extend(Suit::ALL.map(|suit| {
        let top = view.foundation_top(suit).map(|card| ink.card(card));
        TextBlock::card(ink, ink.suit(suit), top, Span::default())
    }));
    let columns: Vec<TextBlock> =
        view.columns.iter().map(|(number, pile)| column(ink, number, pile)).collect();
    let mut lines = beside(&above, GAP);
    lines.extend(beside(&columns, GAP));
    lines
}

const GAP: usize = 1;

fn stock(view: &View, ink: Ink) -> TextBlock {
    let row = match view.stock.len() {
        0 if !view.waste.is_empty() && view.has_pass_left() => centred(Span::styled(DIM, "r"), INSIDE),
        0 => Span::default(),
        _ => ink.back(INSIDE),
    };
    TextBlock::framed(ink, INSIDE, Span::plain("stock"), vec![row], number(view.stock.len()))
}

/// Where several cards are drawn at once, the waste is wide enough to show them; else there is a gap beside
/// it.
fn waste(view: &View, ink: Ink) -> Vec<TextBlock> {
    let count = number(view.waste.len());
    if view.config.draw() == 1 {
        let top = view.waste.last().map(|card| ink.card(*card));
        return vec![TextBlock::card(ink, Span::plain("waste"), top, count), TextBlock::gap(INSIDE + 2)];
    }
    let row = match view.waste.split_last() {
        None => Span::default(),
        Some((top, under)) => fanned(ink, *top, &under[under.len().saturating_sub(2)..]),
    };
    vec![TextBlock::framed(ink, FAN, Span::plain("waste"), vec![row], count)]
}

/// How many places two boxes and the gap between them have inside.
const FAN: usize = 2 * INSIDE + 2 + GAP;

/// The top card, which alone can be played, at the right; under it the edges of others.
fn fanned(ink: Ink, top: Card, under: &[Card]) -> Span {
    let edge = Span::styled(DIM, ink.either("│", "|"));
    let mut row: Vec<Span> = under.iter().flat_map(|card| [ink.card(*card), Span::plain(" ")]).collect();
    row.extend([edge, ink.card(top), Span::plain(" ")]);
    let row: Span = row.into_iter().collect();
    [Span::plain(&" ".repeat(FAN.saturating_sub(row.width))), row].into_iter().collect()
}

fn column(ink: Ink, number: Column, pile: &ColumnCards) -> TextBlock {
    let down = usize::from(pile.face_down);
    let mut rows = match down {
        0 => Vec::new(),
        _ if pile.len() > MOST_ROWS => {
            vec![[ink.back(1), Span::plain(&format!(" {down} ")), ink.back(1)].into_iter().collect()]
        }
        _ => vec![ink.back(INSIDE); down],
    };
    rows.extend(pile.face_up.iter().map(|card| centred(ink.card(*card), INSIDE)));
    if rows.is_empty() {
        rows.push(Span::default());
    }
    TextBlock::framed(ink, INSIDE, Span::plain(&number.to_string()), rows, Span::default())
}

fn number(count: usize) -> Span {
    if count == 0 { Span::default() } else { Span::plain(&count.to_string()) }
}
