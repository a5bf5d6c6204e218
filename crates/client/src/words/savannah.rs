//! The texts of Savannah's table.
//!
//! What the rules say about moves and chance stands with the rules, and why a bot may have made a move with the bots.

use bots::savannah::Level;
use cards::{Card, Rank};
use games::savannah::{Config, Foundation, Public, fits};
use table::{Eye, Seat};

use super::{count, list};
use crate::savannah::{Desk, Kind, Panel, Place, Player, Spot, Wait};

/// On a foundation that takes any card.
pub const ANY_CARD: &str = "any card";
pub(crate) const NOT_YOUR_TURN: &str = "it is not your turn";
pub(crate) const NOTHING_DONE: &str = "nothing was done";
pub(crate) const CHOOSE_DISCARD: &str = "choose the card that goes on your discard: that ends your turn";
pub(crate) const FOUNDATIONS_ONLY: &str =
    "cards go to the foundations only; a card of the hand goes on your discard at the end of the turn";
pub(crate) const NOTHING_TO_EXPLAIN: &str = "nobody else has moved yet";
pub(crate) const SEATS_MISSING: &str = "there must be somebody on each seat";
pub(crate) const NO_KEY: &str = "this game cannot go on here: the key of its dice is a secret";
pub(crate) const RESIGN_SURE: &str = "Give this game up? The other player wins.";
pub(crate) const LEAVE_SURE: &str = "Leave the table? A keen bot plays on in your place.";
pub(crate) const LEFT: &str = "a bot plays on in your place";

/// The name of the game.
pub const TITLE: &str = "Savannah";

/// "4 players".
#[must_use]
pub fn players(count: u8) -> String {
    super::count(count.into(), "player")
}

/// "4 players · 13 + 5".
#[must_use]
pub fn set_up(config: Config) -> String {
    format!("{} · {} + {}", players(config.seats()), config.reserve(), config.discard())
}

/// "round 7 of 100".
#[must_use]
pub fn round(public: &Public) -> String {
    match public.config.rounds() {
        Some(limit) => format!("round {} of {limit}", public.round),
        None => format!("round {}", public.round),
    }
}

/// Whose turn it is and what the dice show, in a few words: "Your turn: doubles, eight".
#[must_use]
pub fn status(desk: &Desk) -> String {
    let public = desk.view().public();
    let dice = match public.dice {
        Some(dice) if dice.is_double() => format!(": doubles, {}", sum(dice.sum())),
        Some(dice) => format!(": {}", sum(dice.sum())),
        None => String::new(),
    };
    match desk.wait() {
        Wait::Over => "Game over".to_owned(),
        Wait::Stuck => super::sentence(NO_KEY),
        _ if desk.eye() == Eye::Seat(public.seat) => format!("Your turn{dice}"),
        _ => format!("{}{dice}", turn_of(public.seat, desk.player(public.seat))),
    }
}

fn turn_of(seat: Seat, player: &Player) -> String {
    match player.name.as_str() {
        "" => format!("{seat}'s turn"),
        name => format!("{name}'s turn"),
    }
}

fn sum(sum: u8) -> &'static str {
    Rank::from_number(sum).map_or("", number)
}

/// A rank as the sum of dice: queens are twelve.
fn number(rank: Rank) -> &'static str {
    match rank {
        Rank::Jack => "eleven",
        Rank::Queen => "twelve",
        rank => rank.name(),
    }
}

/// What the dice make legal: "8 opens eights · you may take one discard".
#[must_use]
pub fn opens(public: &Public, eye: Eye) -> String {
    let Some(dice) = public.dice.filter(|_| public.outcome.is_none()) else { return String::new() };
    let rank = Rank::from_number(dice.sum()).map_or("card", Rank::name);
    let plural = if rank == "six" { "sixes".to_owned() } else { format!("{rank}s") };
    let own = eye == Eye::Seat(public.seat);
    let doubles = match (dice.is_double(), public.theft, own) {
        (false, ..) => "",
        (true, true, _) => " · doubles: used",
        (true, false, true) => " · you may take one discard",
        (true, false, false) => " · doubles: one discard may be taken",
    };
    format!("{} opens {plural}{doubles}", dice.sum())
}

/// What is said when a person's hand is shown whose dice lie already.
pub(crate) fn turn_told(public: &Public) -> String {
    format!("your turn: {}", opens(public, Eye::Seat(public.seat)))
}

/// Whether any card goes on a foundation now, because of a king or the dice.
#[must_use]
pub fn is_open(public: &Public, foundation: Foundation) -> bool {
    public.outcome.is_none() && takes(public, foundation).len() == Rank::ALL.len()
}

fn takes(public: &Public, foundation: Foundation) -> Vec<Rank> {
    let Some(top) = public.top(foundation) else { return Vec::new() };
    let aces = public.config.ace_on_ace();
    Rank::ALL.into_iter().filter(|rank| fits(*rank, top.rank, public.sum(), aces)).collect()
}

fn takes_told(public: &Public, foundation: Foundation) -> String {
    let ranks = takes(public, foundation);
    if ranks.len() == Rank::ALL.len() {
        return ANY_CARD.to_owned();
    }
    let article = |rank: &Rank| if matches!(rank, Rank::Ace | Rank::Eight) { "an" } else { "a" };
    let named: Vec<String> =
        ranks.iter().rev().map(|rank| format!("{} {}", article(rank), rank.name())).collect();
    list(&named, "or")
}

// Names of places.

/// What a screen reader says at a place: "eight of hearts, foundation 1, takes any card".
pub(crate) fn place_name(desk: &Desk, place: Place) -> String {
    let public = desk.view().public();
    let near = desk.near();
    let whose = |seat: Seat| if seat == near { "your".to_owned() } else { format!("{seat}'s") };
    let top = |card: Option<Card>, pile: &str, cards: usize| match card {
        Some(card) => format!("{}, {pile}, {}", card.name(), count(cards, "card")),
        None => format!("{pile}, empty"),
    };
    let player = |seat: Seat| public.players.get(seat);
    match place {
        Place::Stock if public.stock == 0 => "stock, empty".to_owned(),
        Place::Stock => format!("stock, {}", count(public.stock.into(), "card")),
        Place::Foundation(foundation) => match public.top(foundation) {
            Some(card) => {
                format!("{}, foundation {foundation}, takes {}", card.name(), takes_told(public, foundation))
            }
            None => format!("foundation {foundation}, empty"),
        },
        Place::Reserve(seat) => {
            let reserve = player(seat).map(|player| player.reserve).unwrap_or_default();
            top(reserve.top, &format!("{} reserve", whose(seat)), reserve.len())
        }
        Place::Discard(seat) => {
            let discard = player(seat).map(|player| player.discard.clone()).unwrap_or_default();
            top(discard.top(), &format!("{} discard", whose(seat)), discard.len())
        }
        Place::Hand(at) => match desk.view().hand() {
            Some(hand) => {
                let card =
                    hand.get(usize::from(at)).map_or_else(String::new, |card| format!("{}, ", card.name()));
                format!("{card}{} of {}, your hand", at + 1, hand.len())
            }
            None => {
                let held = player(near).map_or(0, |player| player.hand.len());
                format!("face down, {} of {held}, {near}'s hand", at + 1)
            }
        },
    }
}

/// A name of a card that can be played now.
pub(crate) fn can_be_played(name: &str) -> String {
    format!("{name}, can be played")
}

/// The heading of a pile, for a screen reader.
#[must_use]
pub fn spot_title(near: Seat, spot: Spot) -> String {
    let whose = |seat: Seat| if seat == near { "Your".to_owned() } else { format!("{seat}'s") };
    match spot {
        Spot::Stock => "Stock".to_owned(),
        Spot::Foundation(foundation) => format!("Foundation {foundation}"),
        Spot::Reserve(seat) => format!("{} reserve", whose(seat)),
        Spot::Discard(seat) => format!("{} discard", whose(seat)),
        Spot::Hand => "Your hand".to_owned(),
    }
}

/// The words under a pile: "your reserve 9", "reserve 9" where there is little room.
pub(crate) fn pile_label(desk: &Desk, spot: Spot, short: bool) -> String {
    let public = desk.view().public();
    let own = |seat: Seat| if !short && desk.eye() == Eye::Seat(seat) { "your " } else { "" };
    let player = |seat: Seat| public.players.get(seat);
    match spot {
        Spot::Stock => format!("stock {}", public.stock),
        Spot::Foundation(foundation) if short => foundation.to_string(),
        Spot::Foundation(foundation) => format!("foundation {foundation}"),
        Spot::Reserve(seat) => {
            format!("{}reserve {}", own(seat), player(seat).map_or(0, |player| player.reserve.len()))
        }
        Spot::Discard(seat) => {
            format!("{}discard {}", own(seat), player(seat).map_or(0, |player| player.discard.len()))
        }
        Spot::Hand => String::new(),
    }
}

/// A seat with who sits there: "B Anna".
#[must_use]
pub fn seat_name(seat: Seat, player: &Player) -> String {
    match player.name.as_str() {
        "" => format!("Seat {seat}"),
        name => format!("{seat} {name}"),
    }
}

/// The same where there is little room: "B Keen".
pub(crate) fn seat_short(seat: Seat, player: &Player) -> String {
    match (player.name.as_str(), player.kind) {
        ("", Kind::Person) => seat_name(seat, player),
        ("", Kind::Bot(level)) => {
            let bot = kind(Kind::Bot(level));
            format!("{seat} {}", bot.split(' ').next().unwrap_or(bot))
        }
        _ => seat_name(seat, player),
    }
}

/// "Keen bot", "at this screen".
#[must_use]
pub const fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Person => "at this screen",
        Kind::Bot(Level::Beginner) => "Beginner bot",
        Kind::Bot(Level::Casual) => "Casual bot",
        Kind::Bot(Level::Keen) => "Keen bot",
        Kind::Bot(Level::Strong) => "Strong bot",
        Kind::Bot(Level::Expert) => "Expert bot",
    }
}

/// "3 in hand".
#[must_use]
pub fn in_hand(cards: usize) -> String {
    format!("{cards} in hand")
}

// What is said.

pub(crate) fn picked(card: Option<Card>, targets: &[Foundation], in_hand: bool) -> String {
    let what = card.map_or_else(|| "nothing".to_owned(), |card| format!("the {}", card.name()));
    let places: Vec<String> = targets.iter().map(|to| format!("foundation {to}")).collect();
    match (places.is_empty(), in_hand) {
        (false, _) => format!("picked {what}: can go to {}", list(&places, "or")),
        (true, true) => format!("picked {what}: nowhere to go, but it can end your turn"),
        (true, false) => format!("picked {what}: nowhere to go"),
    }
}

pub(crate) fn hint(what: &str, why: &str) -> String {
    format!("Hint: {what}. {}", super::sentence(why))
}

pub(crate) fn why(told: &str, why: &str) -> String {
    // What the move brought about is told already.
    let did = told.split(';').next().unwrap_or_default();
    format!("{did}: {why}")
}

pub(crate) fn gives_win(seat: Seat, player: &Player) -> String {
    match player.name.as_str() {
        "" => format!("This makes {seat} win (V11). Play it?"),
        name => format!("This makes {name} ({seat}) win (V11). Play it?"),
    }
}

fn did(seat: Seat, you: Option<Seat>, what: &str) -> String {
    if Some(seat) == you { format!("you {what}") } else { format!("{seat} {what}") }
}

pub(crate) fn took_back(seat: Seat, you: Option<Seat>) -> String {
    did(seat, you, "took the last move back")
}

pub(crate) fn made_again(seat: Seat, you: Option<Seat>) -> String {
    did(seat, you, "made the move again")
}

pub(crate) fn resigned(seat: Seat, you: Option<Seat>) -> String {
    did(seat, you, "gave the game up")
}

/// Between the turns of people at one screen.
#[must_use]
pub fn pass_to(seat: Seat, player: &Player) -> String {
    match player.name.as_str() {
        "" => format!("Pass the device to seat {seat}"),
        name => format!("Pass the device to {name}"),
    }
}

/// What the button says that ends the turn.
#[must_use]
pub fn end_turn(desk: &Desk) -> String {
    let hand = desk.view().hand().unwrap_or_default();
    let picked = match desk.pick().map(|pick| pick.place) {
        Some(Place::Hand(at)) => hand.get(usize::from(at)),
        _ => None,
    };
    match picked {
        _ if hand.is_empty() => label::END.to_owned(),
        Some(card) => format!("Discard the {}", short(*card)),
        None if desk.discards() => "Tap the card to discard".to_owned(),
        None => "End turn: discard …".to_owned(),
    }
}

/// A card on a button.
fn short(card: Card) -> String {
    card.name().to_string()
}

/// A line of the log: the round before it.
#[must_use]
pub fn round_heading(round: u32) -> String {
    if round == 0 { "The deal".to_owned() } else { format!("Round {round}") }
}

/// The words on buttons and headings.
#[allow(missing_docs)]
pub mod label {
    pub const END: &str = "End turn";
    pub const SHOW: &str = "Show my hand";
    pub const SHOW_HELP: &str = "Nobody else looks? Then go on.";
    pub const SKIP: &str = "Skip";
    pub const WHY: &str = "Why?";
    pub const LOG: &str = "Log";
    pub const YES: &str = "Yes";
    pub const NO: &str = "No";
    pub const NEW: &str = "New game";
    pub const AGAIN: &str = "Play again";
    pub const RESIGN: &str = "Give up";
    pub const LEAVE: &str = "Leave the table";
    pub const YOUR_HAND: &str = "your hand";
    pub const DICE: &str = "Dice";
    pub const PLAYERS: &str = "Players";
    pub const SEAT: &str = "Seat";
    pub const NAME: &str = "Name";
    pub const WHO: &str = "Who";
    pub const PERSON: &str = "A person here";
    pub const RESERVE: &str = "Cards in each reserve";
    pub const DISCARD: &str = "Cards in each first discard";
    pub const ACES: &str = "An ace goes on an ace (V7)";
    pub const ROUNDS: &str = "Rounds at most (V14)";
    pub const NO_LIMIT: &str = "no limit";
    pub const FIRST: &str = "Who begins (V4)";
    pub const BY_DICE: &str = "the dice decide";
    pub const USUAL: &str = "usual";
    pub const DEAL: &str = "Number of the deal";
    pub const DEAL_HELP: &str = "Leave it empty for any deal.";
    pub const BEGIN: &str = "Begin";
    pub const PACE: &str = "How fast the others play";
    pub const THIS_GAME: &str = "This game";
    pub const TURNS: &str = "The turns so far";
    pub const TURNS_NOTE: &str = "What others drew is left out until the game is over.";
    pub const FILE_NOTE: &str = "The file holds the whole game, also the cards that are hidden now.";
    pub const COVERED: &str = "Under the top card";
    pub const NOTHING: &str = "nothing";
    pub const OVER: &str = "The game is over";
    pub const LOOK: &str = "Look at the table";
    pub const CARDS_LEFT: &str = "Cards left";
    pub const OPPONENTS: &str = "The others";
    pub const TABLE: &str = "Table of Savannah";
}

/// How many cards a player has left, for the end of a game.
#[must_use]
pub fn cards_left(count: usize) -> String {
    format!("{} left", super::count(count, "card"))
}

/// The end of a game for the person at the screen: won, or lost.
#[must_use]
pub fn end_title(desk: &Desk) -> String {
    let outcome = desk.view().public().outcome;
    let won = |seat: Seat| outcome.is_some_and(|outcome| outcome.winners.has(seat));
    let winners: Vec<String> =
        Seat::all(desk.config().seats()).filter(|seat| won(*seat)).map(|seat| winner(desk, seat)).collect();
    match desk.eye() {
        Eye::Seat(seat) if won(seat) && winners.len() == 1 => "You won!".to_owned(),
        _ => format!("{} won", list(&winners, "and")),
    }
}

fn winner(desk: &Desk, seat: Seat) -> String {
    match (desk.eye() == Eye::Seat(seat), desk.player(seat).name.as_str()) {
        (true, _) => "You".to_owned(),
        (false, "") => format!("Seat {seat}"),
        (false, name) => name.to_owned(),
    }
}

/// What was ever face up and may be looked through (V15): each pile with the cards under its top, from the top down.
#[must_use]
pub fn seen(desk: &Desk) -> Vec<(String, String)> {
    let public = desk.view().public();
    let near = desk.near();
    let names = |cards: &[Card]| match cards.split_last() {
        Some((_, under)) if !under.is_empty() => {
            under.iter().rev().map(|card| card.name().to_string()).collect::<Vec<_>>().join(", ")
        }
        _ => label::NOTHING.to_owned(),
    };
    let foundations = public
        .foundations
        .iter()
        .map(|(foundation, cards)| (spot_title(near, Spot::Foundation(foundation)), names(cards)));
    let discards = public
        .players
        .iter()
        .map(|(seat, player)| (spot_title(near, Spot::Discard(seat)), names(&player.discard.face_up)));
    foundations.chain(discards).collect()
}

/// The name of a panel.
#[must_use]
pub const fn panel(panel: Panel) -> &'static str {
    match panel {
        Panel::Menu => "Menu",
        Panel::New => label::NEW,
        Panel::Log => "What happened",
        Panel::Look => "Cards that were seen",
        Panel::Rules => "Rules",
        Panel::Help => "Help and keys",
        Panel::Settings => "Settings",
        Panel::Record => "Export and import",
    }
}

/// The rules in a few sentences, for the card at hand.
pub const RULES_CARD: [&str; 7] = [
    "Get rid of all cards of your reserve and your discard: who first has none left wins (S18).",
    "Your turn begins with a roll; then your hand is filled up to four cards (S1).",
    "Play as many cards as you like to the three foundations, from your hand, your reserve and your discard (S4).",
    "On a card goes the next higher rank, whatever its suit (S12). On a king goes any card (S13). An ace goes anywhere (S15).",
    "The dice open a rank: on a card that equals their sum goes any card; jacks are 11, queens 12 (S14).",
    "After doubles you may play one card from the top of another's discard (S9).",
    "To end your turn, put a card of your hand on your discard (S11).",
];

/// How to play with hands, in a few sentences.
pub const HOW_TO: [&str; 5] = [
    "Cards with a golden edge can be played. Drag one to a foundation, or tap it and then the foundation. Tap it twice, and it goes where it fits.",
    "To end your turn, press End turn and tap the card that you discard, or drag it to your discard.",
    "The others play at a pace that you choose in the settings. A tap or the space bar takes the waiting away.",
    "The log tells all that happened, and why a bot may have done what it did.",
    "Every move is saved. Close the page when you like: the game goes on where you left it.",
];

/// The keys, and what each does.
pub const KEYS: [(&str, &str); 18] = [
    ("← → ↑ ↓", "walk from card to card"),
    ("Enter", "pick up, put down; twice on a card: move it for me"),
    ("Esc", "put back"),
    ("1 2 3", "put down on a foundation"),
    ("4 5 6 7", "pick a card of your hand"),
    ("R", "pick the top of your reserve"),
    ("D", "pick the top of your discard"),
    ("O", "after doubles: pick another's discard; again: the next one's"),
    ("E", "end the turn"),
    ("Space", "take the waiting away; show the hand"),
    ("U, Z, Ctrl+Z", "undo, where the rules allow it"),
    ("Y, Ctrl+Y", "redo"),
    ("H", "hint"),
    ("W", "why did the last player do that?"),
    ("L", "the log"),
    ("S", "cards that were seen"),
    ("N, M", "new game, menu"),
    ("?", "this list"),
];
