//! The lessons of Klondike and One-card Klondike. Both use one deal that was made for them.

use text::Text;

use crate::shell::Script;

type Step = (&'static str, Text);

/// The lesson for a preset.
pub(super) fn script(preset: &str) -> Option<&'static Script> {
    [&BUILDS, &ONE_CARD].into_iter().find(|script| script.config == preset)
}

const DEAL: &str = "cards:9c8hTd3s5hAs8s2d7c6cKd7dQcQsKhJc7h4c5dQd7sKcTcAh9d2h3hJs2s8d5c3cAc9h6sTs6h4s3d9sQh4hJd4d2c5sThAdJh8c6dKs";

const ACE: Step = (
    "3f",
    Text::of(
        "All cards belong on the four foundations, each suit from its ace up to its king. The ace of spades is free: move it up, by a drag, with two taps, or with the keys 3 and F.",
    ),
);
const FIVE: Step = (
    "34",
    Text::of(
        "A face-down card was turned up. In the columns cards go down, red on black and black on red: lay the five of hearts on the six of clubs.",
    ),
);
const NINE: Text = Text::of(
    "The nine of clubs fits on the ten of diamonds. Its column will be empty, and that is worth a lot.",
);
const KING: Step = (
    "51",
    Text::of(
        "Only a king goes to an empty column. Move the king of hearts there: it opens the way to what lies under it.",
    ),
);
const QUEEN: Step = ("51", Text::of("The queen of spades follows her king."));
const DRAW: Step = (
    "d",
    Text::of(
        "Nothing more goes on here, so draw a card from the stock. You can go through the stock as often as you like.",
    ),
);
const TWO: Step = ("wf", Text::of("The two of spades goes on its ace."));
const THREE: Step = ("3f", Text::of("And the three after it. Another column is empty."));

static BUILDS: Script = Script {
    deal: DEAL,
    config: "klondike",
    steps: &[
        ACE,
        FIVE,
        ("12", NINE),
        KING,
        QUEEN,
        DRAW,
        TWO,
        THREE,
        ("d", Text::of("Draw again.")),
        ("w2", Text::of("The eight of diamonds fits on the nine of clubs.")),
        (
            "27:3",
            Text::of(
                "Cards that lie in order move together. Take the ten of diamonds with all that lies on it to the jack of spades.",
            ),
        ),
    ],
    end: Text::of(
        "That is all you need. The game is won when all cards are on the foundations; if you do not know what to do, ask for a hint. It never loses a game that can be won.",
    ),
};

static ONE_CARD: Script = Script {
    deal: DEAL,
    config: "one-card",
    steps: &[
        ACE,
        FIVE,
        (
            "27",
            Text::of(
                "Only the top card of a column moves, one at a time. So a card that is covered is stuck until the others have left. The ten of diamonds is free now: lay it on the jack of spades before anything lies on it.",
            ),
        ),
        ("17", NINE),
        KING,
        QUEEN,
        DRAW,
        TWO,
        THREE,
    ],
    end: Text::of(
        "That is all you need. Before you lay a card on another one, ask whether that one should still go somewhere. If you do not know what to do, ask for a hint: it never loses a game that can be won.",
    ),
};
