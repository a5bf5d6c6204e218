//! Which cards have just come to where they lie, and from where: what is animated.

use cards::Card;
use games::savannah::{Foundation, Move, Public, Savannah, SourcePile, View};
use table::{Entry, Eye, Seat, View as _};

use super::Place;

/// A card that has just come to where it lies.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Came {
    pub(super) key: String,
    pub(super) from: CameFrom,
    pub(super) after: u8,
}

/// Where a card has come from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum CameFrom {
    Place(Place),
    /// The hand of another player, which nobody sees.
    Seat(Seat),
    /// It was turned up where it lies.
    Turned,
}

pub(super) fn foundation_key(game: u32, foundation: Foundation, at: usize, card: Card) -> String {
    format!("g{game}f{foundation}n{at}{card}")
}

pub(super) fn pile_key(game: u32, pile: char, seat: Seat, at: usize, card: Card) -> String {
    format!("g{game}{pile}{seat}n{at}{card}")
}

pub(super) fn hand_key(game: u32, seat: Seat, hand: &[Card], at: usize) -> String {
    let card = hand[at];
    let same = hand[..at].iter().filter(|held| **held == card).count();
    format!("g{game}h{seat}{card}x{same}")
}

/// Which cards entries have brought to where they lie, as an eye saw it.
pub(super) fn came(game: u32, before: &View, entries: &[Entry<Savannah>], after: &View) -> Vec<Came> {
    let (old, new) = (before.public(), after.public());
    let mut all = Vec::new();
    let mut later = 0;
    let mv = entries.iter().find_map(|entry| match entry {
        Entry::Move { seat, mv, .. } => Some((*seat, *mv)),
        _ => None,
    });
    if let Some((seat, mv)) = mv {
        let from = |pile| source(before, seat, pile);
        match mv {
            Move::Play { from: pile, to } => {
                let at = old.foundations[to].len();
                if let Some(card) = new.foundations[to].get(at) {
                    all.push(Came { key: foundation_key(game, to, at, *card), from: from(pile), after: 0 });
                }
                if pile == SourcePile::Reserve {
                    all.extend(top_of_reserve(game, new, seat));
                }
            }
            Move::Discard(card) => {
                let at = new.players[seat].discard.len();
                let key = pile_key(game, 'd', seat, at, card);
                all.push(Came { key, from: from(SourcePile::Hand(card)), after: 0 });
            }
            Move::End => {}
        }
        later = 1;
    }
    // Cards that nobody laid were dealt from the stock.
    if old.shuffle == new.shuffle {
        for foundation in Foundation::ALL {
            let played = matches!(mv, Some((_, Move::Play { to, .. })) if to == foundation);
            let laid = old.foundations[foundation].len() + usize::from(played);
            for (at, card) in new.foundations[foundation].iter().enumerate().skip(laid) {
                let key = foundation_key(game, foundation, at, *card);
                all.push(Came { key, from: CameFrom::Place(Place::Stock), after: later });
                later += 1;
            }
        }
    }
    if let (Eye::Seat(seat), Some(hand)) = (after.eye(), after.hand()) {
        let from_hand = |mv| matches!(mv, Move::Play { from: SourcePile::Hand(_), .. } | Move::Discard(_));
        let gone = mv.is_some_and(|(mover, mv)| mover == seat && from_hand(mv));
        let kept = before.hand().map_or(0, <[Card]>::len).saturating_sub(usize::from(gone));
        for at in kept.min(hand.len())..hand.len() {
            all.push(Came {
                key: hand_key(game, seat, hand, at),
                from: CameFrom::Place(Place::Stock),
                after: later,
            });
            later += 1;
        }
    }
    all
}

/// A card that goes where it was put, before the table elsewhere has said so.
pub(super) fn on_its_way(game: u32, view: &View, seat: Seat, mv: Move) -> Option<Came> {
    let (key, _) = laid_by(game, view, seat, mv)?;
    let from = match mv {
        Move::Play { from, .. } => source(view, seat, from),
        Move::Discard(card) => source(view, seat, SourcePile::Hand(card)),
        Move::End => return None,
    };
    Some(Came { key, from, after: 0 })
}

/// A card that goes back to where it was taken from.
pub(super) fn put_back(game: u32, view: &View, mv: Move) -> Option<Came> {
    let Eye::Seat(seat) = view.eye() else { return None };
    let public = view.public();
    let (pile, lay) = match mv {
        Move::Play { from, to } => (from, Place::Foundation(to)),
        Move::Discard(card) => (SourcePile::Hand(card), Place::Discard(seat)),
        Move::End => return None,
    };
    let discard = |owner: Seat| {
        let discard = &public.players.get(owner)?.discard;
        Some(pile_key(game, 'd', owner, discard.len(), discard.top()?))
    };
    let key = match pile {
        SourcePile::Hand(card) => {
            let hand = view.hand()?;
            hand_key(game, seat, hand, usize::from(position(hand, card)))
        }
        SourcePile::Reserve => {
            let reserve = public.players.get(seat)?.reserve;
            pile_key(game, 'r', seat, reserve.len(), reserve.top?)
        }
        SourcePile::Discard => discard(seat)?,
        SourcePile::DiscardOf(owner) => discard(owner)?,
    };
    Some(Came { key, from: CameFrom::Place(lay), after: 0 })
}

/// The card that a move of the eye's lays, with the name that it has there.
pub(super) fn laid_by(game: u32, view: &View, seat: Seat, mv: Move) -> Option<(String, Card)> {
    let public = view.public();
    match mv {
        Move::Play { from, to } => {
            let card = view.sight()?.card(from)?;
            Some((foundation_key(game, to, public.foundations[to].len(), card), card))
        }
        Move::Discard(card) => {
            let height = public.players.get(seat)?.discard.len() + 1;
            Some((pile_key(game, 'd', seat, height, card), card))
        }
        Move::End => None,
    }
}

/// Where a card of a pile comes from, as an eye saw it.
fn source(before: &View, seat: Seat, pile: SourcePile) -> CameFrom {
    match pile {
        SourcePile::Hand(card) => match before.hand().filter(|_| before.eye() == Eye::Seat(seat)) {
            Some(hand) => CameFrom::Place(Place::Hand(position(hand, card))),
            None => CameFrom::Seat(seat),
        },
        SourcePile::Reserve => CameFrom::Place(Place::Reserve(seat)),
        SourcePile::Discard => CameFrom::Place(Place::Discard(seat)),
        SourcePile::DiscardOf(owner) => CameFrom::Place(Place::Discard(owner)),
    }
}

fn top_of_reserve(game: u32, public: &Public, seat: Seat) -> Option<Came> {
    let reserve = public.players[seat].reserve;
    let key = pile_key(game, 'r', seat, reserve.len(), reserve.top?);
    Some(Came { key, from: CameFrom::Turned, after: 1 })
}

/// All cards that are seen come from the stock when they are dealt.
pub(super) fn dealt(game: u32, view: &View) -> Vec<Came> {
    let public = view.public();
    let mut keys = Vec::new();
    for (seat, player) in public.players.iter() {
        keys.extend(player.reserve.top.map(|card| pile_key(game, 'r', seat, player.reserve.len(), card)));
        keys.extend(player.discard.top().map(|card| pile_key(game, 'd', seat, player.discard.len(), card)));
    }
    for foundation in Foundation::ALL {
        let pile = &public.foundations[foundation];
        keys.extend(pile.iter().enumerate().map(|(at, card)| foundation_key(game, foundation, at, *card)));
    }
    if let (Eye::Seat(seat), Some(hand)) = (view.eye(), view.hand()) {
        keys.extend((0..hand.len()).map(|at| hand_key(game, seat, hand, at)));
    }
    let came =
        |(after, key): (usize, String)| Came { key, from: CameFrom::Place(Place::Stock), after: after as u8 };
    keys.into_iter().enumerate().map(came).collect()
}

fn position(hand: &[Card], card: Card) -> u8 {
    hand.iter().position(|held| *held == card).unwrap_or(0) as u8
}
