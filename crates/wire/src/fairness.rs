use serde::{Deserialize, Serialize};
use table::fair::{Commitment, Contribution, Void};
use table::{BySeat, Eye, Hex, TableId};

use crate::{Snapshot, TableCommand};

/// The public part of how a table's key is made. `docs/fairness` explains how to check it. Every viewer
/// gets the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FairnessState {
    /// The server's commitment to its secret. It is published before any player commits, and changes only
    /// when somebody did not reveal their contribution in time.
    pub commitment: Commitment,
    /// What each person contributes; empty for bots.
    pub seats: BySeat<KeyShare>,
    /// Earlier attempts that were voided because somebody did not reveal their contribution.
    pub void: Vec<Void>,
    /// Milliseconds left to reveal contributions, while they are being revealed.
    pub reveal: Option<u32>,
    /// The server's secret, once the game is over.
    pub secret: Option<Hex<32>>,
}

/// The public part of what one person contributes to a table's key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct KeyShare {
    /// The commitment that came with *ready*.
    pub commitment: Option<Commitment>,
    /// The contribution, once it is revealed.
    pub contribution: Option<Contribution>,
}

/// A client's own contribution, which it keeps secret from *ready* until the cards are dealt, with the
/// table, seat and server commitment that it was drawn for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pledge {
    table: TableId,
    eye: Eye,
    server: Commitment,
    contribution: Contribution,
    /// A hash of the voided attempts that the server had shown. Pledges of earlier versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    void: Option<Commitment>,
}

impl Pledge {
    /// Creates a pledge for a table. The sixteen bytes must be random and used for nothing else. `None`
    /// for spectators.
    #[must_use]
    pub fn new(seen: &Snapshot, random: [u8; 16]) -> Option<Pledge> {
        let Eye::Seat(_) = seen.eye else { return None };
        let contribution = Contribution::new(random);
        let (server, void) = (seen.fair.commitment, Some(Void::digest(&seen.fair.void)));
        Some(Pledge { table: seen.table, eye: seen.eye, server, contribution, void })
    }

    /// The command that says that its owner is ready.
    #[must_use]
    pub fn ready(&self) -> TableCommand {
        TableCommand::Ready(self.commitment())
    }

    /// The command that reveals the contribution, if the table is waiting for it. The server must still
    /// have the commitment that it had when this pledge was made: otherwise it could have chosen its
    /// secret afterwards.
    #[must_use]
    pub fn reveal(&self, seen: &Snapshot) -> Option<TableCommand> {
        let Eye::Seat(seat) = seen.eye else { return None };
        let same = (seen.table, seen.eye, seen.fair.commitment) == (self.table, self.eye, self.server);
        let share = seen.fair.seats.get(seat)?;
        let asked = seen.fair.reveal.is_some() && share.contribution.is_none();
        (same && asked && share.commitment == self.commitment())
            .then_some(TableCommand::Reveal(self.contribution))
    }

    /// Whether a verified record is of this table and contains this contribution, the server's commitment,
    /// and exactly the voided attempts that the server had shown: it must not hide one, or blame somebody
    /// else.
    #[must_use]
    pub fn matches_record(&self, record: &str) -> bool {
        let (Eye::Seat(seat), Some(commitment)) = (self.eye, self.commitment()) else { return false };
        let lines = [
            format!("table {}", self.table),
            format!("commitment {}", self.server),
            format!("seat {seat} {commitment} {}", self.contribution),
        ];
        // The third word of such a line is followed by the disclosed secret.
        let void = record.lines().filter(|line| line.starts_with("void "));
        let void = Void::digest(void.map(|line| line.splitn(4, ' ').take(3).collect::<Vec<_>>().join(" ")));
        self.void.is_none_or(|seen| seen == void)
            && lines.iter().all(|line| record.lines().any(|other| other == line))
    }

    fn commitment(&self) -> Option<Commitment> {
        self.eye.seat().map(|seat| self.contribution.commitment(self.table, seat))
    }
}
