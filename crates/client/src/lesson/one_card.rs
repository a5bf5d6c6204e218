use cards::Text;

use super::Script;

/// Made for the lessons: each of their moves is there when it is wanted.
pub(super) const DEAL: &str = "cards:9c8hTd3s5hAs8s2d7c6cKd7dQcQsKhJc7h4c5dQd7sKcTcAh9d2h3hJs2s8d5c3cAc9h6sTs6h4s3d9sQh4hJd4d2c5sThAdJh8c6dKs";

pub(super) const SCRIPT: Script = Script {
    deal: DEAL,
    steps: &[
        (
            "3f",
            Text::of(
                "All cards belong on the four foundations, each suit from its ace up to its king. The ace of spades is free: move it up, by a drag, with two taps, or with the keys 3 and F.",
            ),
        ),
        (
            "34",
            Text::of(
                "A face-down card was turned up. In the columns cards go down, red on black and black on red: lay the five of hearts on the six of clubs.",
            ),
        ),
        (
            "27",
            Text::of(
                "Only the top card of a column moves, one at a time. So a card that is covered is stuck until the others have left. The ten of diamonds is free now: lay it on the jack of spades before anything lies on it.",
            ),
        ),
        (
            "17",
            Text::of(
                "The nine of clubs fits on the ten of diamonds. Its column will be empty, and that is worth a lot.",
            ),
        ),
        (
            "51",
            Text::of(
                "Only a king goes to an empty column. Move the king of hearts there: it opens the way to what lies under it.",
            ),
        ),
        ("51", Text::of("The queen of spades follows her king.")),
        (
            "d",
            Text::of(
                "Nothing more goes on here, so draw a card from the stock. You can go through the stock as often as you like.",
            ),
        ),
        ("wf", Text::of("The two of spades goes on its ace.")),
        ("3f", Text::of("And the three after it. Another column is empty.")),
    ],
    end: Text::of(
        "That is all you need. Before you lay a card on another one, ask whether that one should still go somewhere. If you do not know what to do, ask for a hint: it never loses a game that can be won.",
    ),
};
