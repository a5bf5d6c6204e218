use cards::Card;
use table::Seat;

use super::{Foundation, Move, Phase, Public, SourcePile, Step};

/// The public effects of one move or chance event that follow from it but are not part of it.
pub(super) struct Change {
    /// The card that was turned up (S5, S6).
    pub(super) turned_up: Option<Card>,
    /// The cards that were dealt onto three aces, in order (S17).
    pub(super) dealt: Vec<Card>,
    /// How many cards the player drew (S1, S8).
    pub(super) drawn: usize,
}

impl Change {
    /// The effects of a player's move.
    pub(super) fn by_move(before: &Public, seat: Seat, mv: Move, after: &Public) -> Change {
        let (from, to) = match mv {
            Move::Play { from, to } => (Some(from), Some(to)),
            Move::Discard(card) => (Some(SourcePile::Hand(card)), None),
            Move::End => (None, None),
        };
        let laid = |foundation| before.foundations[foundation].len() + usize::from(Some(foundation) == to);
        let played = usize::from(matches!(from, Some(SourcePile::Hand(_))));
        Change {
            turned_up: from.and_then(|from| turned_up(before, seat, from, after)),
            dealt: dealt(before, laid, after),
            drawn: (hand(after, seat) + played).saturating_sub(hand(before, seat)),
        }
    }

    /// The effects of a roll or a reshuffle, for the player whose turn it is.
    pub(super) fn by_chance(before: &Public, after: &Public) -> Change {
        let shuffled = before.shuffle != after.shuffle;
        let first = usize::from(before.phase == Phase::Deal);
        let laid = |foundation: Foundation| {
            let there = before.foundations[foundation].len() + first;
            if shuffled { there.min(1) } else { there }
        };
        let drawn = hand(after, before.seat).saturating_sub(hand(before, before.seat));
        Change { turned_up: None, dealt: dealt(before, laid, after), drawn }
    }
}

fn hand(public: &Public, seat: Seat) -> usize {
    public.players.get(seat).map_or(0, |player| player.hand.len())
}

fn turned_up(before: &Public, seat: Seat, from: SourcePile, after: &Public) -> Option<Card> {
    let owner = match from {
        SourcePile::Hand(_) => return None,
        SourcePile::Reserve => return after.players.get(seat)?.reserve.top,
        SourcePile::Discard => seat,
        SourcePile::DiscardOf(owner) => owner,
    };
    let (old, new) = (&before.players.get(owner)?.discard, &after.players.get(owner)?.discard);
    if new.face_down < old.face_down { new.top() } else { None }
}

/// The cards above the first `laid` cards of each foundation, in dealing order.
fn dealt(before: &Public, laid: impl Fn(Foundation) -> usize, after: &Public) -> Vec<Card> {
    let mut piles = Foundation::ALL
        .map(|foundation| after.foundations[foundation].iter().skip(laid(foundation)).copied());
    let first = match before.phase {
        Phase::Reshuffle(Step::Aces(foundation)) => foundation,
        _ => Foundation::First,
    };
    piles.rotate_left(first as usize);
    let mut cards = Vec::new();
    loop {
        let round: Vec<Card> = piles.iter_mut().filter_map(Iterator::next).collect();
        if round.is_empty() {
            return cards;
        }
        cards.extend(round);
    }
}
