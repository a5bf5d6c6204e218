use serde::{Deserialize, Serialize};
use table::fair::{Commitment, Contribution, Void};
use table::{BySeat, Eye, Hex, TableId};

use crate::{Act, Seen};

/// Where a table's key comes from, as far as it is shown: `docs/fairness` tells how it is checked. It is the same for all eyes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fair {
    /// The server's commitment to its secret. It stands before anybody commits to anything, and changes only when somebody has not
    /// shown their contribution in time.
    pub commitment: Commitment,
    /// What each person adds; nothing for bots.
    pub seats: BySeat<Share>,
    /// What came to nothing before, because somebody did not show their contribution.
    pub void: Vec<Void>,
    /// How many milliseconds are left to show one's contribution, when that is asked for.
    pub reveal: Option<u32>,
    /// The server's secret, when the game is over.
    pub secret: Option<Hex<32>>,
}

/// What a person adds to a table's key, as far as it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Share {
    /// The commitment that came with *ready*.
    pub commitment: Option<Commitment>,
    /// The contribution itself.
    pub contribution: Option<Contribution>,
}

/// What a client keeps from *ready* until the cards are dealt: its contribution, and for which table, seat and server's secret it was drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pledge {
    table: TableId,
    eye: Eye,
    server: Commitment,
    contribution: Contribution,
}

impl Pledge {
    /// A pledge for the table as it is seen, of sixteen bytes that must be random and used for nothing else; `None` for those without a seat.
    #[must_use]
    pub fn new(seen: &Seen, random: [u8; 16]) -> Option<Pledge> {
        let Eye::Seat(_) = seen.eye else { return None };
        let contribution = Contribution::new(random);
        Some(Pledge { table: seen.table, eye: seen.eye, server: seen.fair.commitment, contribution })
    }

    /// What says that its owner is ready.
    #[must_use]
    pub fn ready(&self) -> Act {
        Act::Ready(self.commitment())
    }

    /// What shows the contribution, once the table asks for it. It is shown only while the server stands by the commitment that it had
    /// when this pledge was made: otherwise the server could have chosen its secret afterwards.
    #[must_use]
    pub fn reveal(&self, seen: &Seen) -> Option<Act> {
        let Eye::Seat(seat) = seen.eye else { return None };
        let same = (seen.table, seen.eye, seen.fair.commitment) == (self.table, self.eye, self.server);
        let share = seen.fair.seats.get(seat)?;
        let asked = seen.fair.reveal.is_some() && share.contribution.is_none();
        (same && asked && share.commitment == self.commitment()).then_some(Act::Reveal(self.contribution))
    }

    /// Whether a record that holds is of this table, and has the server's commitment as it was seen then and this contribution.
    #[must_use]
    pub fn stands_in(&self, record: &str) -> bool {
        let (Eye::Seat(seat), Some(commitment)) = (self.eye, self.commitment()) else { return false };
        let lines = [
            format!("table {}", self.table),
            format!("commitment {}", self.server),
            format!("seat {seat} {commitment} {}", self.contribution),
        ];
        lines.iter().all(|line| record.lines().any(|other| other == line))
    }

    fn commitment(&self) -> Option<Commitment> {
        self.eye.seat().map(|seat| self.contribution.commitment(self.table, seat))
    }
}
