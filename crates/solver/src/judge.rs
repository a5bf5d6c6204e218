//! The easier game as judge: a position that is lost where builds move and the stock is at hand, all of it or all but its first cards,
//! is lost where only one card moves or all of it is drawn.

use crate::Unknown;
use crate::builds::Builds;
use crate::control::Control;
use crate::loose::Loose;
use crate::seen::{PLAIN, Rank, Seen};
use crate::space::{Space, Way};

/// Answers about the positions of one deal, with a memory of their own.
pub(crate) struct Judge {
    space: Box<Builds>,
    dead: Seen<u64>,
    /// Whatever their ranks: to believe too often that a position can be won is no mistake.
    alive: Seen<u64>,
    visited: Seen<u64>,
    order: Vec<(u64, Rank)>,
    path: Vec<Loose>,
    stack: Vec<(Loose, usize)>,
    ways: Vec<Way<Loose, ()>>,
    /// How many states were looked at when the search began, and since then for questions.
    start: u64,
    cost: u64,
    /// How many positions it has found to be lost.
    found: u64,
}

impl Judge {
    /// How many cards of the stock are drawn in the easier game, where drawing has an order. More of them rule out more, and make it less easy: of 3
    /// to 12, this is the quickest.
    pub(crate) const FRONT: usize = 3;

    pub(crate) fn new(space: Builds, control: &mut Control<'_>) -> Result<Judge, Unknown> {
        Ok(Judge {
            space: Box::new(space),
            dead: Seen::new(control)?,
            alive: Seen::new(control)?,
            visited: Seen::new(control)?,
            order: Vec::new(),
            path: Vec::new(),
            stack: Vec::new(),
            ways: Vec::new(),
            start: 0,
            cost: 0,
            found: 0,
        })
    }

    /// Gives back the memory that its answers take.
    pub(crate) fn dismiss(self, control: &mut Control<'_>) {
        let Judge { dead, alive, visited, order, path, stack, .. } = self;
        for seen in [dead, alive, visited] {
            seen.give_back(control);
        }
        control.give_list(order);
        control.give_list(path);
        control.give_list(stack);
    }

    /// Whether the position that a search begins with is lost in the easier game.
    pub(crate) fn is_lost_from_the_start(
        &mut self,
        loose: &Loose,
        control: &mut Control<'_>,
    ) -> Result<bool, Unknown> {
        let lost = self.is_lost(loose, control)?;
        self.start = control.nodes;
        Ok(lost)
    }

    /// Whether the position is lost in the easier game, as far as it is worth asking: a judge may cost as much as the search itself, and
    /// what each position is worth that it rules out.
    pub(crate) fn rules_out(&mut self, loose: &Loose, control: &mut Control<'_>) -> Result<bool, Unknown> {
        let search = control.nodes - self.start - self.cost;
        if self.cost > 1000 + search + 300 * self.found {
            return Ok(false);
        }
        let before = control.nodes;
        let lost = self.is_lost(loose, control)?;
        self.cost += control.nodes - before;
        self.found += u64::from(lost);
        Ok(lost)
    }

    fn is_lost(&mut self, loose: &Loose, control: &mut Control<'_>) -> Result<bool, Unknown> {
        self.visited.clear(control);
        self.order.clear();
        self.path.clear();
        let won = self.finds_a_win(loose, control)?;
        if won {
            for state in &self.path {
                self.alive.enter(self.space.key(state).0, PLAIN, control)?;
            }
        }
        // Without cards back no position comes twice, so that what a win has left behind is dead. With them it may still lead
        // to the win, and only a whole search without one is a proof.
        if !won || !self.space.ground.back {
            for (key, rank) in &self.order {
                if !won || !self.alive.has(*key) {
                    self.dead.enter(*key, *rank, control)?;
                }
            }
        }
        Ok(!won)
    }

    fn finds_a_win(&mut self, loose: &Loose, control: &mut Control<'_>) -> Result<bool, Unknown> {
        let mut start = Way::<_, ()>::new(*loose);
        self.space.settle(&mut start);
        self.stack.clear();
        control.reserve(&mut self.stack, 1)?;
        self.stack.push((start.state, 0));
        while let Some((state, depth)) = self.stack.pop() {
            let (key, rank) = self.space.key(&state);
            self.path.truncate(depth);
            if self.dead.covers(key, rank)
                || !self.visited.enter(key, rank, control)?
                || self.space.is_locked(self.path.last(), &state)
            {
                continue;
            }
            control.step()?;
            control.reserve(&mut self.order, 1)?;
            self.order.push((key, rank));
            control.reserve(&mut self.path, 1)?;
            self.path.push(state);
            if self.alive.has(key) || self.space.is_won(&state) {
                return Ok(true);
            }
            self.space.expand::<()>(&state, &mut self.ways);
            control.reserve(&mut self.stack, self.ways.len())?;
            self.stack.extend(self.ways.drain(..).map(|way| (way.state, depth + 1)));
        }
        Ok(false)
    }
}
