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
/// void 77d0… BC 1d02…         B and C did not reveal theirs, so this secret was discarded
/// seat A e3b0… 0f1e…          a person's commitment and contribution
/// seat B bot
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Proof {
    table: TableId,
    secret: Secret,
    void: Vec<Void>,
    /// The discarded secrets, as far as they are disclosed. Records of earlier versions do not disclose them.
    void_secrets: Vec<Option<Secret>>,
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

impl fmt::Display for Void {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "void {} {}", self.commitment, self.silent)
    }
}

impl Void {
    /// A hash of the failed attempts that somebody has seen, as lines such as `void 77d0… BC`.
    pub fn digest(lines: impl IntoIterator<Item = impl fmt::Display>) -> Commitment {
        let lines: String = lines.into_iter().map(|line| format!("{line}\n")).collect();
        Commitment::to(&format!("cardroom void 1\n{lines}"))
    }
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
        let void_secrets = vec![None; void.len()];
        Proof { table, secret, void, void_secrets, contributions, commitment, key }
    }

    /// The same proof, which also discloses the secrets of the failed attempts, in their order. The key does
    /// not depend on them.
    #[must_use]
    pub fn with_void_secrets(self, secrets: impl IntoIterator<Item = Secret>) -> Proof {
        let all = secrets.into_iter().map(Some).chain(std::iter::repeat(None));
        Proof { void_secrets: all.take(self.void.len()).collect(), ..self }
    }

    /// The discarded secrets of the failed attempts; `None` if one is not disclosed.
    #[must_use]
    pub fn void_secrets(&self) -> &[Option<Secret>] {
        &self.void_secrets
    }

    /// Whether another proof is the same, whatever they disclose of failed attempts.
    #[must_use]
    pub fn has_same_key(&self, other: &Proof) -> bool {
        self.table == other.table && KeyHash::of(&self.key) == KeyHash::of(&other.key)
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
        let (mut void, mut void_secrets) = (Vec::new(), Vec::new());
        while lines.peek("void ") {
            let value = lines.value("void")?;
            let (commitment, rest) = value.split_once(' ').unwrap_or((value, ""));
            let (silent, disclosed) =
                rest.split_once(' ').map_or((rest, None), |(silent, secret)| (silent, Some(secret)));
            let commitment: Commitment = lines.parse(commitment)?;
            let silent = read_silent(silent, seats).ok_or_else(|| lines.fault(Fault::Void))?;
            let disclosed = match disclosed {
                Some(secret) => Some(Secret::new(lines.parse::<Hex<32>>(secret)?.0)),
                None => None,
            };
            if disclosed.as_ref().is_some_and(|secret| secret.commitment(table, config) != commitment) {
                return Err(lines.fault(Fault::Secret));
            }
            void.push(Void { commitment, silent });
            void_secrets.push(disclosed);
        }
        let mut contributions = BySeat::new(seats, |_| None);
        for (seat, contribution) in contributions.iter_mut() {
            *contribution = read_seat(lines, table, seat)?;
        }
        let proof = Proof { void_secrets, ..Proof::new(table, config, secret, void, contributions) };
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

/// The lines of a proof that follow the server's lines, as they are hashed: without the secrets of failed
/// attempts.
fn rest(table: TableId, void: &[Void], contributions: &BySeat<Option<Contribution>>) -> String {
    let void = void.iter().map(|void| format!("{void}\n"));
    void.chain(seat_lines(table, contributions)).collect()
}

fn seat_lines(
    table: TableId,
    contributions: &BySeat<Option<Contribution>>,
) -> impl Iterator<Item = String> + '_ {
    contributions.iter().map(move |(seat, contribution)| match contribution {
        None => format!("seat {seat} bot\n"),
        Some(number) => format!("seat {seat} {} {number}\n", number.commitment(table, seat)),
    })
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Proof { table, commitment, .. } = self;
        let (hash, secret) = (KeyHash::of(&self.key), self.secret.expose());
        let void = self.void.iter().zip(&self.void_secrets).map(|(void, secret)| match secret {
            Some(secret) => format!("{void} {}\n", secret.expose()),
            None => format!("{void}\n"),
        });
        let rest: String = void.chain(seat_lines(self.table, &self.contributions)).collect();
        write!(f, "key {hash}\ntable {table}\ncommitment {commitment}\nsecret {secret}\n{}", rest.trim_end())
    }
}
