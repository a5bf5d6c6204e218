use cards::Source;
use games::savannah::{Move, Savannah, View};

use super::desk::Desk;
use super::imagination::Imagination;
use super::planner::{at_turn, to_move};
use super::search::Search;
use crate::Bot;

/// Searches the whole turn, until something hidden appears, and takes the plan whose end it likes best. It thinks of its own
/// cards, and does not look at what the others wait for.
pub(super) struct Strong {
    search: Search,
}

impl Strong {
    /// The most nodes of a search. A turn has a dozen as a rule, and some thousands at most.
    pub(super) const NODES: usize = 2000;

    pub(super) const fn new() -> Strong {
        Strong { search: Search::new(Strong::NODES) }
    }
}

impl Bot<Savannah> for Strong {
    fn choose(&mut self, view: &View, _: &mut dyn Source, _: &mut dyn FnMut() -> bool) -> Option<Move> {
        at_turn(view)?;
        let imagination = Imagination::new(view)?;
        let world = imagination.known();
        self.search.run(&Desk::new(world), super::weights::own(world.seats));
        let mut steps = Vec::new();
        self.search.steps(self.search.best()?, &mut steps);
        to_move(view, *steps.first()?)
    }
}
