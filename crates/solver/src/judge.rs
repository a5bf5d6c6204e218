//! The easier game as judge: a position that is lost where builds move and every card of the stock is at hand is lost where
//! only one card moves or drawing has an order.

use crate::Unknown;
use crate::builds::Builds;
use crate::control::Control;
use crate::loose::Loose;
use crate::seen::{PLAIN, Seen};
use crate::space::{Space, Way};

/// Answers about the positions of one deal, with a memory of their own.
pub(crate) struct Judge {
    space: Box<Builds>,
    dead: Seen<u64>,
    alive: Seen<u64>,
    visited: Seen<u64>,
    order: Vec<u64>,
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

    /// Whether the position is lost in the easier game, as far as it is worth asking: a judge may cost a third of the search itself, and
    /// what each position is worth that it rules out.
    pub(crate) fn rules_out(&mut self, loose: &Loose, control: &mut Control<'_>) -> Result<bool, Unknown> {
        let search = control.nodes - self.start - self.cost;
        if self.cost > 1000 + search / 3 + 300 * self.found {
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
                self.alive.enter(state.key(), PLAIN, control)?;
            }
        }
        // Without cards back no position comes twice, so that what a win has left behind is dead. With them it may still lead
        // to the win, and only a whole search without one is a proof.
        if !won || !self.space.ground.back {
            for key in &self.order {
                if !won || !self.alive.has(*key) {
                    self.dead.enter(*key, PLAIN, control)?;
                }
            }
        }
        Ok(!won)
    }

    fn finds_a_win(&mut self, loose: &Loose, control: &mut Control<'_>) -> Result<bool, Unknown> {
        let mut start = Way::<_, ()>::new(*loose);
        self.space.settle(&mut start);
        self.stack.clear();
        self.stack.push((start.state, 0));
        while let Some((state, depth)) = self.stack.pop() {
            let key = state.key();
            self.path.truncate(depth);
            if self.dead.has(key)
                || !self.visited.enter(key, PLAIN, control)?
                || self.space.is_locked(self.path.last(), &state)
            {
                continue;
            }
            control.step()?;
            control.reserve(&mut self.order, 1)?;
            self.order.push(key);
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
