use std::fmt;

use cards::Key;
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use crate::fair::{Commitment, Contribution, Secret};
use crate::lines::Lines;
use crate::{BySeat, Fault, Hex, KeyHash, RecordError, Seat, Seats, TableId};

/// The proof of how the key of a table was made: the server's secret, each person's contribution,
/// and the commitments to them.
///
/// As text it is these lines of a record:
///
/// ```text
/// key 5f70…                   the SHA-256 of the key
/// table abcdefghjkmnpqrstuvw
/// commitment 9c1a…            the server's
/// secret 4be1…
/// void 77d0… BC               B and C did not reveal theirs, so another secret was taken
/// seat A e3b0… 0f1e…          a person's commitment and contribution
/// seat B bot
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Proof {
    table: TableId,
    secret: Secret,
    void: Vec<Void>,
    contributions: BySeat<Option<Contribution>>,
    /// The server's commitment. It and the key are computed from the fields above and the options.
    commitment: Commitment,
    key: Key,
}

/// An attempt at making a key that failed: some players did not reveal their contributions in time.
/// They lost their seats, and the server picked another secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Void {
    /// The server's commitment to the secret that was not used.
    pub commitment: Commitment,
    /// The players who did not reveal their contributions.
    pub silent: Seats,
}

impl Proof {
    /// Builds the proof for a table with these options.
    pub fn new(
        table: TableId,
        config: &impl fmt::Display,
        secret: Secret,
        void: Vec<Void>,
        contributions: BySeat<Option<Contribution>>,
    ) -> Proof {
        let commitment = secret.commitment(table, config);
        // HMAC accepts keys of any length.
        let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(&secret.expose().0)
            .unwrap_or_else(|_| unreachable!("every length is fine"));
        let rest = rest(table, &void, &contributions);
        mac.update(
            format!("cardroom key 1\nconfig {config}\ntable {table}\ncommitment {commitment}\n{rest}")
                .as_bytes(),
        );
        let key = Key::new(mac.finalize().into_bytes().into());
        Proof { table, secret, void, contributions, commitment, key }
    }

    /// The key from which all chance of the game is drawn.
    #[must_use]
    pub const fn key(&self) -> &Key {
        &self.key
    }

    /// The table.
    #[must_use]
    pub const fn table(&self) -> TableId {
        self.table
    }

    /// The server's secret.
    #[must_use]
    pub const fn secret(&self) -> &Secret {
        &self.secret
    }

    /// The failed attempts before this one, the oldest first.
    #[must_use]
    pub fn void(&self) -> &[Void] {
        &self.void
    }

    /// What each person contributed; `None` for a bot.
    #[must_use]
    pub const fn contributions(&self) -> &BySeat<Option<Contribution>> {
        &self.contributions
    }

    /// The server's commitment.
    #[must_use]
    pub const fn commitment(&self) -> Commitment {
        self.commitment
    }

    /// Reads the lines of a proof that follow the hash of the key, and checks that they are
    /// consistent.
    pub(crate) fn read(
        lines: &mut Lines<'_>,
        config: &impl fmt::Display,
        seats: u8,
        hash: KeyHash,
    ) -> Result<Proof, RecordError> {
        let at = lines.number;
        let table: TableId = lines.read("table")?;
        let commitment: Commitment = lines.read("commitment")?;
        let secret = Secret::new(lines.read::<Hex<32>>("secret")?.0);
        if secret.commitment(table, config) != commitment {
            return Err(lines.fault(Fault::Secret));
        }
        let mut void = Vec::new();
        while lines.peek("void ") {
            let value = lines.value("void")?;
            let (commitment, silent) = value.split_once(' ').unwrap_or((value, ""));
            let commitment = lines.parse(commitment)?;
            let silent = read_silent(silent, seats).ok_or_else(|| lines.fault(Fault::Void))?;
            void.push(Void { commitment, silent });
        }
        let mut contributions = BySeat::new(seats, |_| None);
        for (seat, contribution) in contributions.iter_mut() {
            *contribution = read_seat(lines, table, seat)?;
        }
        let proof = Proof::new(table, config, secret, void, contributions);
        match KeyHash::of(&proof.key) == hash {
            true => Ok(proof),
            false => Err(RecordError { line: at, fault: Fault::Key }),
        }
    }
}

/// Parses seat letters. They must be seats of the table, in alphabetical order.
fn read_silent(text: &str, seats: u8) -> Option<Seats> {
    let silent: Seats = text.chars().filter_map(Seat::from_letter).collect();
    let there = silent.iter().all(|seat| seat.number() < seats.into());
    (there && !silent.is_empty() && silent.to_string() == text).then_some(silent)
}

fn read_seat(lines: &mut Lines<'_>, table: TableId, seat: Seat) -> Result<Option<Contribution>, RecordError> {
    let value = lines.value(&format!("seat {seat}"))?;
    if value == "bot" {
        return Ok(None);
    }
    let (commitment, contribution) = value.split_once(' ').unwrap_or((value, ""));
    let commitment: Commitment = lines.parse(commitment)?;
    let contribution: Contribution = lines.parse(contribution)?;
    if contribution.commitment(table, seat) == commitment {
        Ok(Some(contribution))
    } else {
        Err(lines.fault(Fault::Contribution(seat)))
    }
}

/// The lines of a proof that follow the server's lines.
fn rest(table: TableId, void: &[Void], contributions: &BySeat<Option<Contribution>>) -> String {
    let void = void.iter().map(|Void { commitment, silent }| format!("void {commitment} {silent}\n"));
    let seats = contributions.iter().map(|(seat, contribution)| match contribution {
        None => format!("seat {seat} bot\n"),
        Some(number) => format!("seat {seat} {} {number}\n", number.commitment(table, seat)),
    });
    void.chain(seats).collect()
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Proof { table, commitment, .. } = self;
        let (hash, secret) = (KeyHash::of(&self.key), self.secret.expose());
        let rest = rest(self.table, &self.void, &self.contributions);
        write!(f, "key {hash}\ntable {table}\ncommitment {commitment}\nsecret {secret}\n{}", rest.trim_end())
    }
}
