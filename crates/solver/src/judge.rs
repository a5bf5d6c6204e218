//! The easier game as judge: a position that is lost where builds move and every card of the stock is at hand is lost where
//! only one card moves or drawing has an order.

use crate::Unknown;
use crate::builds::Builds;
use crate::control::Control;
use crate::loose::Loose;
use crate::seen::Seen;
use crate::space::{Space, Way};

/// Answers about the positions of one deal, with a memory of their own.
pub(crate) struct Judge {
    space: Box<Builds>,
    dead: Seen<u64>,
    alive: Seen<u64>,
    visited: Seen<u64>,
    order: Vec<u64>,
    path: Vec<u64>,
    stack: Vec<(Loose, usize)>,
    ways: Vec<Way<Loose, ()>>,
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
        })
    }

    /// Whether the position is lost in the easier game.
    pub(crate) fn is_lost(&mut self, loose: &Loose, control: &mut Control<'_>) -> Result<bool, Unknown> {
        self.visited.clear(control);
        self.order.clear();
        self.path.clear();
        let won = self.finds_a_win(loose, control)?;
        if won {
            for key in &self.path {
                self.alive.enter(*key, 0, control)?;
            }
        }
        // Without cards back no position comes twice, so that what a win has left behind is dead. With them it may still lead
        // to the win, and only a whole search without one is a proof.
        if !won || !self.space.ground.back {
            for key in &self.order {
                if !won || !self.alive.has(*key, 0) {
                    self.dead.enter(*key, 0, control)?;
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
            if self.dead.has(key, 0) || !self.visited.enter(key, 0, control)? || self.space.is_locked(&state)
            {
                continue;
            }
            control.step()?;
            control.reserve(&mut self.order, 1)?;
            self.order.push(key);
            self.path.truncate(depth);
            self.path.push(key);
            if self.alive.has(key, 0) || self.space.is_won(&state) {
                return Ok(true);
            }
            self.space.expand::<()>(&state, &mut self.ways);
            control.reserve(&mut self.stack, self.ways.len())?;
            self.stack.extend(self.ways.drain(..).map(|way| (way.state, depth + 1)));
        }
        Ok(false)
    }
}
