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
                "Who first has no card left in reserve and discard wins. Cards go to the three foundations in the middle, each one rank higher than the one before; suits do not matter. Lay the three from your hand on the two: it makes way for your reserve.",
            ),
        ),
        (
            "R>1",
            Text::of("Now your reserve fits: the four goes on the three. The card under it is turned up."),
        ),
        ("D>1", Text::of("Your discard is the other pile that has to go. Its five goes on the four.")),
        ("6h>1", Text::of("The six from your hand goes on the five.")),
        (
            "R>2",
            Text::of(
                "The dice show one and five: six in all. So in this turn any card goes on a six. There are two of them: lay the nine of your reserve on the second foundation.",
            ),
        ),
        ("R>1", Text::of("And the next card of your reserve on the other six.")),
        ("Td>2", Text::of("A ten goes on a nine.")),
        ("D>3", Text::of("An ace goes on any card. Get rid of the one on your discard.")),
        (
            "Ad>1",
            Text::of(
                "Play the ace from your hand too: whoever has no card left in the hand draws four more at once.",
            ),
        ),
        ("Jc>2", Text::of("Four new cards. The jack goes on the ten.")),
        ("Qh>2", Text::of("And the queen on the jack.")),
        (
            "/7c",
            Text::of(
                "A turn ends with a card from your hand to your discard. Choose one that will go before what lies there: the seven goes on the eight, so that later the seven goes first and the eight follows.",
            ),
        ),
    ],
    end: Text::of(
        "Now the other plays; then the dice roll for you, and your hand is filled up to four. You need not play what fits. Any card goes on a king. After doubles you may also play one card from another's discard. Once your reserve and your discard are empty, you have won.",
    ),
};
