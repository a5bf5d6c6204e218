//! Explains a move to its own player, from what that player sees.

use cards::{Card, Rank};
use games::savannah::{Foundation, Move, Sight, SourcePile, View, fits};
use table::View as _;
use text::Text;

/// A reason for a legal move of the view's owner: one sentence without a full stop, such as "it
/// empties the reserve". For an illegal move the sentence says why it cannot be made.
#[must_use]
pub fn explain(view: &View, mv: Move) -> Text {
    let Some(sight) = view.sight() else { return Text::of("only a player at the table has a move") };
    if let Some(refusal) = table::Sight::refusal(&sight, mv) {
        return Text::with("it cannot be played: {}", [refusal.text()]);
    }
    match mv {
        Move::Play { from, to } => play(sight, from, to).unwrap_or_else(|| Text::of("it goes")),
        Move::Discard(card) => discard(sight, card),
        Move::End => Text::of("there is no card left to discard"),
    }
}

fn play(sight: Sight<'_>, from: SourcePile, to: Foundation) -> Option<Text> {
    let public = sight.public();
    let me = public.players.get(sight.seat())?;
    let card = sight.card(from)?;
    let next = follower(sight, from, card);
    Some(match from {
        SourcePile::Reserve if me.left() == 1 => Text::of("it is the last card, and wins"),
        SourcePile::Discard if me.left() == 1 => Text::of("it is the last card, and wins"),
        SourcePile::Reserve if me.reserve.len() == 1 => Text::of("it empties the reserve"),
        SourcePile::Reserve => {
            Text::of("the reserve is what the race is about, and its next card is turned up")
        }
        SourcePile::Discard => match next {
            Some(next) => Text::with("one card less to get rid of, and {} can follow", [next]),
            None => Text::of("one card less to get rid of"),
        },
        SourcePile::Hand(_) if sight.hand().len() == 1 => {
            Text::of("it empties the hand, and four new cards come")
        }
        SourcePile::Hand(_) => match next {
            Some(next) => Text::with("{} can follow it", [next]),
            None if follows_from_hand(sight, card) => Text::of("another card of the hand can follow it"),
            None if accepts_any_card(card) => {
                Text::with("the foundation is open to any card after the {}", [name(card)])
            }
            None => {
                let top = public.top(to)?;
                Text::with(
                    "the {} is of no use to the others any more, and the hand gets a new card",
                    [name(top)],
                )
            }
        },
        SourcePile::DiscardOf(owner) => match next {
            Some(next) => Text::with("the doubles allow it, and {} can follow", [next]),
            None => Text::with("the doubles allow it, and {} has no lead by it", [owner.into()]),
        },
    })
}

fn discard(sight: Sight<'_>, card: Card) -> Text {
    let rest = || sight.hand().iter().filter(|held| held.rank != card.rank);
    let me = sight.public().players.get(sight.seat());
    let tops = || Foundation::ALL.into_iter().filter_map(|to| sight.public().top(to));
    let next = |held: &&Card| tops().any(|top| top.rank.above() == Some(held.rank));
    if let Some(kept) = rest().find(next) {
        let on = tops().find(|top| top.rank.above() == Some(kept.rank));
        return match on {
            Some(top) => Text::with(
                "kept the {}: next turn it goes on the {}, if that still lies there",
                [name(*kept), name(top)],
            ),
            None => Text::with("kept the {}", [name(*kept)]),
        };
    }
    let below = me.and_then(|me| me.discard.top()).filter(|top| card.rank.above() == Some(top.rank));
    if let Some(top) = below {
        return Text::with("the {} below it can follow it", [name(top)]);
    }
    let leads = |held: &&Card| {
        let wanted = me.and_then(|me| me.reserve.top);
        wanted.is_some_and(|wanted| held.rank.above() == Some(wanted.rank))
    };
    if let (Some(kept), Some(wanted)) = (rest().find(leads), me.and_then(|me| me.reserve.top)) {
        return Text::with("kept the {}: the {} of the reserve goes on it", [name(*kept), name(wanted)]);
    }
    match card.rank {
        Rank::Ace => Text::of("an ace goes on any foundation, also from the discard"),
        rank if sight.hand().iter().filter(|held| held.rank == rank).count() > 1 => {
            Text::with("there is another {} in the hand", [name(card)])
        }
        _ => Text::with("the {} is missed least", [name(card)]),
    }
}

/// A card of the player's own reserve or discard that fits on this card, with its pile.
fn follower(sight: Sight<'_>, from: SourcePile, card: Card) -> Option<Text> {
    let me = sight.public().players.get(sight.seat())?;
    let follows = |top: &Card| goes_on(sight, *top, card);
    if let Some(top) = me.reserve.top.filter(|_| from != SourcePile::Reserve).filter(follows) {
        return Some(Text::with("the {} of the reserve", [name(top)]));
    }
    let discard = me.discard.top().filter(|_| from != SourcePile::Discard).filter(follows);
    discard.map(|top| Text::with("the {} of the discard", [name(top)]))
}

fn follows_from_hand(sight: Sight<'_>, card: Card) -> bool {
    sight.hand().iter().any(|held| *held != card && goes_on(sight, *held, card))
}

fn goes_on(sight: Sight<'_>, card: Card, top: Card) -> bool {
    let public = sight.public();
    fits(card.rank, top.rank, public.sum(), public.config.ace_on_ace())
}

fn accepts_any_card(card: Card) -> bool {
    card.rank == Rank::King
}

fn name(card: Card) -> Text {
    card.rank.name()
}
