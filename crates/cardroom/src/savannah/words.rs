use cards::{Card, Rank};
use games::savannah::{Discard, Foundation, Public, Reserve, View, with_article};
use table::Eye;

use crate::english;

/// The table in words, one pile a line.
pub(super) fn table(view: &View) -> Vec<String> {
    let public = view.public();
    let mut lines: Vec<String> = turn(view).into_iter().collect();
    lines.extend(Foundation::ALL.map(|foundation| match public.top(foundation) {
        Some(top) => format!("foundation {foundation}: {}, takes {}", top.name(), takes(public, top.rank)),
        None => format!("foundation {foundation}: empty"),
    }));
    lines.push(format!("stock: {}", english::count(public.stock.into(), "card")));
    for (seat, player) in public.players.iter() {
        let own = view.eye() == Eye::Seat(seat);
        let whose = if own { "your".to_owned() } else { format!("{seat}'s") };
        lines.push(format!("{whose} reserve: {}", reserve(&player.reserve)));
        lines.push(format!("{whose} discard: {}", discard(&player.discard)));
        lines.push(match view.hand().filter(|_| own) {
            Some([]) => "your hand: empty".to_owned(),
            Some(hand) => format!("your hand: {}", names(hand)),
            None => format!("{whose} hand: {}", english::count(player.hand.len(), "card")),
        });
    }
    lines
}

/// The table in words, with all that was ever face up and may be looked through (V15).
pub(super) fn look(view: &View) -> Vec<String> {
    let public = view.public();
    let mut lines = table(view);
    let under =
        |cards: &[Card]| cards.split_last().map(|(_, under)| under.iter().rev().copied().collect::<Vec<_>>());
    for (foundation, cards) in public.foundations.iter() {
        if let Some(under) = under(cards).filter(|under| !under.is_empty()) {
            lines.push(format!("under the top of foundation {foundation}: {}", names(&under)));
        }
    }
    for (seat, player) in public.players.iter() {
        if let Some(under) = under(&player.discard.face_up).filter(|under| !under.is_empty()) {
            let whose = if view.eye() == Eye::Seat(seat) { "your".to_owned() } else { format!("{seat}'s") };
            lines.push(format!("under the top of {whose} discard: {}", names(&under)));
        }
    }
    lines
}

fn turn(view: &View) -> Option<String> {
    let public = view.public();
    let dice = public.dice.filter(|_| public.outcome.is_none())?;
    let whose = if view.eye() == Eye::Seat(public.seat) {
        "your turn".to_owned()
    } else {
        format!("{}'s turn", public.seat)
    };
    let [first, second] = dice.pips();
    let rank = Rank::from_number(dice.sum()).map(with_article).unwrap_or_default();
    let mut text = format!("{whose}: the dice show {first} and {second}, so any card goes on {rank}");
    if dice.is_double() && !public.theft {
        text += "; doubles: one card of another discard may be played";
    }
    Some(text)
}

fn takes(public: &Public, top: Rank) -> String {
    let fits = |rank: &Rank| games::savannah::fits(*rank, top, public.sum(), public.config.ace_on_ace());
    let taken: Vec<Rank> = Rank::ALL.into_iter().filter(fits).collect();
    if taken.len() == Rank::ALL.len() {
        return "any card".to_owned();
    }
    let named = |rank: &Rank| with_article(*rank).to_string();
    english::list(&taken.iter().rev().map(named).collect::<Vec<_>>(), "or")
}

fn reserve(reserve: &Reserve) -> String {
    match reserve.top {
        Some(top) => format!("{}, {} under it", top.name(), english::count(reserve.face_down.into(), "card")),
        None => "empty".to_owned(),
    }
}

fn discard(discard: &Discard) -> String {
    match discard.top() {
        Some(top) => format!("{}, {} under it", top.name(), english::count(discard.len() - 1, "card")),
        None => "empty".to_owned(),
    }
}

fn names(cards: &[Card]) -> String {
    cards.iter().map(|card| card.name().to_string()).collect::<Vec<_>>().join(", ")
}
