//! The texts of Klondike.

mod advice;
mod help;

use cards::Card;
use games::klondike::{Column, Config, Moves, Place, View};
use text::{Separator, Text};

use super::{Pile, card_at};
use crate::shell::Pick;
use crate::words::{cards, moves, or};

use advice::build;
pub use advice::{GO_BACK, advice, strength, win_status, win_status_press, win_status_told};
pub(crate) use advice::{line, nudge, safe};
pub use help::{HOW_TO, KEYS};

pub(crate) const WON: Text = Text::of("All 52 cards are on the foundations: you have won!");
pub(crate) const NO_MOVE_LEFT: Text = Text::of("No moves left (K18).");
/// Said when the game is stuck (R3).
pub const STUCK: Text =
    Text::of("You are stuck: whatever you draw, no card can go to a column or a foundation (R3).");
pub(crate) const CAN_FINISH: Text = Text::of("All remaining cards can go up automatically.");
pub(crate) const FINISHING: Text = Text::of("finishing the game");
pub(crate) const FINISH_FACE_DOWN: Text = Text::of("can't finish automatically yet: a card is face down");
pub(crate) const FINISH_NOT_CERTAIN: Text =
    Text::of("can't finish automatically yet: the win is not certain");
pub(crate) const SEARCHING: Text = Text::of("looking for a winnable deal …");
pub(crate) const SEARCH_STOPPED: Text = Text::of("search stopped: your game continues");
pub(crate) const NO_WINNABLE: Text = Text::of("no winnable deal was found: your game continues");
pub(crate) const HINT_LOST: Text =
    Text::of("the game can't be won from here: go back to the last winnable point, or play on");
pub(crate) const HINT_UNKNOWN: Text = Text::of("no safe move was found: the search gave up");
pub(crate) const STILL_WINNABLE: Text = Text::of("the game can still be won from here");
pub(crate) const NO_WAY_BACK: Text = Text::of("no earlier winnable point is known");

/// A sentence about Klondike.
pub const KLONDIKE: Text =
    Text::of("The classic solitaire. Its hints never lose a game that can still be won.");
/// A sentence about One-card Klondike. It says "by default", because deals from links and typed deals may be
/// unwinnable.
pub const ONE_CARD: Text =
    Text::of("Klondike for beginners: you move one card at a time. New deals are winnable by default.");
/// The setting for winnable Klondike deals, and an explanation.
pub const WINNABLE: (Text, Text) =
    (Text::of("Winnable deals only"), Text::of("Deals only Klondike games that can be won."));
/// The setting for winnable One-card deals, and an explanation.
pub const WINNABLE_ONE_CARD: (Text, Text) =
    (Text::of("Winnable One-card deals only"), Text::of("Deals only One-card games that can be won."));

/// What can be typed as a deal.
pub(crate) const DEAL_HELP: Text = Text::of(
    "42, v1:42, solvitaire:7, or all 52 cards: columns 1 to 7, each from the bottom up, then the stock.",
);

/// A saved game: "Klondike, deal 42, 17 moves".
pub(crate) fn saved(title: Text, deal: Text, count: usize) -> Text {
    Text::row([title, deal, moves(count)], Separator::Comma)
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

/// The name of a preset and a sentence about it, for a menu.
#[must_use]
pub fn preset(name: &str) -> (Text, Text) {
    let config = name.parse().unwrap_or(Config::KLONDIKE);
    match name {
        "one-card" => (title(config), Text::of("The beginner's game: you move one card at a time.")),
        "klondike-1" => (
            Text::with("{}, draw {}", [Text::of("Klondike"), 1u8.into()]),
            Text::of("Cards may come back from the foundations."),
        ),
        "klondike-3" => {
            (title(config), Text::of("Draw three at a time; cards may come back from the foundations."))
        }
        _ => (title(config), Text::of("The game as most people know it.")),
    }
}

pub(crate) fn dealt(config: Config, deal: Text) -> Text {
    Text::with("{}, deal {}: the cards are dealt", [title(config), deal])
}

pub(crate) fn only_the_top(from: Column, top: Option<Card>) -> Text {
    match top {
        Some(card) => Text::with(
            "only the top card of column {}, the {}, can go to a foundation",
            [from.into(), card.name()],
        ),
        None => Text::with("no card in column {} can go to a foundation", [from.into()]),
    }
}

pub(crate) fn nothing_there(view: &View, place: Place) -> Text {
    match place {
        Place::Waste => Text::of("the waste is empty"),
        Place::Stock => Text::of("the stock is empty"),
        Place::Foundation(suit) => Text::with("the foundation of {} is empty", [suit.name()]),
        Place::Column(column, _) if view.columns[column].is_empty() => {
            Text::with("column {} is empty", [column.into()])
        }
        Place::Column(column, _) => Text::with("the other cards in column {} are face down", [column.into()]),
    }
}

pub(crate) fn picked(view: &View, pick: Pick<Place>, targets: &[Pile]) -> Text {
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
        _ => Text::with("picked {}: can go to {}", [what, or(targets.iter().map(|pile| pile_name(*pile)))]),
    }
}

/// Where a card can go: "column 5", "the foundation of hearts".
fn pile_name(pile: Pile) -> Text {
    match pile {
        Pile::Stock => Text::of("the stock"),
        Pile::Waste => Text::of("the waste"),
        Pile::Foundation(suit) => Text::with("the foundation of {}", [suit.name()]),
        Pile::Column(column) => Text::with("column {}", [column.into()]),
    }
}

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
        (0, false) => Text::of("stock, empty, no passes left"),
        (count, _) => Text::with("stock, {}", [cards(count)]),
    }
}

/// The heading of a pile: "Column 5".
#[must_use]
pub fn pile_title(pile: Pile) -> Text {
    match pile {
        Pile::Stock => Text::of("Stock"),
        Pile::Waste => Text::of("Waste"),
        Pile::Foundation(suit) => Text::with("Foundation of {}", [suit.name()]),
        Pile::Column(column) => Text::with("Column {}", [column.into()]),
    }
}

pub(crate) fn undone(count: usize) -> Text {
    match count {
        0 | 1 => Text::of("last move undone"),
        _ => Text::with("{} moves undone: your last one and the automatic ones after it", [count.into()]),
    }
}

pub(crate) fn redone(count: usize) -> Text {
    match count {
        0 | 1 => Text::of("move redone"),
        _ => Text::with("{} moves redone", [count.into()]),
    }
}

pub(crate) fn went_back(steps: usize) -> Text {
    match steps {
        0 => STILL_WINNABLE,
        _ => Text::with("{} undone, back to the last winnable point; redo plays them again", [moves(steps)]),
    }
}
