use super::Script;

pub(super) const SCRIPT: Script = Script {
    deal: super::one_card::DEAL,
    steps: &[
        (
            "3f",
            "All cards belong on the four foundations, each suit from its ace up to its king. The ace of spades is free: move it up, by a drag, with two taps, or with the keys 3 and F.",
        ),
        (
            "34",
            "A face-down card was turned up. In the columns cards go down, red on black and black on red: lay the five of hearts on the six of clubs.",
        ),
        (
            "12",
            "The nine of clubs fits on the ten of diamonds. Its column will be empty, and that is worth a lot.",
        ),
        (
            "51",
            "Only a king goes to an empty column. Move the king of hearts there: it opens the way to what lies under it.",
        ),
        ("51", "The queen of spades follows her king."),
        (
            "d",
            "Nothing more goes on here, so draw a card from the stock. You can go through the stock as often as you like.",
        ),
        ("wf", "The two of spades goes on its ace."),
        ("3f", "And the three after it. Another column is empty."),
        ("d", "Draw again."),
        ("w2", "The eight of diamonds fits on the nine of clubs."),
        (
            "27:3",
            "Cards that lie in order move together. Take the ten of diamonds with all that lies on it to the jack of spades.",
        ),
    ],
    end: "That is all you need. The game is won when all cards are on the foundations; if you do not know what to do, ask for a hint. It never loses a game that can be won.",
};
