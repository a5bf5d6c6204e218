//! Every text of the interface, in one place and ready for translation.
//!
//! What the rules say about a move stands with the rules: refusals, and the sentences that tell what a move did.

pub mod address;
pub mod home;
pub mod lesson;
pub mod replay;
pub mod savannah;
pub mod statistics;

use cards::Card;
use games::klondike::{Column, Config, Move, Moves, Place, View};
use table::RecordError;

use crate::klondike::{Panel, Pick, Spot, Standing, Strength, card_at};
use crate::{Motion, Pace, Switch, Theme};

/// The name of the house.
pub const CARDROOM: &str = "Cardroom";

// What is said at the table.

pub(crate) const WON: &str = "All 52 cards are on the foundations: you have won!";
pub(crate) const NO_MOVE_LEFT: &str = "No move is left (K18).";
/// Stuck, as R3 has it.
pub const STUCK: &str = "You are stuck: whatever you draw, no card can go to a column or a foundation (R3).";
pub(crate) const CAN_FINISH: &str = "All that is left can go up by itself.";
pub(crate) const FINISHING: &str = "playing what is left";
pub(crate) const NOT_CERTAIN: &str = "a finish is not certain yet";
pub(crate) const PUT_BACK: &str = "put back";
pub(crate) const HINT_GONE: &str = "the hint is gone";
pub(crate) const OVER: &str = "the game is over";
pub(crate) const THINKING: &str = "thinking …";
pub(crate) const RESUMED: &str = "your game goes on where you left it";
pub(crate) const RESTARTED: &str = "the same cards again";
pub(crate) const IMPORTED: &str = "the game was read and goes on from here";
pub(crate) const KEPT: &str = "the game that you left is kept, and the menu leads back to it";
pub(crate) const RETURNED: &str = "back at the game that you had left";
pub(crate) const NO_PREVIOUS: &str = "there is no game to go back to";
pub(crate) const SEARCHING: &str = "looking for a deal that can be won …";
pub(crate) const SEARCH_STOPPED: &str = "the search is stopped, and your game goes on";
pub(crate) const NO_WINNABLE: &str = "no deal was found, and your game goes on";
pub(crate) const HINT_LOST: &str =
    "there is no way to win from here: go back to the last point from which there is one, or play on";
pub(crate) const HINT_UNKNOWN: &str = "no safe move is known here: the search had to give up";
pub(crate) const STILL_WINNABLE: &str = "it can still be won from here";
pub(crate) const NO_WAY_BACK: &str = "no earlier point is known from which this deal could be won";
pub(crate) const SECRET_DEAL: &str = "a secret deal";
pub(crate) const BROKEN_SAVE: &str = "the saved game cannot be read";
/// What is told when that happens.
pub const PUT_ASIDE: &str = "your last game cannot be read any more: it was put aside, and here is a new one";

/// A text as a sentence is printed: with a capital at its start and a full stop at its end.
#[must_use]
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return String::new() };
    let stop = if text.ends_with(['.', '!', '?', ':', '…']) { "" } else { "." };
    format!("{}{}{stop}", first.to_uppercase(), letters.as_str())
}

/// "1 card", "3 cards".
#[must_use]
pub fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
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
pub fn title(config: Config) -> String {
    let mut title = match config.moves() {
        Moves::Builds => "Klondike".to_owned(),
        Moves::One => "One-card Klondike".to_owned(),
    };
    if config.draw() > 1 {
        title += &format!(", draw {}", config.draw());
    }
    title
}

/// What a preset is, for a menu: its name and a line about it.
#[must_use]
pub fn preset(name: &str) -> (&'static str, &'static str) {
    match name {
        "one-card" => ("One-card Klondike", "The beginner's game: only top cards move."),
        "klondike-1" => ("Klondike, draw 1", "Cards may come back from the foundations."),
        "klondike-3" => ("Klondike, draw 3", "Three cards at a time; cards may come back."),
        _ => ("Klondike", "The game as most people know it."),
    }
}

pub(crate) fn dealt(config: Config, deal: &str) -> String {
    format!("{}, deal {deal}: the cards are dealt", title(config))
}

pub(crate) fn broken_record(error: &RecordError) -> String {
    format!("this is no game that can be read, and nothing was changed: {error}")
}

pub(crate) fn only_the_top(from: Column, top: Option<Card>) -> String {
    match top {
        Some(card) => format!("only the top card of column {from} goes to a foundation, the {}", card.name()),
        None => format!("column {from} has no card that goes to a foundation"),
    }
}

pub(crate) fn no_place(card: Card) -> String {
    format!("there is no place for the {}", card.name())
}

pub(crate) fn nothing_there(view: &View, place: Place) -> String {
    match place {
        Place::Waste => "the waste is empty".to_owned(),
        Place::Stock => "the stock is empty".to_owned(),
        Place::Foundation(suit) => format!("the foundation of {} is empty", suit.name()),
        Place::Column(column, _) if view.columns[column].is_empty() => format!("column {column} is empty"),
        Place::Column(column, _) => format!("the cards under column {column} are face down"),
    }
}

pub(crate) fn picked(view: &View, pick: Pick, targets: &[Spot]) -> String {
    let what = match pick.place {
        Place::Column(column, count) => match view.columns[column].build(count) {
            Some(card) => format!("the {}{}", card.name(), with(count)),
            None => format!("column {column}"),
        },
        Place::Waste => view.waste.last().map_or_else(String::new, |card| format!("the {}", card.name())),
        Place::Foundation(suit) => {
            view.foundation_top(suit).map_or_else(String::new, |card| format!("the {}", card.name()))
        }
        Place::Stock => String::new(),
    };
    let places: Vec<String> = targets.iter().map(|spot| spot_name(*spot)).collect();
    match places.is_empty() {
        true => format!("picked {what}: nowhere to go"),
        false => format!("picked {what}: can go to {}", list(&places, "or")),
    }
}

/// "column 5", "the foundation of hearts".
#[must_use]
pub fn spot_name(spot: Spot) -> String {
    match spot {
        Spot::Stock => "the stock".to_owned(),
        Spot::Waste => "the waste".to_owned(),
        Spot::Foundation(suit) => format!("the foundation of {}", suit.name()),
        Spot::Column(column) => format!("column {column}"),
    }
}

// Names of places.

/// What a screen reader says at a place: "ten of diamonds, 3 of 4, column 5".
pub(crate) fn place_name(view: &View, place: Place) -> String {
    let card = card_at(view, place).map(|card| card.name().to_string());
    match (place, card) {
        (Place::Stock, _) => stock_name(view),
        (Place::Waste, Some(card)) => match view.waste.len() {
            1 => format!("{card}, waste"),
            cards => format!("{card}, waste, {cards} cards"),
        },
        (Place::Waste, None) => "waste, empty".to_owned(),
        (Place::Foundation(suit), Some(card)) => format!("{card}, foundation of {}", suit.name()),
        (Place::Foundation(suit), None) => format!("foundation of {}, empty", suit.name()),
        (Place::Column(column, up), Some(card)) => {
            let all = view.columns[column].face_up.len();
            format!("{card}, {} of {all}, column {column}", all + 1 - usize::from(up))
        }
        (Place::Column(column, _), None) => match view.columns[column].face_down {
            0 => format!("column {column}, empty"),
            down => format!("{} face down, column {column}", count(usize::from(down), "card")),
        },
    }
}

fn stock_name(view: &View) -> String {
    match (view.stock.len(), view.waste.is_empty()) {
        (0, true) => "stock, empty".to_owned(),
        (0, false) if view.has_pass_left() => "stock, empty, turn the waste over".to_owned(),
        (0, false) => "stock, empty, no pass is left".to_owned(),
        (cards, _) => format!("stock, {}", count(cards, "card")),
    }
}

/// The heading of a pile: "Column 5".
#[must_use]
pub fn spot_title(spot: Spot) -> String {
    match spot {
        Spot::Stock => "Stock".to_owned(),
        Spot::Waste => "Waste".to_owned(),
        Spot::Foundation(suit) => format!("Foundation of {}", suit.name()),
        Spot::Column(column) => format!("Column {column}"),
    }
}

/// What is read of a place where the picked card can go.
#[must_use]
pub fn can_go_here(name: &str) -> String {
    format!("{name}, can go here")
}

/// Time and moves so far.
#[must_use]
pub fn counts(spent: u64, moves: usize) -> String {
    format!("{} {}", counts_short(spent, moves), if moves == 1 { "move" } else { "moves" })
}

/// The same where there is little room.
#[must_use]
pub fn counts_short(spent: u64, moves: usize) -> String {
    format!("{} · {moves}", time(spent))
}

/// The name of a deal as there is room for it.
#[must_use]
pub fn deal_short(name: &str) -> String {
    if name.starts_with("cards:") { "typed deal".to_owned() } else { format!("deal {name}") }
}

pub(crate) fn undone(count: usize) -> String {
    match count {
        0 | 1 => "took the last move back".to_owned(),
        _ => format!("took {count} moves back: the last one and what followed from it"),
    }
}

pub(crate) fn redone(count: usize) -> String {
    match count {
        0 | 1 => "made the move again".to_owned(),
        _ => format!("made {count} moves again"),
    }
}

pub(crate) fn went_back(steps: usize) -> String {
    match steps {
        0 => STILL_WINNABLE.to_owned(),
        _ => format!(
            "took {} back, to the last point from which it can be won; redo brings them again",
            count(steps, "move")
        ),
    }
}

// Hints and verdicts.

/// What to do, as an advice: "move the jack of diamonds and the two cards on it to the queen of spades".
#[must_use]
pub fn advice(view: &View, mv: Move) -> String {
    let name = |card: Option<Card>| card.map_or_else(|| "card".to_owned(), |card| card.name().to_string());
    let onto = |to: Column| match view.columns[to].top() {
        Some(card) => format!("the {} on column {to}", card.name()),
        None => format!("empty column {to}"),
    };
    match mv {
        Move::Draw if view.config.draw() == 1 => "draw a card".to_owned(),
        Move::Draw => "draw".to_owned(),
        Move::Redeal => "turn the waste over".to_owned(),
        Move::WasteToColumn { to } => {
            format!("move the {} from the waste to {}", name(view.waste.last().copied()), onto(to))
        }
        Move::WasteToFoundation => {
            format!("move the {} from the waste to its foundation", name(view.waste.last().copied()))
        }
        Move::ColumnToColumn { from, to, count } => {
            format!("move the {}{} to {}", name(view.columns[from].build(count)), with(count), onto(to))
        }
        Move::ColumnToFoundation { from } => {
            format!("move the {} to its foundation", name(view.columns[from].top()))
        }
        Move::Turn { column } => format!("turn up the top card of column {column}"),
        Move::FoundationToColumn { from, to } => {
            format!("move the {} back from its foundation to {}", name(view.foundation_top(from)), onto(to))
        }
    }
}

fn with(count: u8) -> String {
    match count {
        0 | 1 => String::new(),
        2 => " and the card on it".to_owned(),
        _ => format!(" and the {} cards on it", count - 1),
    }
}

pub(crate) fn nudge(view: &View, mv: Move) -> String {
    format!("Hint: {}. It keeps the win.", advice(view, mv))
}

pub(crate) fn safe(view: &View, moves: &[Move]) -> String {
    let all: Vec<String> = moves.iter().map(|mv| advice(view, *mv)).collect();
    match moves.len() {
        1 => format!("One move keeps the win: {}.", all.join("")),
        count => format!("These {count} moves keep the win: {}.", all.join("; ")),
    }
}

pub(crate) fn line(view: &View, moves: &[Move]) -> String {
    let first = moves.first().map_or_else(String::new, |mv| advice(view, *mv));
    format!("A way to the win in {}: first, {first}.", count(moves.len(), "move"))
}

/// The verdict in a few words.
#[must_use]
pub const fn standing(standing: Standing) -> &'static str {
    match standing {
        Standing::Off => "Can it be won?",
        Standing::Thinking => "Thinking …",
        Standing::Winnable => "Still winnable",
        Standing::NoLonger => "No longer winnable",
        Standing::Never => "Cannot be won",
        Standing::Lost => "Lost from here",
        Standing::NotKnown => "Not known",
    }
}

/// Beside a verdict that leads back.
pub const GO_BACK: &str = "go back";

/// What pressing the verdict does.
#[must_use]
pub const fn standing_press(standing: Standing) -> &'static str {
    match standing {
        Standing::NoLonger | Standing::Lost => label::BACK,
        _ => label::VERDICT,
    }
}

/// The verdict in a sentence.
#[must_use]
pub const fn standing_told(standing: Standing) -> &'static str {
    match standing {
        Standing::Off | Standing::Thinking => THINKING,
        Standing::Winnable => "The game can be won from here: there is a line that the rules have replayed.",
        Standing::NoLonger => "The game can no longer be won from here. It could be, earlier.",
        Standing::Never => "This deal cannot be won, whatever is played: that is proved.",
        Standing::Lost => "The game cannot be won from here. Whether it ever could is not known.",
        Standing::NotKnown => "It is not known whether the game can be won: the search had to give up.",
    }
}

/// The name of a hint's strength.
#[must_use]
pub const fn strength(strength: Strength) -> &'static str {
    match strength {
        Strength::Nudge => "A nudge",
        Strength::Safe => "All safe moves",
        Strength::Line => "The whole line",
    }
}

// Lists.

/// "a, b and c".
#[must_use]
pub fn list(items: &[String], and: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {and} {last}", first.join(", ")),
    }
}

// The browser's buttons, panels and settings.

/// The words on buttons and headings.
#[allow(missing_docs)]
pub mod label {
    pub const UNDO: &str = "Undo";
    pub const REDO: &str = "Redo";
    pub const HINT: &str = "Hint";
    pub const MENU: &str = "Menu";
    pub const FINISH: &str = "Finish";
    pub const NEW: &str = "New deal";
    pub const RESTART: &str = "Same cards again";
    pub const PREVIOUS: &str = "Back to the game before";
    pub const BACK: &str = "Back to the last winnable point";
    pub const VERDICT: &str = "Can it be won?";
    pub const CLOSE: &str = "Close";
    pub const CANCEL: &str = "Cancel";
    pub const PLAY: &str = "Deal";
    pub const TABLE: &str = "Table";
    pub const GAMES: &str = "Games";
    pub const HINTS: &str = "Hints";
    pub const MORE: &str = "More";
    pub const LOOK: &str = "Look and sound";
    pub const PLAYING: &str = "Playing";
    pub const THEME: &str = "Light or dark";
    pub const MOTION: &str = "Moving cards";
    pub const DEAL_NAME: &str = "Number, name, or 52 cards";
    pub const DEAL_HELP: &str =
        "42, v1:42, solvitaire:7, or all cards: column 1 to 7, each from the bottom up, then the stock.";
    pub const OPTIONS: &str = "Options";
    pub const DRAW: &str = "Cards drawn at once";
    pub const PASSES: &str = "Trips through the stock";
    pub const UNLIMITED: &str = "as many as you like";
    pub const MOVES: &str = "What moves";
    pub const BUILDS: &str = "whole runs";
    pub const ONE: &str = "one card";
    pub const BACK_OPTION: &str = "Cards may come back from the foundations";
    pub const TURN_OPTION: &str = "Face-down cards are turned at once";
    pub const RECORD: &str = "This game as text";
    pub const COPY: &str = "Copy";
    pub const COPIED: &str = "Copied.";
    pub const SAVE_FILE: &str = "Save as a file";
    pub const IMPORT: &str = "Read a game";
    pub const IMPORT_HELP: &str = "Paste a record here, or open a file.";
    pub const OPEN_FILE: &str = "Open a file";
    pub const IMPORT_DO: &str = "Read it";
    pub const KEYS: &str = "Keys";
    pub const WON: &str = "You won!";
    pub const LINE: &str = "The way to the win";
    pub const LINE_NOTE: &str = "It tells cards that are still face down.";
    pub const OTHER_TAB: &str = "Your game is open in another tab. This tab has a game of its own.";
    pub const TAKE_OVER: &str = "Bring it here";
    pub const TAKEN_OVER: &str = "This game goes on in another tab.";
    pub const TAKE_BACK: &str = "Play here";
    pub const UPDATE: &str = "A new version is ready.";
    pub const UPDATE_DO: &str = "Use it now";
    pub const LATER: &str = "Later";
    pub const CERTIFIED: &str = "can be won";
    pub const COPY_LINK: &str = "Copy a link to this deal";
    pub const SHARE: &str = "Share …";
    pub const NOT_SAVED: &str = "The browser keeps nothing: this game is lost when the page is closed.";
    pub const SHOW_LINE: &str = "Show it";
    pub const MESSAGES: &str = "Messages";
    pub const NOTICES: &str = "Notices";
    pub const DISMISS: &str = "Put away";
}

/// The name of a panel.
#[must_use]
pub const fn panel(panel: Panel) -> &'static str {
    match panel {
        Panel::Menu => "Menu",
        Panel::Help => "Help and keys",
        Panel::Rules => "Rules",
        Panel::Deal => "Another deal",
        Panel::Settings => "Settings",
        Panel::Statistics => "Statistics",
        Panel::Record => "Export and import",
        Panel::Line => label::LINE,
        Panel::Replay => "Replay",
    }
}

/// A setting, and a line about it.
#[must_use]
pub const fn switch(switch: Switch) -> (&'static str, &'static str) {
    match switch {
        Switch::TurnForMe => ("Turn cards for me", "A face-down top card is turned at once."),
        Switch::SafeMoves => ("Safe cards go up", "Cards that no column can need go to the foundations."),
        Switch::OneTap => ("One tap moves", "A tap moves a card where it fits best."),
        Switch::Verdict => ("Always show the verdict", "Whether the game can still be won."),
        Switch::Winnable => ("Winnable deals only", "New deals of Klondike can be won."),
        Switch::WinnableOneCard => ("Winnable One-card deals only", "New deals of One-card can be won."),
        Switch::Counts => ("Time and moves", "Shown above the table."),
        Switch::Statistics => ("Count games", "For the statistics, which stay in this browser."),
        Switch::FourColours => ("Four colours", "Each suit has a colour of its own."),
        Switch::LargePrint => ("Large print", "Larger ranks and suits."),
        Switch::LeftHanded => ("Left-handed", "The table is mirrored."),
        Switch::Sound => ("Sound", "Small ticks."),
    }
}

/// The name of a theme.
#[must_use]
pub const fn theme(theme: Theme) -> &'static str {
    match theme {
        Theme::System => "As the system",
        Theme::Light => "Light",
        Theme::Dark => "Dark",
    }
}

/// The name of a way in which cards move.
#[must_use]
pub const fn motion(motion: Motion) -> &'static str {
    match motion {
        Motion::System => "Smooth",
        Motion::Quick => "Quick",
        Motion::Off => "Off",
    }
}

/// The name of a pace.
#[must_use]
pub const fn pace(pace: Pace) -> &'static str {
    match pace {
        Pace::Slow => "Slow",
        Pace::Normal => "Normal",
        Pace::Fast => "Fast",
        Pace::AtOnce => "At once",
    }
}

/// The keys, and what each does.
pub const KEYS: [(&str, &str); 17] = [
    ("← → ↑ ↓", "walk from card to card"),
    ("Enter", "pick up, put down; twice on a card: move it for me"),
    ("Esc", "put back"),
    ("1 … 7", "pick from a column, put down on a column"),
    ("W", "pick the top of the waste"),
    ("F", "to the foundation"),
    ("Space, D", "draw, or turn the waste over"),
    ("U, Z, Ctrl+Z", "undo"),
    ("Y, Ctrl+Y, Ctrl+Shift+Z", "redo"),
    ("H", "hint; again: all safe moves; again: the whole line"),
    ("V", "can it be won?"),
    ("B", "back to the last winnable point"),
    ("A", "finish, when that is certain"),
    ("N", "new deal"),
    ("R", "the same cards again"),
    ("M", "menu"),
    ("?", "this list"),
];

/// How cards are moved, in a few sentences.
pub const HOW_TO: [&str; 4] = [
    "Drag a card to where it goes: places that take it light up, and the whole column is the place.",
    "Or tap a card, then tap where it goes. Tap it twice, and it goes where it fits best.",
    "A move that cannot be made says why, with the number of the rule.",
    "Every move is saved. Close the page when you like: the game goes on where you left it.",
];

/// The line after a won game.
#[must_use]
pub fn won_with(moves: usize, milliseconds: u64) -> String {
    format!("{} in {}", count(moves, "move"), time(milliseconds))
}

#[cfg(test)]
mod tests {
    use super::{list, sentence, time};

    #[test]
    fn sentences_lists_and_times_are_well_formed() {
        assert_eq!(sentence("élan (K1)"), "Élan (K1).");
        assert_eq!(sentence("Who?"), "Who?");
        assert_eq!(sentence(""), "");
        assert_eq!(list(&["a".to_owned(), "b".to_owned(), "c".to_owned()], "or"), "a, b or c");
        assert_eq!((time(187_999), time(3_753_000)), ("3:07".to_owned(), "1:02:33".to_owned()));
    }
}
