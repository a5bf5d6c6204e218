//! The lessons of Klondike and One-card Klondike. Both use the same deal, which was made for them.

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
        "Move all cards to the four foundations, each suit from ace to king. The ace of spades is free: drag it up, tap it twice, or press 3 and F.",
    ),
);
const FIVE: Step = (
    "34",
    Text::of(
        "A face-down card was turned up. Columns are built down, red on black and black on red: move the five of hearts onto the six of clubs.",
    ),
);
const NINE: Text = Text::of(
    "The nine of clubs fits on the ten of diamonds. That empties its column, and an empty column is worth a lot.",
);
const KING: Step = (
    "51",
    Text::of(
        "Only a king can go to an empty column. Move the king of hearts there to free the cards under it.",
    ),
);
const QUEEN: Step = ("51", Text::of("The queen of spades follows her king."));
const DRAW: Step = (
    "d",
    Text::of(
        "There is nothing else to move, so draw a card from the stock. You can go through the stock as often as you like.",
    ),
);
const TWO: Step = ("wf", Text::of("The two of spades goes on its ace."));
const THREE: Step = ("3f", Text::of("The three follows. That empties another column."));

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
                "Cards in sequence move together. Move the ten of diamonds, with the cards on it, onto the jack of spades.",
            ),
        ),
    ],
    end: Text::of(
        "That is all you need. You win when all cards are on the foundations. If you don't know what to do, ask for a hint: it never loses a game that can still be won.",
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
                "You can move only the top card of a column. A covered card is stuck until the cards on it are gone. The ten of diamonds is free now: move it onto the jack of spades before you cover it.",
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
        "That is all you need. Before you cover a card, ask yourself whether it still has to go somewhere else. If you don't know what to do, ask for a hint: it never loses a game that can still be won.",
    ),
};
