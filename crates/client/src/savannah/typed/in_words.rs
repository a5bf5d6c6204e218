use cards::{Card, Rank};
use games::savannah::{Discard, Foundation, Reserve, View, with_article};
use table::{Eye, Seat};

use crate::savannah::words::takes_told;
use crate::words;

/// The table in words, with one line for each pile.
pub(super) fn table(view: &View) -> Vec<String> {
    let public = view.public();
    let mut lines: Vec<String> = turn(view).into_iter().collect();
    lines.extend(Foundation::ALL.map(|foundation| match public.top(foundation) {
        Some(top) => {
            format!("foundation {foundation}: {}, takes {}", top.name(), takes_told(public, foundation))
        }
        None => format!("foundation {foundation}: empty"),
    }));
    lines.push(format!("stock: {}", words::cards(public.stock.into())));
    for (seat, player) in public.players.iter() {
        let whose = whose(view, seat);
        lines.push(format!("{whose} reserve: {}", reserve(&player.reserve)));
        lines.push(format!("{whose} discard: {}", discard(&player.discard)));
        lines.push(match view.hand().filter(|_| view.eye() == Eye::Seat(seat)) {
            Some([]) => "your hand: empty".to_owned(),
            Some(hand) => format!("your hand: {}", names(hand.iter())),
            None => format!("{whose} hand: {}", words::cards(player.hand.len())),
        });
    }
    lines
}

/// The table in words, with all that was ever face up and may be looked through (V15).
pub(super) fn look(view: &View) -> Vec<String> {
    let public = view.public();
    let foundations = public
        .foundations
        .iter()
        .map(|(foundation, cards)| (format!("foundation {foundation}"), cards.as_slice()));
    let discards = public
        .players
        .iter()
        .map(|(seat, player)| (format!("{} discard", whose(view, seat)), player.discard.face_up.as_slice()));
    let under = |(pile, cards): (String, &[Card])| match cards {
        [] | [_] => None,
        [under @ .., _] => Some(format!("under the top of {pile}: {}", names(under.iter().rev()))),
    };
    let mut lines = table(view);
    lines.extend(foundations.chain(discards).filter_map(under));
    lines
}

fn turn(view: &View) -> Option<String> {
    let public = view.public();
    let dice = public.dice.filter(|_| public.outcome.is_none())?;
    let [first, second] = dice.pips();
    let rank = Rank::from_number(dice.sum()).map(|rank| with_article(rank).to_string()).unwrap_or_default();
    let whose = whose(view, public.seat);
    let mut text = format!("{whose} turn: the dice show {first} and {second}, so any card goes on {rank}");
    if dice.is_double() && !public.theft {
        text += "; after doubles, one card from another player's discard may be played";
    }
    Some(text)
}

fn whose(view: &View, seat: Seat) -> String {
    if view.eye() == Eye::Seat(seat) { "your".to_owned() } else { format!("{seat}'s") }
}

fn reserve(reserve: &Reserve) -> String {
    pile(reserve.top, reserve.len())
}

fn discard(discard: &Discard) -> String {
    pile(discard.top(), discard.len())
}

fn pile(top: Option<Card>, count: usize) -> String {
    match top {
        Some(top) => format!("{}, {} under it", top.name(), words::cards(count - 1)),
        None => "empty".to_owned(),
    }
}

fn names<'a>(cards: impl Iterator<Item = &'a Card>) -> String {
    cards.map(|card| card.name().to_string()).collect::<Vec<_>>().join(", ")
}
