use cards::{Card, Rank, Source};
use games::savannah::{ByFoundation, Foundation, HAND, Move, PlayerCards, Savannah, Sight, SourcePile, View};
use table::{Turn, View as _};

use super::{Fit, RankSet};
use crate::Bot;

/// A sensible opponent that looks no further than the current turn. It uses no random numbers.
///
/// - It plays from its reserve, then from its discard.
/// - It plays a card from its hand only if that helps: if a card of its reserve or discard can
///   follow, perhaps after more cards from the hand, or if the whole hand can be played and four
///   new cards come.
/// - It plays from another player's discard only if the top of its reserve can follow, and only if
///   the owner is behind, since that leaves the owner with one card less to get rid of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Simple;

impl Bot<Savannah> for Simple {
    fn choose(&mut self, view: &View, _: &mut dyn Source, _: &mut dyn FnMut() -> bool) -> Option<Move> {
        Simple::pick(view.sight()?)
    }
}

impl Simple {
    /// The same as [`Bot::choose`], from the part of a view that it needs.
    #[must_use]
    pub fn pick(sight: Sight<'_>) -> Option<Move> {
        if sight.public().turn() != Turn::Seat(sight.seat()) {
            return None;
        }
        let decision = Decision::new(sight)?;
        decision.play().or_else(|| Some(decision.end()))
    }

    /// The move that ends its turn.
    pub(super) fn discard(sight: Sight<'_>) -> Option<Move> {
        Some(Decision::new(sight)?.end())
    }
}

/// The data for one decision. Suits do not matter, so it uses ranks.
struct Decision<'a> {
    sight: Sight<'a>,
    me: &'a PlayerCards,
    fit: Fit,
    tops: Tops,
    /// The ranks that fit on one of the tops.
    open: RankSet,
    /// The tops of its own reserve and discard.
    wanted: RankSet,
    hand: RankSet,
}

type Tops = ByFoundation<Rank>;

impl<'a> Decision<'a> {
    #[inline]
    fn new(sight: Sight<'a>) -> Option<Decision<'a>> {
        let public = sight.public();
        let me = public.players.get(sight.seat())?;
        let fit = Fit::new(public.sum(), public.config.ace_on_ace());
        let top = |foundation| public.top(foundation).map(|card| card.rank);
        let tops = ByFoundation([top(Foundation::First)?, top(Foundation::Second)?, top(Foundation::Third)?]);
        let wanted = [me.reserve.top, me.discard.top()].into_iter().flatten();
        Some(Decision {
            sight,
            me,
            fit,
            tops,
            open: fit.on_any(tops),
            wanted: wanted.map(|card| card.rank).collect(),
            hand: sight.hand().iter().map(|card| card.rank).collect(),
        })
    }

    fn play(&self) -> Option<Move> {
        if !self.sight.may_play() {
            return None;
        }
        if self.open.intersects(self.wanted) {
            let own =
                [(SourcePile::Reserve, self.me.reserve.top), (SourcePile::Discard, self.me.discard.top())];
            let (from, card) =
                own.into_iter().find(|(_, top)| top.is_some_and(|top| self.open.contains(top.rank)))?;
            return self.place(from, card?.rank);
        }
        let from_hand =
            if self.open.intersects(self.hand) { self.lead().or_else(|| self.empty_hand()) } else { None };
        from_hand.or_else(|| self.steal())
    }

    /// Plays the card on the foundation where most of its own cards can follow.
    fn place(&self, from: SourcePile, rank: Rank) -> Option<Move> {
        let fitting = Foundation::ALL.into_iter().filter(|to| self.fit.on(self.tops[*to]).contains(rank));
        let better = |best, to| if self.followers(rank, to) > self.followers(rank, best) { to } else { best };
        fitting.reduce(better).map(|to| Move::Play { from, to })
    }

    /// How many of its own ranks can be played after that card.
    fn followers(&self, rank: Rank, to: Foundation) -> u32 {
        let mut tops = self.tops;
        tops[to] = rank;
        (self.fit.on_any(tops) & (self.wanted | self.hand)).len()
    }

    /// The first card of the shortest chain from the hand after which a card of the reserve or
    /// discard can be played.
    fn lead(&self) -> Option<Move> {
        let last = self.fit.under(self.wanted) & self.hand;
        if last.is_empty() {
            return None;
        }
        // Extend the chain backwards until it contains a card that can be played now.
        let mut chain = last;
        while !chain.intersects(self.open) {
            let longer = chain | self.fit.under(chain) & self.hand;
            if longer == chain {
                return None;
            }
            chain = longer;
        }
        let first = self.sight.hand().iter().find(|card| (chain & self.open).contains(card.rank))?;
        self.place(SourcePile::Hand(*first), first.rank)
    }

    /// The first of the plays that empty the hand, if that is possible and there are four cards to
    /// draw.
    fn empty_hand(&self) -> Option<Move> {
        let public = self.sight.public();
        if !self.reachable(self.open).is_superset(self.hand)
            || usize::from(public.stock) + public.covered().count() < HAND
        {
            return None;
        }
        let (at, to) = self.first_of_all(self.tops, 0)?;
        Some(Move::Play { from: SourcePile::Hand(*self.sight.hand().get(at)?), to })
    }

    /// The ranks that fit on one of the tops or on a card of the hand.
    fn reachable(&self, open: RankSet) -> RankSet {
        self.sight.hand().iter().fold(open, |reachable, card| reachable | self.fit.on(card.rank))
    }

    /// The first of the plays by which all cards of the hand can be played that are not in the bit
    /// set `played`.
    fn first_of_all(&self, tops: Tops, played: u8) -> Option<(usize, Foundation)> {
        let hand = self.sight.hand();
        let all = (1 << hand.len()) - 1;
        let open = self.fit.on_any(tops);
        for (at, card) in hand.iter().enumerate() {
            if played >> at & 1 == 1 || !open.contains(card.rank) {
                continue;
            }
            let played = played | 1 << at;
            for to in Foundation::ALL {
                if self.fit.on(tops[to]).contains(card.rank) {
                    let mut tops = tops;
                    tops[to] = card.rank;
                    if played == all || self.first_of_all(tops, played).is_some() {
                        return Some((at, to));
                    }
                }
            }
        }
        None
    }

    /// A play from another player's discard after which its own reserve can follow (S9).
    fn steal(&self) -> Option<Move> {
        if !self.sight.may_steal() {
            return None;
        }
        let reserve = self.me.reserve.top?;
        let behind = self.sight.public().players.iter().filter(|(_, player)| player.left() > self.me.left());
        behind
            .filter_map(|(owner, player)| Some((SourcePile::DiscardOf(owner), player.discard.top()?.rank)))
            .find(|(_, rank)| self.open.contains(*rank) && self.fit.on(*rank).contains(reserve.rank))
            .and_then(|(from, rank)| self.place(from, rank))
    }

    /// Discards the card that is easiest to get rid of, or least useful in the hand.
    fn end(&self) -> Move {
        let hand = self.sight.hand();
        let discard = self.me.discard.top().map(|card| card.rank);
        let (_, twice) = hand.iter().fold((RankSet::NONE, RankSet::NONE), |(once, twice), card| {
            let rank = RankSet::of(card.rank);
            (once | rank, twice | once & rank)
        });
        let ease = |card: &&Card| {
            let rank = i32::from(card.rank.number());
            let double = if twice.contains(card.rank) { 3 } else { 0 };
            match card.rank {
                // The top of the discard can follow it.
                _ if card.rank.above().is_some_and(|above| Some(above) == discard) => 100,
                // It fits on any foundation at any time.
                Rank::Ace => 50,
                // Any card fits on it.
                Rank::King => -50,
                _ => rank + double,
            }
        };
        hand.iter().max_by_key(ease).map_or(Move::End, |card| Move::Discard(*card))
    }
}
