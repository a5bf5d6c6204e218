//! Help: how to play Klondike with the pointer and the keyboard.

use text::Text;

/// The keys and what they do.
pub static KEYS: [(Text, Text); 17] = [
    (Text::of("← → ↑ ↓"), Text::of("move from card to card")),
    (Text::of("Enter"), Text::of("pick up or put down; twice on a card: move it for me")),
    (Text::of("Esc"), Text::of("put back")),
    (Text::of("1 … 7"), Text::of("pick from a column, put down on a column")),
    (Text::of("W"), Text::of("pick the top of the waste")),
    (Text::of("F"), Text::of("to the foundation")),
    (Text::of("Space, D"), Text::of("draw, or turn the waste over")),
    (Text::of("U, Z, Ctrl+Z"), Text::of("undo")),
    (Text::of("Y, Ctrl+Y, Ctrl+Shift+Z"), Text::of("redo")),
    (Text::of("H"), Text::of("hint; press again for all safe moves, then for the whole line")),
    (Text::of("V"), Text::of("can it be won?")),
    (Text::of("B"), Text::of("back to the last winnable point")),
    (Text::of("A"), Text::of("finish automatically, once the win is certain")),
    (Text::of("N"), Text::of("new deal")),
    (Text::of("R"), Text::of("restart this deal")),
    (Text::of("M"), Text::of("menu")),
    (Text::of("?"), Text::of("this list")),
];

/// How to move cards, in a few sentences.
pub static HOW_TO: [Text; 4] = [
    Text::of(
        "Drag a card to its target. Legal targets light up, and you can drop a card anywhere on a column.",
    ),
    Text::of("Or tap a card, then tap its target. Tap a card twice to move it where it fits best."),
    Text::of("If a move is not allowed, a message says why and names the rule."),
    Text::of("Every move is saved. Close the page whenever you like, and resume later where you left off."),
];
