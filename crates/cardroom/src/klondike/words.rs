use cards::Card;
use games::klondike::{Column, Move, Stock, View};

use crate::english;

/// The table in words, one pile a line.
pub(super) fn table(view: &View) -> Vec<String> {
    let mut lines = vec![stock(view), waste(view), view.foundations_in_words()];
    lines.extend(Column::all().map(|column| view.column_in_words(column)));
    lines
}

fn stock(view: &View) -> String {
    let count = english::count(view.stock.len(), "card");
    match &view.stock {
        stock if stock.is_empty() && view.waste.is_empty() => "stock: empty".to_owned(),
        stock if stock.is_empty() && view.has_pass_left() => {
            "stock: empty, r turns the waste over".to_owned()
        }
        stock if stock.is_empty() => "stock: empty, and no pass is left".to_owned(),
        Stock::Unseen(_) => format!("stock: {count}, not seen yet"),
        Stock::Seen(_) => format!("stock: {count}, pass {}", view.pass),
    }
}

fn waste(view: &View) -> String {
    let Some((top, under)) = view.waste.split_last() else { return "waste: empty".to_owned() };
    let top = top.name();
    match under.len() {
        0 => format!("waste: {top}"),
        under => format!("waste: {top} on top, {} under it", english::count(under, "card")),
    }
}

/// What a legal move would do.
pub(super) fn describe(view: &View, mv: Move) -> String {
    match mv {
        Move::Draw => {
            let count = view.stock.len().min(usize::from(view.config.draw()));
            format!("draw {}", if count == 1 { "a card".to_owned() } else { english::count(count, "card") })
        }
        Move::Redeal => "turn the waste over".to_owned(),
        Move::WasteToColumn { to } => {
            format!("the {} from the waste to {}", name(view.waste.last().copied()), onto(view, to))
        }
        Move::WasteToFoundation => {
            format!("the {} from the waste to its foundation", name(view.waste.last().copied()))
        }
        Move::ColumnToColumn { from, to, count } => {
            let with = match count {
                1 => String::new(),
                2 => " and the card on it".to_owned(),
                _ => format!(" and the {} cards on it", count - 1),
            };
            let card = name(view.columns[from].build(count));
            format!("the {card}{with} from column {from} to {}", onto(view, to))
        }
        Move::ColumnToFoundation { from } => {
            format!("the {} from column {from} to its foundation", name(view.columns[from].top()))
        }
        Move::Turn { column } => format!("turn up the top card of column {column}"),
        Move::FoundationToColumn { from, to } => {
            format!("the {} from its foundation back to {}", name(view.foundation_top(from)), onto(view, to))
        }
    }
}

fn name(card: Option<Card>) -> String {
    card.map_or_else(|| "card".to_owned(), |card| card.name().to_string())
}

fn onto(view: &View, to: Column) -> String {
    match view.columns[to].top() {
        Some(card) => format!("the {} on column {to}", card.name()),
        None => format!("empty column {to}"),
    }
}
