use cards::{Card, Suit};
use table::{Entry, Eye, Seat, Seats};
use text::{Separator, Text};

use super::{Column, ColumnCards, Deal, Klondike, Move, View};
use crate::events::Describe;

impl Describe for Klondike {
    type ViewRef<'a> = &'a View;

    fn view_ref(&self, _eye: Eye) -> &View {
        &self.seen
    }

    fn borrow_view(view: &View) -> &View {
        view
    }

    fn describe_move(before: &View, _seat: Seat, mv: Move, after: &View) -> Text {
        tell(before, mv, after)
    }

    fn describe_chance(_before: &View, _deal: &Deal, _after: &View) -> Text {
        Text::of("the cards are dealt")
    }

    fn addressed(_before: &Klondike, _entry: &Entry<Klondike>) -> Seats {
        Seats::NONE
    }
}

/// Describes a move, as a sentence without a full stop: "moved the ace of hearts to its foundation;
/// turned up the jack of diamonds on column 5".
#[must_use]
pub fn tell(before: &View, mv: Move, after: &View) -> Text {
    let mut parts = vec![done(before, mv, after)];
    let turned = |column: &Column| after.columns[*column].face_down < before.columns[*column].face_down;
    for column in Column::all().filter(turned) {
        if let (false, Some(card)) = (matches!(mv, Move::Turn { .. }), after.columns[column].top()) {
            parts.push(Text::with("turned up the {} on column {}", [card.name(), column.into()]));
        }
    }
    Text::row(parts, Separator::Semicolon)
}

fn done(before: &View, mv: Move, after: &View) -> Text {
    match mv {
        Move::Draw => drawn(before, after),
        Move::Redeal => Text::with(
            "turned the waste over: {} cards in the stock, pass {}",
            [after.stock.len().into(), after.pass.into()],
        ),
        Move::WasteToColumn { to } => moved(before.waste.last().copied(), 1, onto(before, to)),
        Move::WasteToFoundation => moved(before.waste.last().copied(), 1, home()),
        Move::ColumnToColumn { from, to, count } => {
            moved(before.columns[from].build(count), count, onto(before, to))
        }
        Move::ColumnToFoundation { from } => moved(before.columns[from].top(), 1, home()),
        Move::Turn { column } => match after.columns[column].top() {
            Some(card) => Text::with("turned up the {} on column {}", [card.name(), column.into()]),
            None => Text::with("turned a card on column {}", [column.into()]),
        },
        Move::FoundationToColumn { from, to } => Text::with(
            "{}, back from its foundation",
            [moved(before.foundation_top(from), 1, onto(before, to))],
        ),
    }
}

fn drawn(before: &View, after: &View) -> Text {
    let count = before.stock.len().min(usize::from(before.config.draw()));
    match (after.waste.last(), count) {
        (Some(card), 1) => Text::with("drew the {}", [card.name()]),
        (Some(card), _) => Text::with("drew {} cards: the {} is on top", [count.into(), card.name()]),
        (None, _) => Text::of("drew nothing"),
    }
}

fn moved(card: Option<Card>, count: u8, place: Text) -> Text {
    let what = card.map_or(Text::of("a card"), |card| Text::with("the {}", [card.name()]));
    match count {
        1 => Text::with("moved {} to {}", [what, place]),
        2 => Text::with("moved {} and the card on it to {}", [what, place]),
        _ => Text::with("moved {} and the {} cards on it to {}", [what, (count - 1).into(), place]),
    }
}

fn home() -> Text {
    Text::of("its foundation")
}

fn onto(before: &View, to: Column) -> Text {
    match before.columns[to].top() {
        Some(card) => Text::with("the {} on column {}", [card.name(), to.into()]),
        None => Text::with("empty column {}", [to.into()]),
    }
}

impl View {
    /// A column in words: "column 5: 3 face down, then king of clubs, queen of hearts".
    #[must_use]
    pub fn column_in_words(&self, column: Column) -> String {
        let ColumnCards { face_down, face_up } = &self.columns[column];
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
        let one = |suit: Suit| match self.foundation_top(suit) {
            Some(card) => format!("{} {}", suit.name(), card.rank.name()),
            None => format!("{} empty", suit.name()),
        };
        format!("foundations: {}", Suit::ALL.map(one).join(", "))
    }
}
