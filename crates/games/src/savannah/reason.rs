use cards::{Card, Dice, Rank};
use table::{Ending, Outcome, Refusal, Rule, Seat};
use text::Text;

use super::{Foundation, SourcePile, rules};

/// Why a move is illegal, before it is put into words. It contains only what the player can
/// see or has typed.
#[derive(Clone, Copy)]
pub(super) enum Reason {
    Over(Outcome),
    NotDealt,
    NotBegun,
    NotRolled,
    Shuffling,
    OthersTurn(Seat),
    NotInHand(Card),
    Empty(SourcePile),
    OwnDiscard(Foundation),
    NoSuchSeat(Seat),
    NoDoubles(Dice),
    SecondTheft,
    TooManyPlays,
    Unfit { card: Card, top: Card, ace_on_ace: bool },
    EmptyHand,
    MustDiscard,
}

impl Reason {
    #[cold]
    pub(super) fn refusal(self) -> Refusal {
        Refusal::new(self.rule(), self.sentence())
    }

    fn rule(self) -> Rule {
        match self {
            Reason::Over(outcome) => match outcome.ending {
                Ending::Rule(rule) => rule,
                Ending::Resigned(_) => rules::LEAVING,
                Ending::Agreed => rules::AGREED_END,
            },
            Reason::NotDealt => rules::DEAL,
            Reason::NotBegun | Reason::OthersTurn(_) => rules::ORDER,
            Reason::NotRolled => rules::ROLL,
            Reason::Shuffling => rules::RESHUFFLE,
            Reason::Empty(SourcePile::DiscardOf(_)) => rules::THEFT,
            Reason::Empty(_) => rules::PLAY,
            Reason::OwnDiscard(_) | Reason::NoSuchSeat(_) | Reason::NoDoubles(_) => rules::THEFT,
            Reason::SecondTheft => rules::ONE_THEFT,
            Reason::TooManyPlays => rules::FIFTY_PLAYS,
            Reason::Unfit { card, top, .. } => match (card.rank, top.rank) {
                (Rank::Ace, _) => rules::ACE_ON_ACE,
                (_, Rank::Ace) => rules::ON_ACE,
                _ => rules::NEXT_RANK,
            },
            Reason::EmptyHand => rules::EMPTY_HAND,
            Reason::MustDiscard | Reason::NotInHand(_) => rules::DISCARD,
        }
    }

    fn sentence(self) -> Text {
        match self {
            Reason::Over(_) => Text::of("the game is over"),
            Reason::NotDealt => Text::of("the cards have not been dealt"),
            Reason::NotBegun => Text::of("the dice have not decided who begins yet"),
            Reason::NotRolled => Text::of("the dice have not been rolled"),
            Reason::Shuffling => Text::of("the cards are being shuffled"),
            Reason::OthersTurn(seat) => Text::with("it is {}'s turn, not yours", [seat.into()]),
            Reason::NotInHand(card) | Reason::Empty(SourcePile::Hand(card)) => {
                Text::with("the {} is not in your hand", [card.name()])
            }
            Reason::Empty(SourcePile::Reserve) => Text::of("your reserve is empty"),
            Reason::Empty(SourcePile::Discard) => Text::of("your discard is empty"),
            Reason::Empty(SourcePile::DiscardOf(seat)) => Text::with("{}'s discard is empty", [seat.into()]),
            Reason::OwnDiscard(to) => Text::with("that is your own discard: play it with D>{}", [to.into()]),
            Reason::NoSuchSeat(seat) => Text::with("nobody sits at {}", [seat.into()]),
            Reason::NoDoubles(dice) => Text::with(
                "you may play from another player's discard only after doubles: the dice show {} and {}",
                dice.pips().map(Text::from),
            ),
            Reason::SecondTheft => Text::of("you may play from another player's discard only once per turn"),
            Reason::TooManyPlays => Text::of("you have played 50 cards this turn: end it now"),
            Reason::Unfit { card, top, ace_on_ace } => unfit(card, top, ace_on_ace),
            Reason::EmptyHand => Text::of("your hand is empty: end the turn with /-"),
            Reason::MustDiscard => Text::of("end your turn by discarding a card from your hand"),
        }
    }
}

fn unfit(card: Card, top: Card, ace_on_ace: bool) -> Text {
    let goes = match (top.rank, top.rank.above()) {
        (Rank::Ace, _) if ace_on_ace => Text::of("only a two or an ace goes on an ace"),
        (Rank::Ace, _) => Text::of("at this table, only a two goes on an ace"),
        (rank, Some(next)) => Text::with(
            "only {} or an ace goes on {}, or any card if the dice sum to {}",
            [with_article(next), with_article(rank), sum_in_words(rank)],
        ),
        // Any card may be played on a king, so this is never a reason to refuse.
        (rank, None) => Text::with("any card goes on {}", [with_article(rank)]),
    };
    Text::with("the {} does not go on the {}: {}", [card.name(), top.name(), goes])
}

/// The sum of the dice that allows any card on this rank (S14): twelve for a queen.
#[must_use]
pub fn sum_in_words(rank: Rank) -> Text {
    match rank {
        Rank::Ace | Rank::King => Text::EMPTY,
        Rank::Two => Text::of("two @sum"),
        Rank::Three => Text::of("three @sum"),
        Rank::Four => Text::of("four @sum"),
        Rank::Five => Text::of("five @sum"),
        Rank::Six => Text::of("six @sum"),
        Rank::Seven => Text::of("seven @sum"),
        Rank::Eight => Text::of("eight @sum"),
        Rank::Nine => Text::of("nine @sum"),
        Rank::Ten => Text::of("ten @sum"),
        Rank::Jack => Text::of("eleven @sum"),
        Rank::Queen => Text::of("twelve @sum"),
    }
}

/// "an ace", "a two".
#[must_use]
pub fn with_article(rank: Rank) -> Text {
    match rank {
        Rank::Ace | Rank::Eight => Text::with("an {}", [rank.name()]),
        _ => Text::with("a {}", [rank.name()]),
    }
}
