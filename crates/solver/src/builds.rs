//! The search space of games in which builds move.

use std::cell::RefCell;

use crate::act::{Act, Acts};
use crate::bits::{Bit, above, bits, count, one, rank, type_of};
use crate::control::Control;
use crate::judge::Judge;
use crate::loose::{Board, Loose};
use crate::reach::Reach;
use crate::space::Space;
use crate::{Pruning, Unknown};

type Way<A> = crate::space::Way<Loose, A>;

/// The space of one position.
pub(crate) struct Builds {
    pub(crate) board: Board,
    pub(crate) reach: Reach,
    pub(crate) back: bool,
    pub(crate) pruning: Pruning,
    /// Who is asked whether the easier game is lost.
    pub(crate) judge: Option<RefCell<Judge>>,
}

impl Space for Builds {
    type State = Loose;
    type Key = u64;

    fn key(&self, state: &Loose) -> (u64, u8) {
        match self.reach {
            Reach::All => (state.key(), 0),
            Reach::Drawn(draw) => self.board.drawn_key(state, draw),
        }
    }

    fn is_won(&self, state: &Loose) -> bool {
        let open_is_won = state.left == 0 || (self.reach == Reach::All && self.pruning.open_is_won);
        (open_is_won && state.is_open()) || self.board.is_done(state)
    }

    fn is_lost(&self, from: &Loose, state: &Loose, control: &mut Control<'_>) -> Result<bool, Unknown> {
        match &self.judge {
            Some(judge) if from.depths != state.depths => judge.borrow_mut().is_lost(state, control),
            _ => Ok(false),
        }
    }

    fn is_locked(&self, state: &Loose) -> bool {
        self.pruning.locks && self.board.is_locked(state, self.back)
    }

    fn settle<A: Acts>(&self, way: &mut Way<A>) {
        if self.pruning.safe_up {
            while let Some(card) = self.safe_card(&way.state) {
                self.up(way, card);
            }
        }
        if let Reach::Drawn(draw) = self.reach {
            self.board.rewind(&mut way.state, draw);
        }
    }

    fn expand<A: Acts>(&self, state: &Loose, ways: &mut Vec<Way<A>>) {
        let from = ways.len();
        let start = Way::new(*state);
        if self.back && !self.pruning.back_chains {
            self.backs(&start, ways);
        }
        match self.reach {
            Reach::All if self.pruning.chains => {}
            Reach::All => self.lays(&start, ways),
            Reach::Drawn(draw) => self.draws(&start, draw, ways),
        }
        self.shifts(&start, ways);
        self.ups(&start, ways);
        ways[from..].iter_mut().for_each(|way| self.settle(way));
    }
}

impl Builds {
    fn safe_card(&self, state: &Loose) -> Option<Bit> {
        state.nexts(self.board.king).find(|card| self.goes_safely(state, *card))
    }

    fn goes_safely(&self, state: &Loose, card: Bit) -> bool {
        let at_hand = self.reach == Reach::All && state.stock & one(card) != 0;
        self.board.is_safe(state, card, self.back) && (at_hand || self.is_free(state, card))
    }

    /// Whether a column card is uncovered, or can be.
    fn is_free(&self, state: &Loose, card: Bit) -> bool {
        state.visible & one(card) != 0 && count(self.board.free(state), card) > 0
    }

    /// What makes room for a card may have brought others of its suit back: then it is not its turn any more.
    fn up<A: Acts>(&self, way: &mut Way<A>, card: Bit) -> bool {
        if !way.state.is_next(card) {
            return false;
        }
        self.board.up(&mut way.state, card);
        way.acts.note(Act::Up(card));
        true
    }

    /// What makes room for a card may have laid it already, to empty a column.
    fn lay<A: Acts>(&self, way: &mut Way<A>, card: Bit) -> bool {
        if way.state.stock & one(card) == 0 {
            return false;
        }
        self.board.lay(&mut way.state, card);
        way.acts.note(Act::Lay(card, None));
        true
    }

    fn shift<A: Acts>(&self, way: &mut Way<A>, column: u8, card: Bit) -> bool {
        if self.board.bottom(&way.state, column) != Some(card) {
            return false;
        }
        self.board.shift(&mut way.state, column, card);
        way.acts.note(Act::Shift(card, None));
        true
    }

    /// Column cards to their foundations, with the stock cards under them.
    fn ups<A: Acts>(&self, start: &Way<A>, ways: &mut Vec<Way<A>>) {
        for mut card in start.state.nexts(self.board.king) {
            let mut way = start.clone();
            while self.reach == Reach::All && way.state.stock & one(card) != 0 {
                self.up(&mut way, card);
                if !self.pruning.stock_runs {
                    ways.push(way.clone());
                    break;
                }
                card += 4;
            }
            if rank(card) <= self.board.king && way.state.visible & one(card) != 0 {
                self.slots(&way, card, true, ways, |way| self.up(way, card));
            }
        }
    }

    /// The bottom cards of runs to other columns: what uncovers a face-down card, the deepest column last.
    fn shifts<A: Acts>(&self, start: &Way<A>, ways: &mut Vec<Way<A>>) {
        // The rightmost columns are the deepest, and what is added last is looked at first.
        for column in 0..self.board.width {
            let Some(card) = self.board.bottom(&start.state, column) else { continue };
            let empties = start.state.depth(column) == 1;
            if !empties || (rank(card) < self.board.king && !self.pruning.emptying) {
                self.homes(start, card, true, ways, |way| self.shift(way, column, card));
            }
        }
    }

    /// Every stock card to every place that it fits.
    fn lays<A: Acts>(&self, start: &Way<A>, ways: &mut Vec<Way<A>>) {
        for card in bits(start.state.stock) {
            self.homes(start, card, true, ways, |way| self.lay(way, card));
        }
    }

    /// The cards that drawing brings to the top of the waste, to foundations and columns.
    fn draws<A: Acts>(&self, start: &Way<A>, draw: u8, ways: &mut Vec<Way<A>>) {
        self.board.drawable(&start.state, draw, |card, drawn| {
            let from = ways.len();
            self.homes(start, card, true, ways, |way| self.lay(way, card));
            if start.state.is_next(card) {
                let mut way = start.clone();
                self.up(&mut way, card);
                ways.push(way);
            }
            ways[from..].iter_mut().for_each(|way| way.state.drawn = drawn);
        });
    }

    /// Cards back from the foundations.
    fn backs<A: Acts>(&self, start: &Way<A>, ways: &mut Vec<Way<A>>) {
        for card in start.state.tops() {
            self.homes(start, card, true, ways, |way| self.bring_back(way, card));
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
        if rank(card) == self.board.king {
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
        let from = ways.len();
        if count(self.board.free(&start.state), kind) > 0 {
            ways.push(start.clone());
        } else {
            self.chains(start, kind, may_empty, ways);
        }
        keep(ways, from, put);
    }

    fn chains<A: Acts>(&self, start: &Way<A>, kind: Bit, may_empty: bool, ways: &mut Vec<Way<A>>) {
        let at_hand = if self.reach == Reach::All && self.pruning.chains { start.state.stock } else { 0 };
        for card in bits(at_hand & type_of(kind)) {
            let lay: &dyn Fn(&mut Way<A>) -> bool = &|way| self.lay(way, card);
            self.homes(start, card, may_empty, ways, lay);
        }
        if self.back && self.pruning.back_chains {
            for card in [kind & !1, kind | 1].into_iter().filter(|card| start.state.is_up(*card)) {
                self.bring_down_to(start, card, may_empty, ways);
            }
        }
    }

    /// The ways to bring a card back from its foundation: first all cards of its suit that lie on it there.
    fn bring_down_to<A: Acts>(&self, start: &Way<A>, card: Bit, may_empty: bool, ways: &mut Vec<Way<A>>) {
        let top = start.state.height(card % 4) * 4 + card % 4 - 4;
        if top == card {
            let back: &dyn Fn(&mut Way<A>) -> bool = &|way| self.bring_back(way, card);
            self.homes(start, card, may_empty, ways, back);
            return;
        }
        let mut before = Vec::new();
        let back: &dyn Fn(&mut Way<A>) -> bool = &|way| self.bring_back(way, top);
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
        self.board.back(&mut way.state, card);
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
        let from = ways.len();
        if self.board.empty(&start.state) > 0 {
            ways.push(start.clone());
        } else if may_empty && self.pruning.emptying {
            for column in (0..self.board.width).filter(|column| start.state.depth(*column) == 1) {
                let Some(card) = self.board.bottom(&start.state, column) else { continue };
                if rank(card) < self.board.king {
                    let shift: &dyn Fn(&mut Way<A>) -> bool = &|way| self.shift(way, column, card);
                    self.slots(start, above(card), false, ways, shift);
                }
            }
        }
        keep(ways, from, put);
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
