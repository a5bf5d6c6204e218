use cards::{Card, Rank};
use games::savannah::{Foundation, Move, Pile, Sight, View, fits};
use table::View as _;

/// Why a player would make this legal move, in one sentence without a full stop, from what the view's owner sees: "it
/// uncovers the next card of the reserve". A move that is not legal has no reason, and the sentence says so.
#[must_use]
pub fn explain(view: &View, mv: Move) -> String {
    let Some(sight) = view.sight() else { return "only a player at the table has a move".to_owned() };
    if let Some(refusal) = table::Sight::refusal(&sight, mv) {
        return format!("it cannot be played: {refusal}");
    }
    match mv {
        Move::Play { from, to } => play(sight, from, to).unwrap_or_else(|| "it goes".to_owned()),
        Move::Discard(card) => discard(sight, card),
        Move::End => "there is no card left to discard".to_owned(),
    }
}

fn play(sight: Sight<'_>, from: Pile, to: Foundation) -> Option<String> {
    let public = sight.public();
    let me = public.players.get(sight.seat())?;
    let card = sight.card(from)?;
    let next = follower(sight, from, card);
    Some(match from {
        Pile::Reserve if me.left() == 1 => "it is the last card, and wins".to_owned(),
        Pile::Discard if me.left() == 1 => "it is the last card, and wins".to_owned(),
        Pile::Reserve if me.reserve.len() == 1 => "it empties the reserve".to_owned(),
        Pile::Reserve => "the reserve is what the race is about, and its next card is turned up".to_owned(),
        Pile::Discard => match next {
            Some((card, pile)) => {
                format!("one card less to get rid of, and the {} {pile} can follow", name(card))
            }
            None => "one card less to get rid of".to_owned(),
        },
        Pile::Hand(_) if sight.hand().len() == 1 => "it empties the hand, and four new cards come".to_owned(),
        Pile::Hand(_) => match next {
            Some((card, pile)) => format!("the {} {pile} can follow it", name(card)),
            None if follows_from_hand(sight, card) => "another card of the hand can follow it".to_owned(),
            None if lets_go(card) => format!("the foundation is open to any card after the {}", name(card)),
            None => {
                let top = public.top(to)?;
                format!("the {} is of no use to the others any more, and the hand gets a new card", name(top))
            }
        },
        Pile::DiscardOf(owner) => match next {
            Some((card, pile)) => format!("the doubles allow it, and the {} {pile} can follow", name(card)),
            None => format!("the doubles allow it, and {owner} has no lead by it"),
        },
    })
}

fn discard(sight: Sight<'_>, card: Card) -> String {
    let rest = || sight.hand().iter().filter(|held| held.rank != card.rank);
    let me = sight.public().players.get(sight.seat());
    let tops = || Foundation::ALL.into_iter().filter_map(|to| sight.public().top(to));
    let next = |held: &&Card| tops().any(|top| top.rank.above() == Some(held.rank));
    if let Some(kept) = rest().find(next) {
        let on = tops().find(|top| top.rank.above() == Some(kept.rank));
        let on = on.map_or_else(String::new, |top| {
            format!(": next turn it goes on the {}, if that still lies there", name(top))
        });
        return format!("kept the {}{on}", name(*kept));
    }
    let below = me.and_then(|me| me.discard.top()).filter(|top| card.rank.above() == Some(top.rank));
    if let Some(top) = below {
        return format!("the {} below it can follow it", name(top));
    }
    let leads = |held: &&Card| {
        let wanted = me.and_then(|me| me.reserve.top);
        wanted.is_some_and(|wanted| held.rank.above() == Some(wanted.rank))
    };
    if let (Some(kept), Some(wanted)) = (rest().find(leads), me.and_then(|me| me.reserve.top)) {
        return format!("kept the {}: the {} of the reserve goes on it", name(*kept), name(wanted));
    }
    match card.rank {
        Rank::Ace => "an ace goes on any foundation, also from the discard".to_owned(),
        rank if sight.hand().iter().filter(|held| held.rank == rank).count() > 1 => {
            format!("there is another {} in the hand", name(card))
        }
        _ => format!("the {} is missed least", name(card)),
    }
}

/// A card of the own reserve or discard that goes on this one, and where it lies.
fn follower(sight: Sight<'_>, from: Pile, card: Card) -> Option<(Card, &'static str)> {
    let me = sight.public().players.get(sight.seat())?;
    let reserve = me.reserve.top.filter(|_| from != Pile::Reserve).map(|top| (top, "of the reserve"));
    let discard = me.discard.top().filter(|_| from != Pile::Discard).map(|top| (top, "of the discard"));
    [reserve, discard].into_iter().flatten().find(|(top, _)| goes_on(sight, *top, card))
}

fn follows_from_hand(sight: Sight<'_>, card: Card) -> bool {
    sight.hand().iter().any(|held| *held != card && goes_on(sight, *held, card))
}

fn goes_on(sight: Sight<'_>, card: Card, top: Card) -> bool {
    let public = sight.public();
    fits(card.rank, top.rank, public.sum(), public.config.ace_on_ace())
}

fn lets_go(card: Card) -> bool {
    card.rank == Rank::King
}

fn name(card: Card) -> &'static str {
    card.rank.name()
}
