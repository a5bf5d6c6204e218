use crate::{Entry, Game};

/// A change of a [`Table`](crate::Table) that is checked but not made yet: the entries that it adds to the
/// record, and the game after each of them.
///
/// A server stores the entries first and makes the change only once they are stored. So a change that could
/// not be stored leaves the table as it was.
pub struct PreparedChange<G: Game> {
    version: u64,
    first: (Entry<G>, G),
    more: Vec<(Entry<G>, G)>,
    step: Option<G::Move>,
}

impl<G: Game> PreparedChange<G> {
    pub(crate) fn new(version: u64, entry: Entry<G>, game: G, step: Option<G::Move>) -> PreparedChange<G> {
        PreparedChange { version, first: (entry, game), more: Vec::new(), step }
    }

    pub(crate) fn push(&mut self, entry: Entry<G>, game: G) {
        self.more.push((entry, game));
    }

    /// The version of the table that it was prepared for.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The game after the change.
    #[must_use]
    pub fn game(&self) -> &G {
        &self.more.last().unwrap_or(&self.first).1
    }

    /// The entries, each with the game after it.
    pub fn steps(&self) -> impl Iterator<Item = &(Entry<G>, G)> {
        std::iter::once(&self.first).chain(&self.more)
    }

    /// The first move of the step that is undone or redone.
    #[must_use]
    pub fn step(&self) -> Option<G::Move> {
        self.step
    }

    pub(crate) fn into_steps(self) -> impl Iterator<Item = (Entry<G>, G)> {
        std::iter::once(self.first).chain(self.more)
    }
}
