use cards::{Card, Suit};

use super::{Column, Move, Pile, View};

/// What a move did, in a sentence without a full stop: "moved the ace of hearts to its foundation; turned up the jack of
/// diamonds on column 5".
#[must_use]
pub fn tell(before: &View, mv: Move, after: &View) -> String {
    let mut text = done(before, mv, after);
    let turned = |column: &Column| after.columns[*column].face_down < before.columns[*column].face_down;
    for column in Column::all().filter(turned) {
        if let (false, Some(card)) = (matches!(mv, Move::Turn { .. }), after.columns[column].top()) {
            text += &format!("; turned up the {} on column {column}", card.name());
        }
    }
    text
}

fn done(before: &View, mv: Move, after: &View) -> String {
    match mv {
        Move::Draw => drawn(before, after),
        Move::Redeal => {
            format!("turned the waste over: {} cards in the stock, pass {}", after.stock.len(), after.pass)
        }
        Move::WasteToColumn { to } => moved(before.waste.last().copied(), 1, &onto(before, to)),
        Move::WasteToFoundation => moved(before.waste.last().copied(), 1, "its foundation"),
        Move::ColumnToColumn { from, to, count } => {
            moved(before.columns[from].build(count), count, &onto(before, to))
        }
        Move::ColumnToFoundation { from } => moved(before.columns[from].top(), 1, "its foundation"),
        Move::Turn { column } => match after.columns[column].top() {
            Some(card) => format!("turned up the {} on column {column}", card.name()),
            None => format!("turned a card on column {column}"),
        },
        Move::FoundationToColumn { from, to } => {
            format!("{}, back from its foundation", moved(before.foundation_top(from), 1, &onto(before, to)))
        }
    }
}

fn drawn(before: &View, after: &View) -> String {
    let count = after.waste.len() - before.waste.len();
    match (after.waste.last(), count) {
        (Some(card), 1) => format!("drew the {}", card.name()),
        (Some(card), _) => format!("drew {count} cards: the {} is on top", card.name()),
        (None, _) => "drew nothing".to_owned(),
    }
}

fn moved(card: Option<Card>, count: u8, place: &str) -> String {
    let name = card.map_or_else(|| "a card".to_owned(), |card| format!("the {}", card.name()));
    match count {
        1 => format!("moved {name} to {place}"),
        2 => format!("moved {name} and the card on it to {place}"),
        _ => format!("moved {name} and the {} cards on it to {place}", count - 1),
    }
}

fn onto(before: &View, to: Column) -> String {
    match before.columns[to].top() {
        Some(card) => format!("the {} on column {to}", card.name()),
        None => format!("empty column {to}"),
    }
}

impl View {
    /// A column in words: "column 5: 3 face down, then king of clubs, queen of hearts".
    #[must_use]
    pub fn column_in_words(&self, column: Column) -> String {
        let Pile { face_down, face_up } = &self.columns[column];
        let names: Vec<String> = face_up.iter().map(|card| card.name().to_string()).collect();
        let names = names.join(", ");
        match (face_down, face_up.is_empty()) {
            (0, true) => format!("column {column}: empty"),
            (0, false) => format!("column {column}: {names}"),
            (down, true) => format!("column {column}: {down} face down"),
            (down, false) => format!("column {column}: {down} face down, then {names}"),
        }
    }

    /// The foundations in words: "foundations: clubs ace, hearts empty, …".
    #[must_use]
    pub fn foundations_in_words(&self) -> String {
        let one = |suit: Suit| {
            let top = self.foundation_top(suit).map_or("empty", |card| card.rank.name());
            format!("{} {top}", suit.name())
        };
        format!("foundations: {}", Suit::ALL.map(one).join(", "))
    }
}
