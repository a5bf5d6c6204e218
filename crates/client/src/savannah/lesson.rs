//! The lesson of Savannah.

use text::Text;

use crate::shell::Script;

pub(super) static SCRIPT: Script = Script {
    deal: "v1:1829",
    config: "seats=2",
    steps: &[
        (
            "3c>1",
            Text::of(
                "The first player with no cards left in reserve and discard wins. You play to the three foundations in the middle, each card one rank higher than the one before; suits do not matter. Play the three from your hand on the two: that makes way for your reserve.",
            ),
        ),
        (
            "R>1",
            Text::of("Now your reserve fits: the four goes on the three. The card under it is turned up."),
        ),
        ("D>1", Text::of("You have to empty your discard, too. Its five goes on the four.")),
        ("6h>1", Text::of("The six from your hand goes on the five.")),
        (
            "R>2",
            Text::of(
                "The dice show one and five, which makes six. So in this turn any card goes on a six. There are two sixes: play the nine from your reserve on the second foundation.",
            ),
        ),
        ("R>1", Text::of("Play the next card of your reserve on the other six.")),
        ("Td>2", Text::of("A ten goes on a nine.")),
        ("D>3", Text::of("An ace goes on any card. Get rid of the one on your discard.")),
        (
            "Ad>1",
            Text::of(
                "Play the ace from your hand, too. When your hand is empty, you draw four new cards at once.",
            ),
        ),
        ("Jc>2", Text::of("Four new cards. The jack goes on the ten.")),
        ("Qh>2", Text::of("The queen follows on the jack.")),
        (
            "/7c",
            Text::of(
                "To end your turn, discard a card from your hand. Choose one that you can play before the card that it covers: discard the seven on the eight. Later you play the seven first, and then the eight.",
            ),
        ),
    ],
    end: Text::of(
        "Now the other player has a turn. Then the dice are rolled for you, and your hand is filled up to four cards. You don't have to play every card that fits. Any card goes on a king. After doubles you may also play one card from another player's discard. Once your reserve and your discard are empty, you have won.",
    ),
};
