use super::End;

/// How a game at a table is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tally {
    /// The game's number, from its first move on.
    pub(crate) id: Option<u64>,
    /// How many hints were given.
    pub(crate) hints: u32,
    /// What was told last.
    told: Option<End>,
}

impl Tally {
    /// Of a game that is gone on with.
    pub(crate) const fn after(id: Option<u64>, hints: u32) -> Tally {
        Tally { id, hints, told: None }
    }

    /// The number of a game that stands so, if that is news. A game that was begun again was not left.
    pub(crate) fn news(&mut self, end: End) -> Option<u64> {
        let known = self.told == Some(end) || (end == End::Left && self.told == Some(End::Restarted));
        let id = self.id.filter(|_| !known)?;
        self.told = Some(end);
        Some(id)
    }
}
