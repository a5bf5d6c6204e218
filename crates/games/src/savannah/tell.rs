use cards::{Card, Dice};
use table::{Ending, Eye, Seat, View as _};

use super::begin::who_begins;
use super::change::Change;
use super::{Chance, Move, Phase, Pile, Public, View, rules};

/// What a player's move did, in a sentence without a full stop, from the point of view of the views' owner: "you played
/// the two of spades from your hand to foundation 1; drew the ace of hearts", "B discarded the seven of clubs".
#[must_use]
pub fn tell_move(before: &View, seat: Seat, mv: Move, after: &View) -> String {
    let (who, whose) = (who(after, seat), whose(after, seat));
    let change = Change::by_move(before.public(), seat, mv, after.public());
    let mut text = match mv {
        Move::Play { from, to } => {
            let card = after.public().foundations[to].get(before.public().foundations[to].len());
            let (from, shows) = match from {
                Pile::Hand(_) => (format!("{whose} hand"), None),
                Pile::Reserve => (format!("{whose} reserve"), Some(reserve_shows(after, seat))),
                Pile::Discard => (format!("{whose} discard"), Some(discard_shows(after, seat))),
                Pile::DiscardOf(owner) => {
                    (format!("{} discard", self::whose(after, owner)), Some(discard_shows(after, owner)))
                }
            };
            let played = format!("{who} played {} from {from} to foundation {to}", the(card));
            [Some(played), shows].into_iter().flatten().collect::<Vec<_>>().join("; ")
        }
        Move::Discard(card) => format!("{who} discarded the {}", card.name()),
        Move::End => format!("{who} ended the turn with an empty hand"),
    };
    for part in [aces(&change), drew(seat, &change, after), ran_out(after)].into_iter().flatten() {
        text += &format!("; {part}");
    }
    text
}

/// What chance did, in a sentence without a full stop, from the point of view of the views' owner: "B rolled 4 and 3 (7)
/// and drew four cards". It names no card that the owner does not see.
#[must_use]
pub fn tell_chance(before: &View, chance: &Chance, after: &View) -> String {
    let seat = before.public().seat;
    let change = Change::by_chance(before.public(), after.public());
    let drew = drew(seat, &change, after);
    let parts = match chance {
        Chance::Deal(_) => [Some(dealt(after)), aces(&change), None, None],
        Chance::Begin(rolls) => [Some(begun(rolls, after)), None, None, None],
        Chance::Roll(dice) => {
            let drew = drew.unwrap_or_else(|| "found nothing to draw".to_owned());
            [
                Some(format!("{} rolled {} and {drew}", who(after, seat), rolled(*dice))),
                None,
                None,
                ran_out(after),
            ]
        }
        Chance::Reshuffle(cards) => {
            let drew = drew.map(|drew| format!("{} {drew}", who(after, seat)));
            [Some(shuffled(cards.len())), aces(&change), drew, ran_out(after)]
        }
    };
    parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// How the game ended, in a sentence without a full stop, once it is over: "you win: no card is left in reserve and discard
/// (S18)!". `you` is called so in it.
#[must_use]
pub fn tell_end(public: &Public, you: Option<Seat>) -> Option<String> {
    let outcome = public.outcome?;
    let name = |seat: Seat| if Some(seat) == you { "you".to_owned() } else { seat.to_string() };
    let winners: Vec<String> = outcome.winners.iter().map(name).collect();
    let verb = if winners.len() == 1 && winners[0] != "you" { "wins" } else { "win" };
    let who = and(&winners);
    Some(match outcome.ending {
        Ending::Resigned(_) => format!("the game is given up: {who} {verb}"),
        Ending::Rule(rule) if rule == rules::LAST_ROUND => {
            format!("the last round is over: {who} {verb} with the fewest cards left ({rule})")
        }
        Ending::Rule(rule) => format!("{who} {verb}: no card is left in reserve and discard ({rule})!"),
    })
}

/// That the limit of rounds is near (V14), in the rounds in which that is told: a sentence without a full stop.
#[must_use]
pub fn tell_limit(public: &Public) -> Option<String> {
    let left = u32::from(public.config.rounds()?).saturating_sub(public.round);
    let then = "then who has the fewest cards in reserve and discard wins (V14)";
    match left {
        _ if public.outcome.is_some() => None,
        0 => Some(format!("this is the last round: {then}")),
        1 => Some(format!("1 more round after this one, {then}")),
        2 | 5 | 10 => Some(format!("{left} more rounds after this one, {then}")),
        _ => None,
    }
}

/// What a legal move would do, as an advice: "the two of spades from your hand on the ace of hearts".
#[must_use]
pub fn describe(view: &View, mv: Move) -> String {
    match mv {
        Move::Play { from, to } => {
            let card = view.sight().and_then(|sight| sight.card(from));
            let card = card.map_or_else(|| "card".to_owned(), |card| card.name().to_string());
            let on = view.public().top(to).map_or_else(String::new, |top| format!(" on the {}", top.name()));
            let pile = match from {
                Pile::Hand(_) => "your hand".to_owned(),
                Pile::Reserve => "your reserve".to_owned(),
                Pile::Discard => "your discard".to_owned(),
                Pile::DiscardOf(seat) => format!("{seat}'s discard"),
            };
            format!("the {card} from {pile}{on}")
        }
        Move::Discard(card) => format!("end the turn: discard the {}", card.name()),
        Move::End => "end the turn".to_owned(),
    }
}

/// What was dealt onto three aces (S17).
fn aces(change: &Change) -> Option<String> {
    (!change.dealt.is_empty()).then(|| format!("onto three aces came {}", list(&change.dealt)))
}

/// What was drawn: by name if the view's owner drew it.
fn drew(seat: Seat, change: &Change, after: &View) -> Option<String> {
    let own = after.hand().filter(|_| after.eye() == Eye::Seat(seat));
    let cards = own.and_then(|hand| hand.get(hand.len().checked_sub(change.drawn)?..));
    match (change.drawn, cards) {
        (0, _) => None,
        (_, Some(cards)) => Some(format!("drew {}", list(cards))),
        (count, None) => Some(format!("drew {}", cards_in_words(count))),
    }
}

fn ran_out(after: &View) -> Option<String> {
    let waits = matches!(after.public().phase, Phase::Reshuffle(_)) && after.public().outcome.is_none();
    waits.then(|| "the stock ran out".to_owned())
}

fn dealt(after: &View) -> String {
    let tops: Vec<Card> =
        after.public().foundations.0.iter().filter_map(|pile| pile.first().copied()).collect();
    format!("the cards were dealt: the foundations begin with {}", list(&tops))
}

/// "A rolled 7, B 12, C 12; B rolled 4, C 9; C begins".
fn begun(rolls: &[Dice], after: &View) -> String {
    let seats = after.public().config.seats();
    let mut rest = rolls.iter().copied();
    let mut parts = Vec::new();
    let mut rounds = |round: &[(Seat, u8)]| {
        let each = round.iter().enumerate().map(|(at, (seat, sum))| {
            format!("{}{} {sum}", who(after, *seat), if at == 0 { " rolled" } else { "" })
        });
        parts.push(each.collect::<Vec<_>>().join(", "));
    };
    let first = who_begins(seats, || rest.next(), &mut rounds);
    if let Some(seat) = first {
        let begin = if after.eye() == Eye::Seat(seat) { "begin" } else { "begins" };
        parts.push(format!("{} {begin}", who(after, seat)));
    }
    parts.join("; ")
}

fn rolled(dice: Dice) -> String {
    let [first, second] = dice.pips();
    let doubles = if dice.is_double() { "doubles, " } else { "" };
    format!("{doubles}{first} and {second} ({})", dice.sum())
}

fn shuffled(count: usize) -> String {
    match count {
        1 => "the one covered card of the foundations is the new stock".to_owned(),
        _ => format!("the {count} covered cards of the foundations were shuffled and are the new stock"),
    }
}

fn reserve_shows(view: &View, seat: Seat) -> String {
    let top = view.public().players.get(seat).and_then(|player| player.reserve.top);
    shows(&format!("{} reserve", whose(view, seat)), top)
}

fn discard_shows(view: &View, seat: Seat) -> String {
    let top = view.public().players.get(seat).and_then(|player| player.discard.top());
    shows(&format!("{} discard", whose(view, seat)), top)
}

fn shows(pile: &str, top: Option<Card>) -> String {
    match top {
        Some(card) => format!("{pile} now shows the {}", card.name()),
        None => format!("{pile} is now empty"),
    }
}

fn who(view: &View, seat: Seat) -> String {
    if view.eye() == Eye::Seat(seat) { "you".to_owned() } else { seat.to_string() }
}

fn whose(view: &View, seat: Seat) -> String {
    if view.eye() == Eye::Seat(seat) { "your".to_owned() } else { format!("{seat}'s") }
}

fn the(card: Option<&Card>) -> String {
    card.map_or_else(|| "a card".to_owned(), |card| format!("the {}", card.name()))
}

/// "the ace of hearts, the two of clubs and the ten of spades".
fn list(cards: &[Card]) -> String {
    and(&cards.iter().map(|card| the(Some(card))).collect::<Vec<_>>())
}

/// "A, B and C".
fn and(names: &[String]) -> String {
    match names.split_last() {
        None => "nothing".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
    }
}

fn cards_in_words(count: usize) -> String {
    match count {
        1 => "one card".to_owned(),
        2 => "two cards".to_owned(),
        3 => "three cards".to_owned(),
        4 => "four cards".to_owned(),
        _ => format!("{count} cards"),
    }
}
