//! Every text of the interface, in one place and ready for translation.
//!
//! What the rules say about a move stands with the rules: refusals, and the sentences that tell what a move did.

pub mod address;
mod advice;
mod help;
pub mod home;
pub mod label;
pub mod lesson;
pub mod online;
pub mod replay;
pub mod savannah;
mod settings;
pub mod statistics;

use cards::Card;
use games::klondike::{Column, Config, Moves, Place, View};
use table::RecordError;
use text::{Separator, Text};

use crate::klondike::{Pick, Spot, card_at};

use advice::build;
pub use advice::{GO_BACK, advice, standing, standing_press, standing_told, strength};
pub(crate) use advice::{line, nudge, safe};
pub use help::{HOW_TO, KEYS};
pub use settings::{language, motion, pace, panel, switch, theme};

/// The name of the house.
pub const CARDROOM: Text = Text::of("Cardroom");

// What is said at the table.

pub(crate) const WON: Text = Text::of("All 52 cards are on the foundations: you have won!");
pub(crate) const NO_MOVE_LEFT: Text = Text::of("No move is left (K18).");
/// Stuck, as R3 has it.
pub const STUCK: Text =
    Text::of("You are stuck: whatever you draw, no card can go to a column or a foundation (R3).");
pub(crate) const CAN_FINISH: Text = Text::of("All that is left can go up by itself.");
pub(crate) const FINISHING: Text = Text::of("playing what is left");
pub(crate) const NOT_CERTAIN: Text = Text::of("a finish is not certain yet");
pub(crate) const PUT_BACK: Text = Text::of("put back");
pub(crate) const HINT_GONE: Text = Text::of("the hint is gone");
pub(crate) const OVER: Text = Text::of("the game is over");
pub(crate) const THINKING: Text = Text::of("thinking …");
pub(crate) const RESUMED: Text = Text::of("your game goes on where you left it");
pub(crate) const RESTARTED: Text = Text::of("the same cards again");
pub(crate) const IMPORTED: Text = Text::of("the game was read and goes on from here");
pub(crate) const KEPT: Text = Text::of("the game that you left is kept, and the menu leads back to it");
pub(crate) const RETURNED: Text = Text::of("back at the game that you had left");
pub(crate) const NO_PREVIOUS: Text = Text::of("there is no game to go back to");
pub(crate) const SEARCHING: Text = Text::of("looking for a deal that can be won …");
pub(crate) const SEARCH_STOPPED: Text = Text::of("the search is stopped, and your game goes on");
pub(crate) const NO_WINNABLE: Text = Text::of("no deal was found, and your game goes on");
pub(crate) const HINT_LOST: Text = Text::of(
    "there is no way to win from here: go back to the last point from which there is one, or play on",
);
pub(crate) const HINT_UNKNOWN: Text = Text::of("no safe move is known here: the search had to give up");
pub(crate) const STILL_WINNABLE: Text = Text::of("it can still be won from here");
pub(crate) const NO_WAY_BACK: Text = Text::of("no earlier point is known from which this deal could be won");
pub(crate) const SECRET_DEAL: Text = Text::of("a secret deal");
pub(crate) const BROKEN_SAVE: Text = Text::of("the saved game cannot be read");
/// What is told when that happens.
pub const PUT_ASIDE: Text =
    Text::of("your last game cannot be read any more: it was put aside, and here is a new one");

/// "1 card", "3 cards".
#[must_use]
pub fn cards(number: usize) -> Text {
    Text::count(number, "1 card", "{} cards")
}

/// "1 move", "3 moves".
#[must_use]
pub fn moves(number: usize) -> Text {
    Text::count(number, "1 move", "{} moves")
}

/// Minutes and seconds, with hours where there are some: "3:07", "1:02:33".
#[must_use]
pub fn time(milliseconds: u64) -> String {
    let seconds = milliseconds / 1000;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// The name of a game: "Klondike, draw 3".
#[must_use]
pub fn title(config: Config) -> Text {
    let name = match config.moves() {
        Moves::Builds => Text::of("Klondike"),
        Moves::One => Text::of("One-card Klondike"),
    };
    match config.draw() {
        1 => name,
        draw => Text::with("{}, draw {}", [name, draw.into()]),
    }
}

/// What a preset is, for a menu: its name and a line about it.
#[must_use]
pub fn preset(name: &str) -> (Text, Text) {
    let config = name.parse().unwrap_or(Config::KLONDIKE);
    match name {
        "one-card" => (title(config), Text::of("The beginner's game: only top cards move.")),
        "klondike-1" => (
            Text::with("{}, draw {}", [Text::of("Klondike"), 1u8.into()]),
            Text::of("Cards may come back from the foundations."),
        ),
        "klondike-3" => (title(config), Text::of("Three cards at a time; cards may come back.")),
        _ => (title(config), Text::of("The game as most people know it.")),
    }
}

pub(crate) fn dealt(config: Config, deal: Text) -> Text {
    Text::with("{}, deal {}: the cards are dealt", [title(config), deal])
}

pub(crate) fn broken_record(error: &RecordError) -> Text {
    Text::with("this is no game that can be read, and nothing was changed: {}", [error.text()])
}

pub(crate) fn only_the_top(from: Column, top: Option<Card>) -> Text {
    match top {
        Some(card) => Text::with(
            "only the top card of column {} goes to a foundation, the {}",
            [from.into(), card.name()],
        ),
        None => Text::with("column {} has no card that goes to a foundation", [from.into()]),
    }
}

pub(crate) fn no_place(card: Card) -> Text {
    Text::with("there is no place for the {}", [card.name()])
}

pub(crate) fn nothing_there(view: &View, place: Place) -> Text {
    match place {
        Place::Waste => Text::of("the waste is empty"),
        Place::Stock => Text::of("the stock is empty"),
        Place::Foundation(suit) => Text::with("the foundation of {} is empty", [suit.name()]),
        Place::Column(column, _) if view.columns[column].is_empty() => {
            Text::with("column {} is empty", [column.into()])
        }
        Place::Column(column, _) => Text::with("the cards under column {} are face down", [column.into()]),
    }
}

pub(crate) fn picked(view: &View, pick: Pick, targets: &[Spot]) -> Text {
    let what = match pick.place {
        Place::Column(column, count) => match view.columns[column].build(count) {
            Some(card) => build(card.name(), count),
            None => Text::with("column {}", [column.into()]),
        },
        Place::Waste => view.waste.last().map_or(Text::EMPTY, |card| build(card.name(), 1)),
        Place::Foundation(suit) => {
            view.foundation_top(suit).map_or(Text::EMPTY, |card| build(card.name(), 1))
        }
        Place::Stock => Text::EMPTY,
    };
    match targets {
        [] => Text::with("picked {}: nowhere to go", [what]),
        _ => Text::with("picked {}: can go to {}", [what, or(targets.iter().map(|spot| spot_name(*spot)))]),
    }
}

/// Where a card can go: "column 5", "the foundation of hearts".
fn spot_name(spot: Spot) -> Text {
    match spot {
        Spot::Stock => Text::of("the stock"),
        Spot::Waste => Text::of("the waste"),
        Spot::Foundation(suit) => Text::with("the foundation of {}", [suit.name()]),
        Spot::Column(column) => Text::with("column {}", [column.into()]),
    }
}

// Names of places.

/// What a screen reader says at a place: "ten of diamonds, 3 of 4, column 5".
pub(crate) fn place_name(view: &View, place: Place) -> Text {
    let card = card_at(view, place).map(Card::name);
    match (place, card) {
        (Place::Stock, _) => stock_name(view),
        (Place::Waste, Some(card)) => match view.waste.len() {
            1 => Text::with("{}, waste", [card]),
            cards => Text::with("{}, waste, {} cards", [card, cards.into()]),
        },
        (Place::Waste, None) => Text::of("waste, empty"),
        (Place::Foundation(suit), Some(card)) => Text::with("{}, foundation of {}", [card, suit.name()]),
        (Place::Foundation(suit), None) => Text::with("foundation of {}, empty", [suit.name()]),
        (Place::Column(column, up), Some(card)) => {
            let all = view.columns[column].face_up.len();
            let at = all + 1 - usize::from(up);
            Text::with("{}, {} of {}, column {}", [card, at.into(), all.into(), column.into()])
        }
        (Place::Column(column, _), None) => match view.columns[column].face_down {
            0 => Text::with("column {}, empty", [column.into()]),
            down => Text::with("{} face down, column {}", [cards(down.into()), column.into()]),
        },
    }
}

fn stock_name(view: &View) -> Text {
    match (view.stock.len(), view.waste.is_empty()) {
        (0, true) => Text::of("stock, empty"),
        (0, false) if view.has_pass_left() => Text::of("stock, empty, turn the waste over"),
        (0, false) => Text::of("stock, empty, no pass is left"),
        (count, _) => Text::with("stock, {}", [cards(count)]),
    }
}

/// The heading of a pile: "Column 5".
#[must_use]
pub fn spot_title(spot: Spot) -> Text {
    match spot {
        Spot::Stock => Text::of("Stock"),
        Spot::Waste => Text::of("Waste"),
        Spot::Foundation(suit) => Text::with("Foundation of {}", [suit.name()]),
        Spot::Column(column) => Text::with("Column {}", [column.into()]),
    }
}

/// What is read of a place where the picked card can go.
#[must_use]
pub fn can_go_here(name: &Text) -> Text {
    Text::with("{}, can go here", [name.clone()])
}

/// Time and moves so far.
#[must_use]
pub fn counts(spent: u64, moves: usize) -> Text {
    Text::row([Text::name(time(spent)), self::moves(moves)], Separator::Dot)
}

/// The same where there is little room.
#[must_use]
pub fn counts_short(spent: u64, moves: usize) -> String {
    format!("{} · {moves}", time(spent))
}

/// The name of a deal as there is room for it.
#[must_use]
pub fn deal_short(name: Text) -> Text {
    if name.to_string().starts_with("cards:") {
        Text::of("typed deal")
    } else {
        Text::with("deal {}", [name])
    }
}

pub(crate) fn undone(count: usize) -> Text {
    match count {
        0 | 1 => Text::of("took the last move back"),
        _ => Text::with("took {} moves back: the last one and what followed from it", [count.into()]),
    }
}

pub(crate) fn redone(count: usize) -> Text {
    match count {
        0 | 1 => Text::of("made the move again"),
        _ => Text::with("made {} moves again", [count.into()]),
    }
}

pub(crate) fn went_back(steps: usize) -> Text {
    match steps {
        0 => STILL_WINNABLE,
        _ => Text::with(
            "took {} back, to the last point from which it can be won; redo brings them again",
            [moves(steps)],
        ),
    }
}

// Lists.

/// "a, b or c".
pub(crate) fn or(items: impl Iterator<Item = Text>) -> Text {
    let mut items: Vec<Text> = items.collect();
    match (items.pop(), items.is_empty()) {
        (None, _) => Text::EMPTY,
        (Some(only), true) => only,
        (Some(last), false) => Text::with("{} or {}", [Text::row(items, Separator::Comma), last]),
    }
}

/// "a, b and c".
pub(crate) fn and(items: impl Iterator<Item = Text>) -> Text {
    let mut items: Vec<Text> = items.collect();
    match (items.pop(), items.is_empty()) {
        (None, _) => Text::EMPTY,
        (Some(only), true) => only,
        (Some(last), false) => Text::with("{} and {}", [Text::row(items, Separator::Comma), last]),
    }
}

/// The line after a won game.
#[must_use]
pub fn won_with(moves: usize, milliseconds: u64) -> Text {
    Text::with("{} in {}", [self::moves(moves), Text::name(time(milliseconds))])
}

#[cfg(test)]
mod tests {
    use text::Text;

    use super::{or, time};

    #[test]
    fn lists_and_times_are_well_formed() {
        assert_eq!(or(["a", "b", "c"].into_iter().map(Text::name)), "a, b or c");
        assert_eq!(or(std::iter::empty()), "");
        assert_eq!((time(187_999), time(3_753_000)), ("3:07".to_owned(), "1:02:33".to_owned()));
    }
}
