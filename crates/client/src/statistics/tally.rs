use super::{End, Kind, Played};

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

    /// A game of that kind that stands so after so many milliseconds and moves, if that is news. One that was
    /// begun again was not left.
    pub(crate) fn news(&mut self, end: End, spent: u64, moves: usize, kind: Kind) -> Option<Played> {
        let known = self.told == Some(end) || (end == End::Left && self.told == Some(End::Restarted));
        let id = self.id.filter(|_| !known)?;
        self.told = Some(end);
        let moves = u32::try_from(moves).unwrap_or(u32::MAX);
        Some(Played { id, end, at: 0, spent, moves, hints: self.hints, kind })
    }
}
