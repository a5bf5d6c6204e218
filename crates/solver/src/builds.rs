//! The search space of games in which builds move.

use crate::Unknown;
use crate::act::{Act, Acts};
use crate::bits::{Bit, Set, above, beneath, bits, count, one, rank, type_of};
use crate::control::Control;
use crate::ground::Ground;
use crate::loose::Loose;
use crate::reach::Reach;
use crate::seen::Rank;
use crate::space::Space;

type Way<A> = crate::space::Way<Loose, A>;

/// Puts a card where room has been made for it, if it can still be put there. One code for all such, since it is large.
type Put<'a, A> = &'a dyn Fn(&mut Way<A>) -> bool;

/// The space of one position.
pub(crate) struct Builds {
    pub(crate) ground: Ground,
}

impl Space for Builds {
    type State = Loose;
    type Key = u64;

    fn key(&self, state: &Loose) -> (u64, Rank) {
        self.ground.key(state)
    }

    fn is_won(&self, state: &Loose) -> bool {
        self.ground.is_won(state)
    }

    fn is_lost(&self, from: &Loose, state: &Loose, control: &mut Control<'_>) -> Result<bool, Unknown> {
        self.ground.is_lost(from, state, control)
    }

    fn is_locked(&self, from: Option<&Loose>, state: &Loose) -> bool {
        // A position that comes from one without a lock can have one only if a card has gone up that cannot come back.
        let may_be = from.is_none_or(|from| !self.ground.back && from.heights != state.heights);
        // Where all of the stock is drawn, only the root is worth the look.
        may_be && self.ground.board.drawn != u32::MAX && self.ground.is_locked(state)
    }

    fn settle<A: Acts>(&self, way: &mut Way<A>) {
        while let Some(card) = self.safe_card(&way.state) {
            self.up(way, card);
        }
        self.ground.rewind(&mut way.state);
    }

    fn expand<A: Acts>(&self, state: &Loose, ways: &mut Vec<Way<A>>) {
        let from = ways.len();
        let start = Way::new(*state);
        if self.ground.back && !self.ground.pruning.back_chains {
            self.backs(&start, ways);
        }
        let movable = self.movable(state);
        if !self.ground.pruning.chains {
            self.lays(&start, ways);
        }
        if let Reach::Drawn(draw) = self.ground.reach {
            self.draws(&start, draw, movable, ways);
        }
        self.shifts(&start, movable, ways);
        self.ups(&start, ways);
        ways[from..].iter_mut().for_each(|way| self.settle(way));
        // Wins are found soonest where the stock is kept: a card that was laid from it is in the way of others.
        ways[from..].sort_by_key(|way| way.state.left.count_ones());
    }
}

impl Builds {
    fn safe_card(&self, state: &Loose) -> Option<Bit> {
        let Ground { board, back, pruning, .. } = &self.ground;
        let at_hand = board.at_hand(state);
        let nexts = state.next_cards() & (state.visible | at_hand);
        if nexts == 0 {
            return None;
        }
        // What lies on another card can come back to it.
        let passing = if self.sends_up() { state.visible & !state.bottoms } else { 0 };
        bits(nexts).find(|&card| {
            let safe = passing & one(card) != 0 || pruning.safe_up && board.is_safe(state, card, *back);
            safe && (at_hand & one(card) != 0 || count(board.free(state), card) > 0)
        })
    }

    /// Whether a card that can come back goes up at once.
    const fn sends_up(&self) -> bool {
        self.ground.back && self.ground.pruning.back_chains && self.ground.pruning.send_up
    }

    /// Whether a column is emptied only for a king that follows at once.
    const fn waits_for_kings(&self) -> bool {
        self.ground.pruning.emptying && !self.ground.back
    }

    /// What makes room for a card may have brought others of its suit back: then it is not its turn any more.
    fn up<A: Acts>(&self, way: &mut Way<A>, card: Bit) -> bool {
        if !way.state.is_next(card) {
            return false;
        }
        self.ground.board.up(&mut way.state, card);
        way.acts.note(Act::Up(card));
        true
    }

    /// What makes room for a card may have laid it already, to empty a column.
    fn lay<A: Acts>(&self, way: &mut Way<A>, card: Bit) -> bool {
        if way.state.stock & one(card) == 0 {
            return false;
        }
        self.ground.board.lay(&mut way.state, card);
        way.acts.note(Act::Lay(card, None));
        true
    }

    fn shift<A: Acts>(&self, way: &mut Way<A>, column: u8, card: Bit) -> bool {
        if self.ground.board.bottom(&way.state, column) != Some(card) {
            return false;
        }
        self.ground.board.shift(&mut way.state, column, card);
        way.acts.note(Act::Shift(card, None));
        true
    }

    /// Column cards to their foundations, with the stock cards under them.
    fn ups<A: Acts>(&self, start: &Way<A>, ways: &mut Vec<Way<A>>) {
        let state = &start.state;
        let at_hand = self.ground.board.at_hand(state);
        for next in state.nexts(self.ground.board.king) {
            if at_hand & one(next) != 0 && !self.ground.pruning.stock_runs {
                with(start, ways, |way| self.up(way, next));
                continue;
            }
            let card = after(next, at_hand);
            if state.visible & one(card) != 0 {
                let mut way = start.clone();
                self.run_up(&mut way, next, card);
                self.slots(&way, card, true, ways, |way| self.up(way, card));
            }
        }
    }

    /// The cards of a suit from one up to another, which stays where it is.
    fn run_up<A: Acts>(&self, way: &mut Way<A>, next: Bit, to: Bit) {
        for card in (next..to).step_by(4) {
            self.up(way, card);
        }
    }

    /// The bottom cards of runs to other columns: what uncovers a face-down card, the deepest column last.
    fn shifts<A: Acts>(&self, start: &Way<A>, movable: Set, ways: &mut Vec<Way<A>>) {
        let board = &self.ground.board;
        let state = &start.state;
        // The rightmost columns are the deepest, and what is added last is looked at first.
        for column in 0..board.width {
            let Some(card) = board.bottom(state, column) else { continue };
            let exposes = state.depth(column) > 1 || (rank(card) < board.king && !self.waits_for_kings());
            if exposes && movable & one(card) != 0 {
                self.homes(start, card, true, ways, |way| self.shift(way, column, card));
            }
        }
    }

    /// Cards that may find a place in a column, and all that do.
    fn movable(&self, state: &Loose) -> Set {
        let board = &self.ground.board;
        beneath(board.free(state)) | beneath(self.makes_room(state)) | board.kings()
    }

    /// The cards that can become slots in a chain.
    fn makes_room(&self, state: &Loose) -> Set {
        let Ground { board, back, pruning, .. } = &self.ground;
        let stock = if pruning.chains { board.at_hand(state) } else { 0 };
        let ups = if *back && pruning.back_chains { state.ups() } else { 0 };
        stock | ups
    }

    /// Every stock card at hand to every place that it fits.
    fn lays<A: Acts>(&self, start: &Way<A>, ways: &mut Vec<Way<A>>) {
        for card in bits(self.ground.board.at_hand(&start.state)) {
            let lay: Put<'_, A> = &|way| self.lay(way, card);
            self.homes(start, card, true, ways, lay);
        }
    }

    /// The cards that drawing brings to the top of the waste, to foundations and columns.
    fn draws<A: Acts>(&self, start: &Way<A>, draw: u8, movable: Set, ways: &mut Vec<Way<A>>) {
        let board = &self.ground.board;
        let at_hand = board.at_hand(&start.state);
        // What is at hand goes up right before the card that needs it.
        let nexts = start.state.nexts(board.king).fold(0, |set, next| set | one(after(next, at_hand)));
        board.drawable(&start.state, draw, start.state.stock & (movable | nexts), |card, drawn| {
            let from = ways.len();
            // What goes up at once need not be laid.
            if movable & one(card) != 0 && !(self.sends_up() && start.state.is_next(card)) {
                let lay: Put<'_, A> = &|way| self.lay(way, card);
                self.homes(start, card, true, ways, lay);
            }
            if nexts & one(card) != 0 {
                let mut way = start.clone();
                self.run_up(&mut way, start.state.height(card % 4) * 4 + card % 4, card);
                self.up(&mut way, card);
                ways.push(way);
            }
            ways[from..].iter_mut().for_each(|way| way.state.drawn = drawn);
        });
    }

    /// Cards back from the foundations.
    fn backs<A: Acts>(&self, start: &Way<A>, ways: &mut Vec<Way<A>>) {
        for card in start.state.tops() {
            let back: Put<'_, A> = &|way| self.bring_back(way, card);
            self.homes(start, card, true, ways, back);
        }
    }

    /// The ways to a place for a card, each with the card put there.
    fn homes<A: Acts>(
        &self,
        start: &Way<A>,
        card: Bit,
        may_empty: bool,
        ways: &mut Vec<Way<A>>,
        put: impl Fn(&mut Way<A>) -> bool,
    ) {
        if rank(card) == self.ground.board.king {
            self.empties(start, may_empty, ways, put);
        } else {
            self.slots(start, above(card), may_empty, ways, put);
        }
    }

    /// The ways to a free slot of a type: there is one, or a chain of stock cards makes one.
    fn slots<A: Acts>(
        &self,
        start: &Way<A>,
        kind: Bit,
        may_empty: bool,
        ways: &mut Vec<Way<A>>,
        put: impl Fn(&mut Way<A>) -> bool,
    ) {
        if count(self.ground.board.free(&start.state), kind) > 0 {
            with(start, ways, put);
            return;
        }
        let from = ways.len();
        self.chains(start, kind, may_empty, ways);
        keep(ways, from, put);
    }

    fn chains<A: Acts>(&self, start: &Way<A>, kind: Bit, may_empty: bool, ways: &mut Vec<Way<A>>) {
        let stock = if self.ground.pruning.chains { self.ground.board.at_hand(&start.state) } else { 0 };
        for card in bits(stock & type_of(kind)) {
            let lay: Put<'_, A> = &|way| self.lay(way, card);
            self.homes(start, card, may_empty, ways, lay);
        }
        if self.ground.back && self.ground.pruning.back_chains {
            for card in [kind & !1, kind | 1].into_iter().filter(|card| start.state.is_up(*card)) {
                self.bring_down_to(start, card, may_empty, ways);
            }
        }
    }

    /// The ways to bring a card back from its foundation: first all cards of its suit that lie on it there.
    fn bring_down_to<A: Acts>(&self, start: &Way<A>, card: Bit, may_empty: bool, ways: &mut Vec<Way<A>>) {
        let top = start.state.height(card % 4) * 4 + card % 4 - 4;
        if top == card {
            let back: Put<'_, A> = &|way| self.bring_back(way, card);
            self.homes(start, card, may_empty, ways, back);
            return;
        }
        let mut before = Vec::new();
        let back: Put<'_, A> = &|way| self.bring_back(way, top);
        self.homes(start, top, may_empty, &mut before, back);
        for way in &before {
            self.bring_down_to(way, card, may_empty, ways);
        }
    }

    /// What makes room for a card may have brought it back already.
    fn bring_back<A: Acts>(&self, way: &mut Way<A>, card: Bit) -> bool {
        if way.state.height(card % 4) != rank(card) + 1 {
            return false;
        }
        self.ground.board.back(&mut way.state, card);
        way.acts.note(Act::Back(card, None));
        true
    }

    /// The ways to an empty column: there is one, or the last card of a column moves away.
    fn empties<A: Acts>(
        &self,
        start: &Way<A>,
        may_empty: bool,
        ways: &mut Vec<Way<A>>,
        put: impl Fn(&mut Way<A>) -> bool,
    ) {
        if self.ground.board.empty(&start.state) > 0 {
            with(start, ways, put);
            return;
        }
        let from = ways.len();
        if may_empty && self.waits_for_kings() {
            for column in (0..self.ground.board.width).filter(|column| start.state.depth(*column) == 1) {
                let Some(card) = self.ground.board.bottom(&start.state, column) else { continue };
                if rank(card) < self.ground.board.king {
                    let shift: Put<'_, A> = &|way| self.shift(way, column, card);
                    self.slots(start, above(card), false, ways, shift);
                }
            }
        }
        keep(ways, from, put);
    }
}

/// The first card of a suit, from one on, that is not in a set.
fn after(mut card: Bit, set: Set) -> Bit {
    while set & one(card) != 0 {
        card += 4;
    }
    card
}

/// Adds a way on which one thing more is done, if it can be.
fn with<T: Clone>(start: &T, ways: &mut Vec<T>, done: impl Fn(&mut T) -> bool) {
    let mut way = start.clone();
    if done(&mut way) {
        ways.push(way);
    }
}

/// Does something with the ways from a place on, and keeps those where it could be done.
fn keep<T>(ways: &mut Vec<T>, from: usize, done: impl Fn(&mut T) -> bool) {
    let mut kept = from;
    for at in from..ways.len() {
        if done(&mut ways[at]) {
            ways.swap(kept, at);
            kept += 1;
        }
    }
    ways.truncate(kept);
}
