use games::klondike::{Column, Stock, View};

use crate::words::cards;

/// The table in words, with one line for each pile.
pub(super) fn table(view: &View) -> Vec<String> {
    let mut lines = vec![stock(view), waste(view), view.foundations_in_words()];
    lines.extend(Column::all().map(|column| view.column_in_words(column)));
    lines
}

fn stock(view: &View) -> String {
    let count = cards(view.stock.len());
    match &view.stock {
        stock if stock.is_empty() && view.waste.is_empty() => "stock: empty".to_owned(),
        stock if stock.is_empty() && view.has_pass_left() => {
            "stock: empty, type r to turn the waste over".to_owned()
        }
        stock if stock.is_empty() => "stock: empty, no pass left".to_owned(),
        Stock::Unseen(_) => format!("stock: {count}, not seen yet"),
        Stock::Seen(_) => format!("stock: {count}, pass {}", view.pass),
    }
}

fn waste(view: &View) -> String {
    let Some((top, under)) = view.waste.split_last() else { return "waste: empty".to_owned() };
    let top = top.name();
    match under.len() {
        0 => format!("waste: {top}"),
        under => format!("waste: {top} on top, {} under it", cards(under)),
    }
}
