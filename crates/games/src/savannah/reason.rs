use cards::{Card, Dice, Rank};
use table::{Ending, Outcome, Refusal, Rule, Seat};

use super::{Foundation, Pile, rules};

/// Why a move cannot be made, before it is put into words. It names only what the player sees or has named.
#[derive(Clone, Copy)]
pub(super) enum Reason {
    Over(Outcome),
    NotDealt,
    NotBegun,
    NotRolled,
    Shuffling,
    OthersTurn(Seat),
    NotInHand(Card),
    Empty(Pile),
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
            },
            Reason::NotDealt => rules::DEAL,
            Reason::NotBegun | Reason::OthersTurn(_) => rules::ORDER,
            Reason::NotRolled => rules::ROLL,
            Reason::Shuffling => rules::RESHUFFLE,
            Reason::Empty(Pile::DiscardOf(_)) => rules::THEFT,
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

    fn sentence(self) -> String {
        match self {
            Reason::Over(_) => "the game is over".to_owned(),
            Reason::NotDealt => "the cards have not been dealt".to_owned(),
            Reason::NotBegun => "the dice have not said who begins".to_owned(),
            Reason::NotRolled => "the dice have not been rolled".to_owned(),
            Reason::Shuffling => "the cards are being shuffled".to_owned(),
            Reason::OthersTurn(seat) => format!("it is not your turn but {seat}'s"),
            Reason::NotInHand(card) | Reason::Empty(Pile::Hand(card)) => {
                format!("the {} is not in your hand", card.name())
            }
            Reason::Empty(Pile::Reserve) => "your reserve is empty".to_owned(),
            Reason::Empty(Pile::Discard) => "your discard is empty".to_owned(),
            Reason::Empty(Pile::DiscardOf(seat)) => format!("{seat}'s discard is empty"),
            Reason::OwnDiscard(to) => format!("that is your own discard: it is played as D>{to}"),
            Reason::NoSuchSeat(seat) => format!("nobody sits at {seat}"),
            Reason::NoDoubles(dice) => {
                let [first, second] = dice.pips();
                format!(
                    "only after doubles another's discard can be played: the dice show {first} and {second}"
                )
            }
            Reason::SecondTheft => "another's discard can be played once in a turn only".to_owned(),
            Reason::TooManyPlays => "50 cards were played in this turn: only its end is left".to_owned(),
            Reason::Unfit { card, top, ace_on_ace } => unfit(card, top, ace_on_ace),
            Reason::EmptyHand => "your hand is empty: the turn ends with /-".to_owned(),
            Reason::MustDiscard => "a turn ends with a card from the hand on the discard".to_owned(),
        }
    }
}

fn unfit(card: Card, top: Card, ace_on_ace: bool) -> String {
    let goes = match (top.rank, top.rank.above()) {
        (Rank::Ace, _) if ace_on_ace => "on an ace goes a two or an ace only".to_owned(),
        (Rank::Ace, _) => "at this table, on an ace goes a two only".to_owned(),
        (rank, Some(next)) => {
            let (one, next, dice) = (with_article(rank), with_article(next), rank.name());
            format!(
                "on {one} goes {next}, an ace or, with dice of {dice_sum}, any card",
                dice_sum = sum(rank, dice)
            )
        }
        // Any card goes on a king, so nothing is ever refused there.
        (rank, None) => format!("on {} goes any card", with_article(rank)),
    };
    format!("the {} does not go on the {}: {goes}", card.name(), top.name())
}

/// What the dice must show to open a rank (S14).
fn sum(rank: Rank, name: &'static str) -> &'static str {
    match rank {
        Rank::Jack => "eleven",
        Rank::Queen => "twelve",
        _ => name,
    }
}

fn with_article(rank: Rank) -> String {
    let article = if matches!(rank, Rank::Ace | Rank::Eight) { "an" } else { "a" };
    format!("{article} {}", rank.name())
}
