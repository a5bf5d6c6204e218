//! The search space of games in which one card moves at a time: it matters where each card lies.

use std::cmp::Reverse;

use crate::act::{Act, Acts};
use crate::bits::{Bit, Set, above, beneath, bit, bits, one, rank, type_of};
use crate::control::Control;
use crate::ground::Ground;
use crate::loose::Loose;
use crate::reach::Reach;
use crate::seen::Rank;
use crate::space::Space;
use crate::{Position, Unknown};

type Way<A> = crate::space::Way<Exact, A>;

/// A position with the place of every card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Exact {
    pub(crate) loose: Loose,
    /// The cards that have another one on them.
    covered: Set,
    /// Of the cards that lie on another one, those that lie on the second of the two cards of its type.
    seconds: Set,
}

impl Exact {
    /// The face-up cards with nothing on them.
    const fn tops(&self) -> Set {
        self.loose.visible & !self.covered
    }

    const fn has(&self, set: Set, card: Bit) -> bool {
        set & one(card) != 0
    }
}

/// A card moves from the card that it lies on to its twin, and could move right back.
#[derive(Clone, Copy)]
struct Pass {
    card: Bit,
    from: Bit,
}

impl Pass {
    const fn to(self) -> Bit {
        self.from ^ 1
    }

    /// The cards whose moves it may have made possible: the one that was left, and what can come to lie on that one or on the one that has
    /// moved, also in a chain of cards that make room.
    fn touches(self, makes_room: Set) -> Set {
        let mut onto = one(self.card) | one(self.from);
        loop {
            let chained = onto | beneath(onto) & makes_room;
            if chained == onto {
                return beneath(onto) | one(self.from);
            }
            onto = chained;
        }
    }
}

/// The space of one position.
pub(crate) struct OneCard {
    pub(crate) ground: Ground,
}

impl Space for OneCard {
    type State = Exact;
    type Key = u128;

    fn key(&self, state: &Exact) -> (u128, Rank) {
        let (key, rank) = self.ground.key(&state.loose);
        let seconds = if self.ground.pruning.twins { self.tidy(*state).seconds } else { state.seconds };
        (u128::from(key) | u128::from(seconds) << 64, rank)
    }

    fn is_won(&self, state: &Exact) -> bool {
        self.ground.is_won(&state.loose)
    }

    fn is_lost(&self, from: &Exact, state: &Exact, control: &mut Control<'_>) -> Result<bool, Unknown> {
        self.ground.is_lost(&from.loose, &state.loose, control)
    }

    fn settle<A: Acts>(&self, way: &mut Way<A>) {
        if self.ground.pruning.safe_up {
            while let Some(card) = self.safe_card(&way.state) {
                self.up(way, card);
            }
        }
        self.ground.rewind(&mut way.state.loose);
    }

    fn expand<A: Acts>(&self, state: &Exact, ways: &mut Vec<Way<A>>) {
        let from = ways.len();
        let start = Way::new(*state);
        if self.ground.pruning.twins {
            self.passed(&start, ways);
        }
        self.moves(&start, None, ways);
        ways[from..].iter_mut().for_each(|way| self.settle(way));
        // Wins are found soonest where the columns are cleared, above all of cards that have never moved.
        ways[from..]
            .sort_by_key(|way| Reverse(way.state.loose.visible.count_ones() + 2 * way.state.loose.dealt()));
    }
}

/// Puts a card onto another one, or into an empty column; `false` if it cannot move any more, because what made room for it
/// lies on it.
type Put<'a, A> = &'a dyn Fn(&mut Way<A>, Option<Bit>) -> bool;

impl OneCard {
    /// The position that a search starts from.
    pub(crate) fn root(&self, position: &Position, loose: Loose) -> Exact {
        let mut root = Exact { loose, covered: 0, seconds: 0 };
        for column in &position.columns {
            for pair in column.up.windows(2) {
                self.join(&mut root, bit(pair[1]), Some(bit(pair[0])));
            }
        }
        root
    }

    /// What follows from a state; after a pass, only what the pass has made possible.
    fn moves<A: Acts>(&self, start: &Way<A>, pass: Option<Pass>, ways: &mut Vec<Way<A>>) {
        if self.ground.back {
            self.backs(start, pass, ways);
        }
        match self.ground.reach {
            Reach::All if self.ground.pruning.chains => {}
            Reach::All => self.lays(start, pass, ways),
            Reach::Drawn(draw) => self.draws(start, draw, pass, ways),
        }
        self.shifts(start, pass, ways);
        self.ups(start, pass, ways);
    }

    /// What follows after one or more passes.
    fn passed<A: Acts>(&self, start: &Way<A>, ways: &mut Vec<Way<A>>) {
        let mut reached: Vec<Way<A>> = Vec::new();
        let mut next = 0;
        let mut from = start.clone();
        loop {
            for pass in self.passes(from.state) {
                let mut way = from.clone();
                self.shift(&mut way, pass.card, Some(pass.to()));
                if way.state != start.state && reached.iter().all(|other| other.state != way.state) {
                    self.moves(&way, Some(pass), ways);
                    reached.push(way);
                }
            }
            let Some(way) = reached.get(next) else { return };
            from = way.clone();
            next += 1;
        }
    }

    /// The top cards that can move from a card to its twin.
    fn passes(&self, state: Exact) -> impl Iterator<Item = Pass> + use<> {
        let tops = state.tops();
        bits(tops & !state.loose.bottoms & !self.ground.board.kings())
            .map(move |card| Pass {
                card,
                from: (above(card) & !1) | u8::from(state.has(state.seconds, card)),
            })
            .filter(move |pass| state.has(tops, pass.to()))
    }

    /// The same position after passes that lead to one form of many: a card lies on the first of two twins where it can.
    fn tidy(&self, mut state: Exact) -> Exact {
        while let Some(pass) = self.passes(state).find(|pass| state.has(state.seconds, pass.card)) {
            self.part(&mut state, pass.card);
            self.join(&mut state, pass.card, Some(pass.to()));
        }
        state
    }

    fn safe_card(&self, state: &Exact) -> Option<Bit> {
        let nexts = state.loose.next_cards() & (state.tops() | self.at_hand(state));
        bits(nexts).find(|card| self.ground.board.is_safe(&state.loose, *card, self.ground.back))
    }

    /// The stock's cards, if each can be played at any time.
    fn at_hand(&self, state: &Exact) -> Set {
        self.ground.board.at_hand(&state.loose)
    }

    fn join(&self, state: &mut Exact, card: Bit, onto: Option<Bit>) {
        if let Some(onto) = onto {
            state.covered |= one(onto);
            state.seconds |= u64::from(onto & 1) << card;
        }
    }

    /// Takes a top card from the card that it lies on; a bottom card's column is for the caller.
    fn part(&self, state: &mut Exact, card: Bit) {
        let lies_on_another = !state.has(state.loose.bottoms, card) && rank(card) < self.ground.board.king;
        if lies_on_another {
            let onto = (above(card) & !1) | u8::from(state.has(state.seconds, card));
            state.covered &= !one(onto);
            state.seconds &= !one(card);
        }
    }

    fn up<A: Acts>(&self, way: &mut Way<A>, card: Bit) {
        if way.state.has(way.state.loose.visible, card) {
            self.part(&mut way.state, card);
        }
        self.ground.board.up(&mut way.state.loose, card);
        way.acts.note(Act::Up(card));
    }

    fn lay<A: Acts>(&self, way: &mut Way<A>, card: Bit, onto: Option<Bit>) -> bool {
        self.ground.board.lay(&mut way.state.loose, card);
        self.join(&mut way.state, card, onto);
        way.acts.note(Act::Lay(card, onto));
        true
    }

    fn shift<A: Acts>(&self, way: &mut Way<A>, card: Bit, onto: Option<Bit>) -> bool {
        let state = &mut way.state;
        if !state.has(state.tops(), card) {
            return false;
        }
        self.part(state, card);
        if state.has(state.loose.bottoms, card)
            && let Some(column) = self.ground.board.column_of(&state.loose, card)
        {
            self.ground.board.shift(&mut state.loose, column, card);
        }
        self.join(state, card, onto);
        way.acts.note(Act::Shift(card, onto));
        true
    }

    fn ups<A: Acts>(&self, start: &Way<A>, pass: Option<Pass>, ways: &mut Vec<Way<A>>) {
        let state = &start.state;
        let at_hand = self.at_hand(state);
        let nexts = state.loose.nexts(self.ground.board.king);
        for next in nexts.filter(|next| pass.is_none_or(|pass| pass.from % 4 == next % 4)) {
            if at_hand & one(next) != 0 && !self.ground.pruning.stock_runs {
                if pass.is_none() {
                    let mut way = start.clone();
                    self.up(&mut way, next);
                    ways.push(way);
                }
                continue;
            }
            let mut card = next;
            while at_hand & one(card) != 0 {
                card += 4;
            }
            if state.has(state.tops(), card) && pass.is_none_or(|pass| pass.from == card) {
                let mut way = start.clone();
                (next..=card).step_by(4).for_each(|card| self.up(&mut way, card));
                ways.push(way);
            }
        }
    }

    /// Top cards of columns to other columns; those that uncover a face-down card last, the deepest column at the end.
    fn shifts<A: Acts>(&self, start: &Way<A>, pass: Option<Pass>, ways: &mut Vec<Way<A>>) {
        let state = &start.state;
        let makes_room = if self.ground.pruning.chains { self.at_hand(state) } else { 0 };
        let wanted = pass.map_or(Set::MAX, |pass| pass.touches(makes_room));
        // With twins, a card that lies on another one moves to no other but in a chain.
        let room = if self.ground.pruning.twins { makes_room } else { makes_room | state.tops() };
        for card in
            bits(state.tops() & !state.loose.bottoms & !self.ground.board.kings() & beneath(room) & wanted)
        {
            self.homes(start, card, pass, ways, &|way, onto| self.shift(way, card, onto));
        }
        // Each card with the number of cards under it, which goes before it.
        let movable =
            state.tops() & wanted & (beneath(makes_room | state.tops()) | self.ground.board.kings());
        if movable & state.loose.bottoms == 0 {
            return;
        }
        let mut bottoms = [(0, 0); 7];
        let mut count = 0;
        for column in 0..self.ground.board.width {
            let Some(card) = self.ground.board.bottom(&state.loose, column) else { continue };
            let depth = state.loose.depth(column);
            if state.has(movable, card) && (depth > 1 || rank(card) < self.ground.board.king) {
                bottoms[count] = (depth, card);
                count += 1;
            }
        }
        bottoms[..count].sort_by_key(|(depth, _)| *depth);
        for (_, card) in bottoms[..count].iter().copied() {
            self.homes(start, card, pass, ways, &|way, onto| self.shift(way, card, onto));
        }
    }

    fn lays<A: Acts>(&self, start: &Way<A>, pass: Option<Pass>, ways: &mut Vec<Way<A>>) {
        for card in bits(start.state.loose.stock) {
            self.homes(start, card, pass, ways, &|way, onto| self.lay(way, card, onto));
        }
    }

    fn draws<A: Acts>(&self, start: &Way<A>, draw: u8, pass: Option<Pass>, ways: &mut Vec<Way<A>>) {
        let stock = start.state.loose.stock;
        self.ground.board.drawable(&start.state.loose, draw, stock, |card, drawn| {
            let from = ways.len();
            self.homes(start, card, pass, ways, &|way, onto| self.lay(way, card, onto));
            if pass.is_none() && start.state.loose.is_next(card) {
                let mut way = start.clone();
                self.up(&mut way, card);
                ways.push(way);
            }
            ways[from..].iter_mut().for_each(|way| way.state.loose.drawn = drawn);
        });
    }

    fn backs<A: Acts>(&self, start: &Way<A>, pass: Option<Pass>, ways: &mut Vec<Way<A>>) {
        for card in start.state.loose.tops() {
            self.homes(start, card, pass, ways, &|way, onto| {
                self.ground.board.back(&mut way.state.loose, card);
                self.join(&mut way.state, card, onto);
                way.acts.note(Act::Back(card, onto));
                true
            });
        }
    }

    /// The ways to a place for a card, each with the card put there. After a pass only those are wanted in which the card that it has
    /// freed moves, or something comes to lie on that card or on the one that has moved.
    fn homes<A: Acts>(
        &self,
        start: &Way<A>,
        card: Bit,
        pass: Option<Pass>,
        ways: &mut Vec<Way<A>>,
        put: Put<'_, A>,
    ) {
        let pass = pass.filter(|pass| pass.from != card);
        if rank(card) < self.ground.board.king {
            self.slots(start, card, pass, ways, put);
        } else if pass.is_none() {
            self.empties(start, ways, put);
        }
    }

    /// The ways to a top card of the type that a card lies on: each that is there, and chains of stock cards that make one. A card that
    /// is there may want to leave again, and with another card on it it could not: so that one is there does not rule out a chain.
    fn slots<A: Acts>(
        &self,
        start: &Way<A>,
        card: Bit,
        pass: Option<Pass>,
        ways: &mut Vec<Way<A>>,
        put: Put<'_, A>,
    ) {
        let kind = type_of(above(card));
        let wanted = pass.map_or(kind, |pass| kind & (one(pass.card) | one(pass.from)));
        let lies_on_another = start.state.has(start.state.loose.visible & !start.state.loose.bottoms, card);
        if !(lies_on_another && self.ground.pruning.twins) {
            for onto in bits(start.state.tops() & wanted) {
                let mut way = start.clone();
                if put(&mut way, Some(onto)) {
                    ways.push(way);
                }
            }
        }
        if self.ground.reach == Reach::All && self.ground.pruning.chains {
            let stock = start.state.loose.stock;
            let has_place = beneath(stock | start.state.tops()) | self.ground.board.kings();
            for slot in bits(stock & kind & has_place) {
                let lay: Put<'_, A> = &|way, onto| self.lay(way, slot, onto) && put(way, Some(slot));
                self.homes(start, slot, pass, ways, lay);
            }
        }
    }

    /// The way to an empty column. The rule of emptying is for builds: here a card must leave before another one lies on it.
    fn empties<A: Acts>(&self, start: &Way<A>, ways: &mut Vec<Way<A>>, put: Put<'_, A>) {
        let state = &start.state;
        if self.ground.board.empty(&state.loose) > 0 {
            let mut way = start.clone();
            if put(&mut way, None) {
                ways.push(way);
            }
        }
    }
}
