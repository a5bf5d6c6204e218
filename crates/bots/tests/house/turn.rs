//! An independent reference player that shares no code with the crate.

use std::collections::HashSet;

use bots::Bot;
use cards::Source;
use games::savannah::{Foundation, Move, Savannah, SourcePile, View, fits};
use table::View as _;

/// The prototype's *turn*: searches the whole turn up to where a hidden card appears, and evaluates
/// the result with a few hand-tuned numbers. For two players.
pub(crate) struct Whole;

impl Bot<Savannah> for Whole {
    fn choose(&mut self, view: &View, _: &mut dyn Source, _: &mut dyn FnMut() -> bool) -> Option<Move> {
        let sight = view.sight()?;
        let mut best: Option<(i32, Move)> = None;
        for mv in view.legal() {
            let mut at = Position::new(view)?;
            let value = match mv {
                Move::Play { from, to } if sight.gives_win(mv).is_none_or(|seat| seat == sight.seat()) => {
                    let shown = at.play(from, to as usize);
                    at.best(shown, &mut HashSet::new())
                }
                Move::Play { .. } => continue,
                Move::Discard(card) => at.discarded(card.rank.number()),
                Move::End => at.value(false),
            };
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }
}

/// A position, with cards as ranks from 1 to 13.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Position {
    tops: [u8; 3],
    hand: Vec<u8>,
    /// The top card, if it is known, and the number of cards.
    reserve: (Option<u8>, usize),
    /// The known cards, and the number of all cards.
    discard: (Vec<u8>, usize),
    /// The tops of the opponents' reserves and discards.
    others: Vec<u8>,
    sum: u8,
    ace_on_ace: bool,
}

impl Position {
    fn new(view: &View) -> Option<Position> {
        let sight = view.sight()?;
        let public = view.public();
        let top = |foundation| public.top(foundation).map(|card| card.rank.number());
        let me = &public.players[sight.seat()];
        let others = public.players.iter().filter(|(seat, _)| *seat != sight.seat());
        Some(Position {
            tops: [top(Foundation::First)?, top(Foundation::Second)?, top(Foundation::Third)?],
            hand: sight.hand().iter().map(|card| card.rank.number()).collect(),
            reserve: (me.reserve.top.map(|card| card.rank.number()), me.reserve.len()),
            discard: (me.discard.face_up.iter().map(|card| card.rank.number()).collect(), me.discard.len()),
            others: others
                .flat_map(|(_, player)| [player.reserve.top, player.discard.top()])
                .flatten()
                .map(|card| card.rank.number())
                .collect(),
            sum: public.sum(),
            ace_on_ace: public.config.ace_on_ace(),
        })
    }

    /// Plays a card. Returns whether a hidden card appears.
    fn play(&mut self, from: SourcePile, to: usize) -> bool {
        let card = match from {
            SourcePile::Hand(card) => {
                let rank = card.rank.number();
                let at = self.hand.iter().position(|held| *held == rank).unwrap();
                self.hand.remove(at)
            }
            SourcePile::Reserve => {
                self.reserve.1 -= 1;
                self.reserve.0.take().unwrap()
            }
            SourcePile::Discard => {
                self.discard.1 -= 1;
                self.discard.0.pop().unwrap()
            }
            // The opponent's discard is the last entry of `others`. It is removed.
            SourcePile::DiscardOf(_) => self.others.pop().unwrap(),
        };
        self.tops[to] = card;
        let turned = |seen: bool, count: usize| !seen && count > 0;
        self.hand.is_empty()
            || turned(self.reserve.0.is_some(), self.reserve.1)
            || turned(!self.discard.0.is_empty(), self.discard.1)
            || self.tops == [1; 3]
    }

    /// The value of the best continuation.
    fn best(&self, shown: bool, seen: &mut HashSet<Position>) -> i32 {
        if self.reserve.1 + self.discard.1 == 0 {
            return i32::MAX;
        }
        if shown {
            return self.value(true);
        }
        let mut best = self.hand.iter().map(|rank| self.discarded(*rank)).max().unwrap_or(i32::MIN);
        let own =
            [(SourcePile::Reserve, self.reserve.0), (SourcePile::Discard, self.discard.0.last().copied())];
        let own = own.into_iter().filter_map(|(from, rank)| Some((from, rank?)));
        let hand = self.hand.iter().map(|rank| (SourcePile::Hand(any_card(*rank)), *rank));
        for (from, rank) in own.chain(hand) {
            for to in 0..3 {
                if self.fits(rank, self.tops[to]) {
                    let mut next = self.clone();
                    let shown = next.play(from, to);
                    if seen.len() < 500 && seen.insert(next.clone()) {
                        best = best.max(next.best(shown, seen));
                    }
                }
            }
        }
        best
    }

    fn fits(&self, rank: u8, top: u8) -> bool {
        fits(any_card(rank).rank, any_card(top).rank, self.sum, self.ace_on_ace)
    }

    fn discarded(&self, rank: u8) -> i32 {
        let mut after = self.clone();
        after.hand.remove(after.hand.iter().position(|held| *held == rank).unwrap());
        after.discard.0.push(rank);
        after.discard.1 += 1;
        after.value(false)
    }

    /// The evaluation; larger is better. `open` means that the turn continues.
    fn value(&self, open: bool) -> i32 {
        let own = |rank: Option<u8>| rank.map_or(25, |rank| self.distance(rank, &self.hand));
        let mut value = -100 * self.reserve.1 as i32 - 70 * self.discard.1 as i32;
        value -= 25 * own(self.reserve.0) / 10 + 12 * own(self.discard.0.last().copied()) / 10;
        value += self.others.iter().map(|rank| 10 * self.distance(*rank, &[]) / 10).sum::<i32>();
        value += self
            .hand
            .iter()
            .map(|rank| [0, 25, 8, 4, 2, 0, 0, 0, 0, 0, 0, 4, 8, 35][usize::from(*rank)])
            .sum::<i32>();
        if self.hand.is_empty() && open {
            value += 60;
        }
        // A turn that continues still needs a discard.
        if open { value - 30 } else { value }
    }

    /// How many ranks are missing until a card can be played without dice, in tenths.
    fn distance(&self, rank: u8, held: &[u8]) -> i32 {
        let missing = |top: u8| {
            let end = if rank > top { rank } else { 14 };
            let between = (top + 1..end).filter(|rank| !held.contains(rank)).count() as i32;
            if rank == 1 || top == 13 { 0 } else { between.min(8) * 10 }
        };
        self.tops.into_iter().map(missing).min().unwrap_or(0)
    }
}

/// A card with this rank. Suits do not matter.
fn any_card(rank: u8) -> cards::Card {
    let rank = cards::Rank::ALL[usize::from(rank) - 1];
    cards::Card { rank, suit: cards::Suit::Clubs }
}
