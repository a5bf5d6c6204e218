//! Hints and verdicts.

use cards::Card;
use games::klondike::{Column, Move, View};
use text::{Separator, Text};

use crate::klondike::{Strength, WinStatus};
use crate::words::{THINKING, label};

/// What to do, as an advice: "move the jack of diamonds and the two cards on it to the queen of spades".
#[must_use]
pub fn advice(view: &View, mv: Move) -> Text {
    let named = |card: Option<Card>, count: u8| build(card.map_or(Text::of("card"), Card::name), count);
    let onto = |to: Column| match view.columns[to].top() {
        Some(card) => Text::with("the {} on column {}", [card.name(), to.into()]),
        None => Text::with("empty column {}", [to.into()]),
    };
    match mv {
        Move::Draw if view.config.draw() == 1 => Text::of("draw a card"),
        Move::Draw => Text::of("draw"),
        Move::Redeal => Text::of("turn the waste over"),
        Move::WasteToColumn { to } => {
            Text::with("move {} from the waste to {}", [named(view.waste.last().copied(), 1), onto(to)])
        }
        Move::WasteToFoundation => {
            Text::with("move {} from the waste to its foundation", [named(view.waste.last().copied(), 1)])
        }
        Move::ColumnToColumn { from, to, count } => {
            Text::with("move {} to {}", [named(view.columns[from].build(count), count), onto(to)])
        }
        Move::ColumnToFoundation { from } => {
            Text::with("move {} to its foundation", [named(view.columns[from].top(), 1)])
        }
        Move::Turn { column } => Text::with("turn up the top card of column {}", [column.into()]),
        Move::FoundationToColumn { from, to } => Text::with(
            "move {} back from its foundation to {}",
            [named(view.foundation_top(from), 1), onto(to)],
        ),
    }
}

/// A card with so many, itself among them, that move with it.
pub(super) fn build(card: Text, count: u8) -> Text {
    match count {
        0 | 1 => Text::with("the {}", [card]),
        2 => Text::with("the {} and the card on it", [card]),
        _ => Text::with("the {} and the {} cards on it", [card, (count - 1).into()]),
    }
}

pub(crate) fn nudge(view: &View, mv: Move) -> Text {
    Text::with("Hint: {}. It keeps the win.", [advice(view, mv)])
}

pub(crate) fn safe(view: &View, moves: &[Move]) -> Text {
    let all: Vec<Text> = moves.iter().map(|mv| advice(view, *mv)).collect();
    let (count, all) = (moves.len(), Text::row(all, Separator::Semicolon));
    match count {
        1 => Text::with("One move keeps the win: {}.", [all]),
        _ => Text::with("These {} moves keep the win: {}.", [count.into(), all]),
    }
}

pub(crate) fn line(view: &View, moves: &[Move]) -> Text {
    let first = moves.first().map_or(Text::EMPTY, |mv| advice(view, *mv));
    Text::with("A way to the win in {}: first, {}.", [super::moves(moves.len()), first])
}

/// The verdict in a few words.
#[must_use]
pub const fn win_status(win_status: WinStatus) -> Text {
    match win_status {
        WinStatus::Off => Text::of("Can it be won?"),
        WinStatus::Thinking => Text::of("Thinking …"),
        WinStatus::Winnable => Text::of("Still winnable"),
        WinStatus::NoLonger => Text::of("No longer winnable"),
        WinStatus::Never => Text::of("Cannot be won"),
        WinStatus::Lost => Text::of("Lost from here"),
        WinStatus::Unknown => Text::of("Not known"),
    }
}

/// Beside a verdict that leads back.
pub const GO_BACK: Text = Text::of("go back");

/// What pressing the verdict does.
#[must_use]
pub const fn win_status_press(win_status: WinStatus) -> Text {
    match win_status {
        WinStatus::NoLonger | WinStatus::Lost => label::BACK,
        _ => label::VERDICT,
    }
}

/// The verdict in a sentence.
#[must_use]
pub const fn win_status_told(win_status: WinStatus) -> Text {
    match win_status {
        WinStatus::Off | WinStatus::Thinking => THINKING,
        WinStatus::Winnable => {
            Text::of("The game can be won from here: a winning line was found and replayed by the rules.")
        }
        WinStatus::NoLonger => Text::of("The game can no longer be won from here. It could be, earlier."),
        WinStatus::Never => Text::of("This deal cannot be won, whatever you play. This is proved."),
        WinStatus::Lost => Text::of("The game cannot be won from here. Whether it ever could is not known."),
        WinStatus::Unknown => {
            Text::of("It is not known whether the game can be won: the search had to give up.")
        }
    }
}

/// The name of a hint's strength.
#[must_use]
pub const fn strength(strength: Strength) -> Text {
    match strength {
        Strength::Nudge => Text::of("A nudge"),
        Strength::Safe => Text::of("All safe moves"),
        Strength::Line => Text::of("The whole line"),
    }
}
