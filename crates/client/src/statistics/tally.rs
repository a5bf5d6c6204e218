use super::{End, Kind, Played};

/// The statistics of the current game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tally {
    /// The game's number, once it has a move.
    pub(crate) id: Option<u64>,
    /// How many hints were given.
    pub(crate) hints: u32,
    /// The last reported state.
    told: Option<End>,
}

impl Tally {
    /// The statistics of a resumed game.
    pub(crate) const fn after(id: Option<u64>, hints: u32) -> Tally {
        Tally { id, hints, told: None }
    }

    /// The report of a game with this state, time and number of moves, if it is new. A restarted game does
    /// not count as abandoned.
    pub(crate) fn news(&mut self, end: End, spent: u64, moves: usize, kind: Kind) -> Option<Played> {
        let known = self.told == Some(end) || (end == End::Left && self.told == Some(End::Restarted));
        let id = self.id.filter(|_| !known)?;
        self.told = Some(end);
        let moves = u32::try_from(moves).unwrap_or(u32::MAX);
        Some(Played { id, end, at: 0, spent, moves, hints: self.hints, kind })
    }
}
