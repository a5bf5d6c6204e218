use cards::Source;
use games::savannah::{Move, Savannah, View};

use super::determinizer::Determinizer;
use super::observation::Observation;
use super::search::Search;
use super::to_move::{at_turn, to_move};
use crate::Bot;

/// Searches the whole turn, up to where a hidden card appears, and follows the plan with the best
/// evaluation. It considers its own cards, not which cards the opponents need.
pub(super) struct Strong {
    search: Search,
}

impl Strong {
    /// The maximum number of nodes of a search. A turn usually has a dozen, and some thousands at
    /// most.
    pub(super) const MAX_NODES: usize = 2000;

    pub(super) const fn new() -> Strong {
        Strong { search: Search::new(Strong::MAX_NODES) }
    }
}

impl Bot<Savannah> for Strong {
    fn choose(&mut self, view: &View, _: &mut dyn Source, _: &mut dyn FnMut() -> bool) -> Option<Move> {
        at_turn(view)?;
        let determinizer = Determinizer::new(view)?;
        let world = determinizer.known();
        self.search.run(&Observation::new(world), super::weights::own_cards(world.seats));
        let mut steps = Vec::new();
        self.search.steps(self.search.best()?, &mut steps);
        to_move(view, *steps.first()?)
    }
}
