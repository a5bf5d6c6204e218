//! The texts of Savannah.

mod help;
pub mod label;
mod place;

use bots::Level;
use cards::{Card, Rank};
use games::savannah::{Config, Foundation, Public, fits, sum_in_words, with_article};
use table::{Eye, Seat};
use text::{Separator, Text};

use super::kind::TableKind;
use super::{Pile, Place, Session};
use crate::shell::{Player, PlayerKind, Wait};
use crate::words::{NO_KEY, and, or, seat_name};

pub use help::{HOW_TO, KEYS, RULES_CARD};
pub use place::pile_title;
pub(crate) use place::{can_be_played, pile_label, place_name};

/// The short label on a foundation that takes any card.
pub const ANY_CARD: Text = Text::of("any card @badge");
pub(crate) const CHOOSE_DISCARD: Text = Text::of("choose a card to discard: that ends your turn");
pub(crate) const FOUNDATIONS_ONLY: Text =
    Text::of("cards can go only to the foundations; to end your turn, discard a card from your hand");

/// The name of the game.
pub const TITLE: Text = Text::of("Savannah");
/// A sentence about the game.
pub const ABOUT: Text =
    Text::of("A race with cards and dice for two to eight players, against bots or together at one screen.");

/// A saved game: "4 players, round 7".
pub(crate) fn saved(count: u8, round: u32) -> Text {
    Text::with("{}, round {}", [players(count), round.into()])
}

/// What the statistics count: "Savannah, 4 seats, strong".
pub(super) fn kind(kind: &TableKind) -> Text {
    match &kind.level {
        Some(name) => {
            let level = name.parse().map_or_else(|_| Text::name(name), level);
            Text::with("Savannah, {} seats, {}", [kind.seats.into(), level])
        }
        None => Text::with("Savannah, {} people", [kind.seats.into()]),
    }
}

/// "4 players".
#[must_use]
pub fn players(count: u8) -> Text {
    Text::count(count.into(), "1 player", "{} players")
}

/// "4 players · 13 + 5".
#[must_use]
pub fn set_up(config: Config) -> Text {
    let piles = Text::name(format_args!("{} + {}", config.reserve(), config.discard()));
    Text::row([players(config.seats()), piles], Separator::Dot)
}

/// "round 7 of 100".
#[must_use]
pub fn round(public: &Public) -> Text {
    match public.config.rounds() {
        Some(limit) => Text::with("round {} of {}", [public.round.into(), limit.into()]),
        None => Text::with("round {}", [public.round.into()]),
    }
}

/// Whose turn it is and what the dice show, in a few words: "Your turn: doubles, eight".
#[must_use]
pub fn status(session: &Session) -> Text {
    let public = session.view().public();
    let sum = |sum: u8| Rank::from_number(sum).map_or(Text::EMPTY, sum_in_words);
    let dice = match public.dice {
        Some(dice) if dice.is_double() => Text::with("doubles, {}", [sum(dice.sum())]),
        Some(dice) => sum(dice.sum()),
        None => Text::EMPTY,
    };
    let turn = match session.wait() {
        Wait::Over => return Text::of("Game over"),
        Wait::Stuck => return NO_KEY.sentence(),
        _ if session.eye() == Eye::Seat(public.seat) => Text::of("Your turn"),
        _ => Text::with("{}'s turn", [called(public.seat, session.player(public.seat))]),
    };
    Text::row([turn, dice], Separator::Colon)
}

/// A player's name, or else the letter of the seat.
fn called(seat: Seat, player: &Player) -> Text {
    if player.name.is_empty() { seat.into() } else { Text::name(&player.name) }
}

/// What the dice make legal: "8 opens eights · you may play from another player's discard".
#[must_use]
pub fn opens(public: &Public, eye: Eye) -> Text {
    let Some(dice) = public.dice.filter(|_| public.outcome.is_none()) else { return Text::EMPTY };
    let ranks = Rank::from_number(dice.sum()).map_or(Text::EMPTY, several);
    let own = eye == Eye::Seat(public.seat);
    let doubles = match (dice.is_double(), public.theft, own) {
        (false, ..) => Text::EMPTY,
        (true, true, _) => Text::of("doubles: used"),
        (true, false, true) => Text::of("you may play from another player's discard"),
        (true, false, false) => Text::of("doubles"),
    };
    Text::row([Text::with("{} opens {}", [dice.sum().into(), ranks]), doubles], Separator::Dot)
}

/// Cards of a rank that dice can open.
fn several(rank: Rank) -> Text {
    match rank {
        Rank::Ace | Rank::King => Text::EMPTY,
        Rank::Two => Text::of("twos"),
        Rank::Three => Text::of("threes"),
        Rank::Four => Text::of("fours"),
        Rank::Five => Text::of("fives"),
        Rank::Six => Text::of("sixes"),
        Rank::Seven => Text::of("sevens"),
        Rank::Eight => Text::of("eights"),
        Rank::Nine => Text::of("nines"),
        Rank::Ten => Text::of("tens"),
        Rank::Jack => Text::of("jacks"),
        Rank::Queen => Text::of("queens"),
    }
}

/// Announces the turn of a player who takes over the screen after the dice were rolled.
pub(crate) fn turn_told(public: &Public) -> Text {
    Text::with("your turn: {}", [opens(public, Eye::Seat(public.seat))])
}

/// Whether any card goes on a foundation now, because of a king or the dice.
#[must_use]
pub fn is_open(public: &Public, foundation: Foundation) -> bool {
    public.outcome.is_none() && takes(public, foundation).len() == Rank::ALL.len()
}

pub(super) fn takes(public: &Public, foundation: Foundation) -> Vec<Rank> {
    let Some(top) = public.top(foundation) else { return Vec::new() };
    let aces = public.config.ace_on_ace();
    Rank::ALL.into_iter().filter(|rank| fits(*rank, top.rank, public.sum(), aces)).collect()
}

pub(super) fn takes_told(public: &Public, foundation: Foundation) -> Text {
    let ranks = takes(public, foundation);
    if ranks.len() == Rank::ALL.len() {
        return Text::of("any card");
    }
    or(ranks.into_iter().rev().map(with_article))
}

/// A player's name in short: "B Keen".
pub(crate) fn seat_short(seat: Seat, player: &Player) -> Text {
    let level = match (player.name.as_str(), player.kind) {
        ("", PlayerKind::Bot(Level::Beginner)) => Text::of("Beginner"),
        ("", PlayerKind::Bot(Level::Casual)) => Text::of("Casual"),
        ("", PlayerKind::Bot(Level::Keen)) => Text::of("Keen"),
        ("", PlayerKind::Bot(Level::Strong)) => Text::of("Strong"),
        ("", PlayerKind::Bot(Level::Expert)) => Text::of("Expert"),
        _ => return seat_name(seat, player),
    };
    Text::row([seat.into(), level], Separator::Space)
}

/// A level alone: "keen".
pub(crate) const fn level(level: Level) -> Text {
    match level {
        Level::Beginner => Text::of("beginner"),
        Level::Casual => Text::of("casual"),
        Level::Keen => Text::of("keen"),
        Level::Strong => Text::of("strong"),
        Level::Expert => Text::of("expert"),
    }
}

/// "3 in hand".
#[must_use]
pub fn in_hand(cards: usize) -> Text {
    Text::with("{} in hand", [cards.into()])
}

// Messages.

pub(crate) fn picked(card: Option<Card>, targets: &[Foundation], in_hand: bool) -> Text {
    let what = card.map_or(Text::of("nothing"), |card| Text::with("the {}", [card.name()]));
    match (targets.is_empty(), in_hand) {
        (false, _) => {
            let places = targets.iter().map(|to| Text::with("foundation {}", [(*to).into()]));
            Text::with("picked {}: can go to {}", [what, or(places)])
        }
        (true, true) => Text::with("picked {}: nowhere to go, but it can end your turn", [what]),
        (true, false) => Text::with("picked {}: nowhere to go", [what]),
    }
}

pub(crate) fn hint(what: Text, why: Text) -> Text {
    Text::with("Hint: {}. {}", [what, why.sentence()])
}

pub(crate) fn gives_win(seat: Seat, player: &Player) -> Text {
    let who = match player.name.as_str() {
        "" => seat.into(),
        name => Text::name(format_args!("{name} ({seat})")),
    };
    Text::with("This makes {} win (V11). Play it?", [who])
}

/// The label of the button that ends the turn.
#[must_use]
pub fn end_turn(session: &Session) -> Text {
    let hand = session.view().hand().unwrap_or_default();
    let picked = match session.pick().map(|pick| pick.place) {
        Some(Place::Hand(at)) => hand.get(usize::from(at)),
        _ => None,
    };
    match picked {
        _ if hand.is_empty() => label::END,
        Some(card) => Text::with("Discard the {}", [card.name()]),
        None if session.is_discarding() => Text::of("Tap the card to discard"),
        None => Text::of("End turn: discard …"),
    }
}

/// How many cards a player has left, for the end of a game.
#[must_use]
pub fn cards_left(count: usize) -> Text {
    Text::count(count, "1 card left", "{} cards left")
}

/// The heading at the end of a game, for the person at the screen.
#[must_use]
pub fn end_title(session: &Session) -> Text {
    let outcome = session.view().public().outcome;
    let won = |seat: Seat| outcome.is_some_and(|outcome| outcome.winners.has(seat));
    let winners: Vec<Seat> = Seat::all(session.config().seats()).filter(|seat| won(*seat)).collect();
    match (session.eye(), winners.as_slice()) {
        (_, []) => Text::of("The game was ended"),
        (Eye::Seat(you), [seat]) if you == *seat => crate::words::label::WON,
        (_, [seat]) => Text::with("{} won", [winner(session, *seat)]),
        _ => Text::with("{} won @many", [and(winners.iter().map(|seat| winner(session, *seat)))]),
    }
}

fn winner(session: &Session, seat: Seat) -> Text {
    match (session.eye() == Eye::Seat(seat), session.player(seat).name.as_str()) {
        (true, _) => Text::of("You"),
        (false, "") => Text::with("Seat {}", [seat.into()]),
        (false, name) => Text::name(name),
    }
}

/// All cards that were ever face up (V15): each pile with the cards under its top, from the top down.
#[must_use]
pub fn seen(session: &Session) -> Vec<(Text, Text)> {
    let public = session.view().public();
    let near = session.near();
    let names = |cards: &[Card]| match cards.split_last() {
        Some((_, under)) if !under.is_empty() => {
            Text::row(under.iter().rev().map(|card| card.name()).collect::<Vec<_>>(), Separator::Comma)
        }
        _ => label::NOTHING,
    };
    let foundations = public
        .foundations
        .iter()
        .map(|(foundation, cards)| (pile_title(near, Pile::Foundation(foundation)), names(cards)));
    let discards = public
        .players
        .iter()
        .map(|(seat, player)| (pile_title(near, Pile::Discard(seat)), names(&player.discard.face_up)));
    foundations.chain(discards).collect()
}
