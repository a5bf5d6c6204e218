//! How to play Klondike with hands and with keys.

use text::Text;

/// The keys, and what each does.
pub static KEYS: [(Text, Text); 17] = [
    (Text::of("← → ↑ ↓"), Text::of("walk from card to card")),
    (Text::of("Enter"), Text::of("pick up, put down; twice on a card: move it for me")),
    (Text::of("Esc"), Text::of("put back")),
    (Text::of("1 … 7"), Text::of("pick from a column, put down on a column")),
    (Text::of("W"), Text::of("pick the top of the waste")),
    (Text::of("F"), Text::of("to the foundation")),
    (Text::of("Space, D"), Text::of("draw, or turn the waste over")),
    (Text::of("U, Z, Ctrl+Z"), Text::of("undo")),
    (Text::of("Y, Ctrl+Y, Ctrl+Shift+Z"), Text::of("redo")),
    (Text::of("H"), Text::of("hint; again: all safe moves; again: the whole line")),
    (Text::of("V"), Text::of("can it be won?")),
    (Text::of("B"), Text::of("back to the last winnable point")),
    (Text::of("A"), Text::of("finish, when that is certain")),
    (Text::of("N"), Text::of("new deal")),
    (Text::of("R"), Text::of("the same cards again")),
    (Text::of("M"), Text::of("menu")),
    (Text::of("?"), Text::of("this list")),
];

/// How cards are moved, in a few sentences.
pub static HOW_TO: [Text; 4] = [
    Text::of(
        "Drag a card to where it goes: places that take it light up, and the whole column is the place.",
    ),
    Text::of("Or tap a card, then tap where it goes. Tap it twice, and it goes where it fits best."),
    Text::of("A move that cannot be made says why, with the number of the rule."),
    Text::of("Every move is saved. Close the page when you like: the game continues where you left it."),
];
