//! The rules in short, and how to play with the pointer and the keyboard.

use text::Text;

/// The rules in a few sentences.
pub const RULES_CARD: [Text; 7] = [
    Text::of("Empty your reserve and your discard. The first player with no card left in either wins (S18)."),
    Text::of("Your turn begins with a roll; then your hand is filled up to four cards (S1)."),
    Text::of(
        "Play as many cards as you like to the three foundations, from your hand, your reserve and your discard (S4).",
    ),
    Text::of(
        "The next higher rank goes on a card, whatever its suit (S12). Any card goes on a king (S13). An ace goes anywhere (S15).",
    ),
    Text::of(
        "The dice open a rank: any card goes on a card that equals their sum. Jacks count 11, queens 12 (S14).",
    ),
    Text::of("After doubles you may play one card from the top of another player's discard (S9)."),
    Text::of("To end your turn, discard a card from your hand (S11)."),
];

/// How to play with the pointer, in a few sentences.
pub static HOW_TO: [Text; 5] = [
    Text::of(
        "Cards with a golden edge can be played. Drag one to a foundation, or tap it and then the foundation. Tap it twice to move it where it fits.",
    ),
    Text::of("To end your turn, press End turn and tap the card to discard, or drag it to your discard."),
    Text::of(
        "You choose in the settings how fast the others play. Tap or press the space bar to skip ahead.",
    ),
    Text::of("The log lists everything that happened and suggests a reason for each bot's move."),
    Text::of("Every move is saved. Close the page whenever you like, and resume later where you left off."),
];

/// The keys and what they do.
pub static KEYS: [(Text, Text); 18] = [
    (Text::of("← → ↑ ↓"), Text::of("move from card to card")),
    (Text::of("Enter"), Text::of("pick up or put down; twice on a card: move it for me")),
    (Text::of("Esc"), Text::of("put back")),
    (Text::of("1 2 3"), Text::of("put down on a foundation")),
    (Text::of("4 5 6 7"), Text::of("pick a card from your hand")),
    (Text::of("R"), Text::of("pick the top of your reserve")),
    (Text::of("D"), Text::of("pick the top of your discard")),
    (Text::of("O"), Text::of("after doubles: pick another player's discard; again: the next player's")),
    (Text::of("E"), Text::of("end the turn")),
    (Text::of("Space"), Text::of("skip ahead; show your hand")),
    (Text::of("U, Z, Ctrl+Z"), Text::of("undo, where the rules allow it")),
    (Text::of("Y, Ctrl+Y"), Text::of("redo")),
    (Text::of("H"), Text::of("hint")),
    (Text::of("W"), Text::of("explain the last player's move")),
    (Text::of("L"), Text::of("the log")),
    (Text::of("S"), Text::of("cards seen so far")),
    (Text::of("N, M"), Text::of("new game, menu")),
    (Text::of("?"), Text::of("this list")),
];
