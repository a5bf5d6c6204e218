use cards::Text;

use super::Script;

pub(super) const SCRIPT: Script = Script {
    deal: super::one_card::DEAL,
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
            "12",
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
