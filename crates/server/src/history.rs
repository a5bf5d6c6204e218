//! Compares what clients were told with what is stored, for tests of any kind.
//!
//! Clients record what they see and what is answered, as one [`TableHistory`] per table. [`check`] compares
//! it with the stored lines:
//!
//! - each acknowledged command is stored once, in the line that the acknowledgement named;
//! - no command is stored twice;
//! - every view that anybody saw is the one that the stored lines give at that version, so all agree;
//! - on one connection, versions never go back.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hasher};

use bots::Bots;
use bots::catalog::BotsVisitor;
use cards::Key;
use games::catalog::{GameId, Visitor};
use serde::Serialize;
use table::{Eye, KeyHash, Origin, Seat, Table};
use wire::{Snapshot, TableCommand, ToServer};

use crate::store::{LineKind, StoredTable};
use crate::table::{is_replacement, stored_game};

/// What all clients together have recorded about one table.
#[derive(Clone, Default)]
pub struct TableHistory {
    /// What was seen. What one connection has seen is in this order.
    pub seen: Vec<SeenVersion>,
    /// The acknowledged commands.
    pub acknowledged: Vec<AcknowledgedCommand>,
    /// The ids of refused commands.
    pub refused: Vec<u64>,
}

/// A version of a table that a client has seen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SeenVersion {
    /// A number for the client's connection.
    pub connection: u64,
    /// The version.
    pub version: u64,
    /// The viewer: the number of the seat, or `None` for a spectator.
    pub seat: Option<u8>,
    /// A hash of the view; `None` before the game.
    pub hash: Option<u64>,
}

/// An acknowledged command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AcknowledgedCommand {
    /// The id that the client chose.
    pub id: u64,
    /// The version in the acknowledgement.
    pub version: u64,
    /// Whether the command always changes the table. Others may find that nothing is left to do.
    pub is_change: bool,
}

/// What was compared without a difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CheckedTable {
    /// The stored lines.
    pub lines: usize,
    /// The views.
    pub views: usize,
    /// The acknowledged commands.
    pub acknowledged: usize,
    /// The refused commands.
    pub refused: usize,
    /// The refused commands that are stored all the same. A client that sends a command twice, over two
    /// connections, may get a refusal for one and then see the other happen.
    pub refused_but_stored: usize,
    /// How often a bot took over from a person.
    pub replacements: usize,
}

/// How the history of a table differs from what is stored.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HistoryError {
    /// An acknowledged command is not stored.
    #[error("a command was acknowledged at version {version}, and it is not stored")]
    Lost {
        /// The version in the acknowledgement.
        version: u64,
    },
    /// An acknowledged command is stored in another line.
    #[error("a command was acknowledged at version {version}, and it is stored in line {line}")]
    Moved {
        /// The version in the acknowledgement.
        version: u64,
        /// The number of its line.
        line: u64,
    },
    /// A command is stored twice.
    #[error("lines {first} and {second} have the same command")]
    Twice {
        /// The number of the first line.
        first: u64,
        /// The number of the second line.
        second: u64,
    },
    /// Something was seen that the stored lines do not give.
    #[error("version {version} was seen by {}, and the stored lines give another view", Viewer(*seat))]
    OtherView {
        /// The version.
        version: u64,
        /// The viewer.
        seat: Option<u8>,
    },
    /// Something was seen that is not stored.
    #[error("version {version} was seen, and only {stored} lines are stored")]
    NotStored {
        /// The version that was seen.
        version: u64,
        /// The number of stored lines.
        stored: u64,
    },
    /// A connection was sent an older version after a newer one.
    #[error("a connection was sent version {later} after version {earlier}")]
    WentBack {
        /// The version that came first.
        earlier: u64,
        /// The older version that followed.
        later: u64,
    },
    /// The stored lines cannot be replayed.
    #[error("the stored lines cannot be replayed")]
    Unreadable,
}

/// A viewer in an error text.
struct Viewer(Option<u8>);

impl std::fmt::Display for Viewer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Some(seat) => write!(f, "seat {}", char::from(b'A' + seat)),
            None => f.write_str("a spectator"),
        }
    }
}

impl SeenVersion {
    /// What a client sees in a snapshot; `None` if its view is none.
    #[must_use]
    pub fn new(snapshot: &Snapshot, connection: u64) -> Option<SeenVersion> {
        struct Hash<'a>(&'a Snapshot);
        impl Visitor for Hash<'_> {
            type Output = Option<u64>;

            fn visit<G: games::events::Describe>(self) -> Option<u64> {
                hash(&self.0.view::<G>()?)
            }
        }
        let hash = match snapshot.has_game() {
            true => Some(snapshot.game.visit(Hash(snapshot))?),
            false => None,
        };
        Some(SeenVersion { connection, version: snapshot.version, seat: number(snapshot.eye), hash })
    }
}

impl AcknowledgedCommand {
    /// An acknowledged command at a table; `None` for other messages.
    #[must_use]
    pub fn new(command: &ToServer, version: u64) -> Option<AcknowledgedCommand> {
        use TableCommand::{Auto, Play, Redo, Resign, Undo};
        let ToServer::Do { id, act, .. } = command else { return None };
        let is_change = matches!(act, Play(_) | Auto(_) | Undo | Redo | Resign);
        Some(AcknowledgedCommand { id: *id, version, is_change })
    }
}

fn number(eye: Eye) -> Option<u8> {
    eye.seat().map(|seat| seat.number() as u8)
}

fn hash(view: &impl Serialize) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    hasher.write(wire::write(view).ok()?.as_bytes());
    Some(hasher.finish())
}

/// Compares the history of a table with what is stored.
pub fn check(stored: &StoredTable, history: &TableHistory) -> Result<CheckedTable, HistoryError> {
    let lines = stored.lines.len() as u64;
    let mut checked = CheckedTable {
        lines: stored.lines.len(),
        views: history.seen.len(),
        acknowledged: history.acknowledged.len(),
        refused: history.refused.len(),
        replacements: stored.lines.iter().filter(|line| is_replacement(line)).count(),
        ..CheckedTable::default()
    };
    let line_of = line_of_command(stored)?;
    for command in &history.acknowledged {
        let version = command.version;
        match line_of.get(&command.id) {
            Some(line) if *line == version => {}
            Some(line) => return Err(HistoryError::Moved { version, line: *line }),
            None if command.is_change || version > lines => return Err(HistoryError::Lost { version }),
            None => {}
        }
    }
    checked.refused_but_stored = history.refused.iter().filter(|id| line_of.contains_key(id)).count();
    check_order(&history.seen)?;
    let mut seen: Vec<SeenVersion> =
        history.seen.iter().map(|seen| SeenVersion { connection: 0, ..*seen }).collect();
    seen.sort_unstable_by_key(|seen| (seen.version, seen.seat, seen.hash));
    seen.dedup();
    if let Some(version) = seen.last().map(|last| last.version).filter(|version| *version > lines) {
        return Err(HistoryError::NotStored { version, stored: lines });
    }
    let game = stored_game(stored).ok().and_then(|name| GameId::from_name(&name));
    bots::catalog::visit(game.ok_or(HistoryError::Unreadable)?, CheckViews(stored, &seen))?;
    Ok(checked)
}

/// The line of each command.
fn line_of_command(stored: &StoredTable) -> Result<BTreeMap<u64, u64>, HistoryError> {
    let mut line_of = BTreeMap::new();
    for (number, line) in (1..).zip(&stored.lines) {
        if let Some((_, command)) = line.command
            && let Some(first) = line_of.insert(command, number)
        {
            return Err(HistoryError::Twice { first, second: number });
        }
    }
    Ok(line_of)
}

fn check_order(seen: &[SeenVersion]) -> Result<(), HistoryError> {
    let mut latest: BTreeMap<u64, u64> = BTreeMap::new();
    for seen in seen {
        let latest = latest.entry(seen.connection).or_default();
        if seen.version < *latest {
            return Err(HistoryError::WentBack { earlier: *latest, later: seen.version });
        }
        *latest = seen.version;
    }
    Ok(())
}

/// Replays the game line by line and compares it with what was seen, which is sorted by version.
struct CheckViews<'a>(&'a StoredTable, &'a [SeenVersion]);

impl BotsVisitor for CheckViews<'_> {
    type Output = Result<(), HistoryError>;

    fn visit<G: Bots>(self) -> Result<(), HistoryError> {
        let CheckViews(stored, seen) = self;
        let records = stored.lines.iter().filter(|line| line.kind == LineKind::Record);
        let parts: Vec<&str> = records.map(|line| line.text.as_str()).collect();
        let loaded = match parts.is_empty() {
            true => None,
            false => Some(Table::<G>::load_parts(&parts).map_err(|_| HistoryError::Unreadable)?),
        };
        let (entries, counts) = match &loaded {
            Some((table, counts)) => (table.record().entries.as_slice(), counts.as_slice()),
            None => (&[][..], &[][..]),
        };
        let mut entries = entries.iter().cloned();
        let mut counts = counts.iter().copied();
        let mut game: Option<Table<G>> = None;
        let mut seen = seen.iter().peekable();
        for (version, line) in (1..).zip(&stored.lines) {
            if line.kind == LineKind::Record
                && let Some((table, _)) = &loaded
            {
                let game = game.get_or_insert_with(|| {
                    // The outcomes of chance come from the record, so the key is not needed.
                    let unknown = Origin::Hash(KeyHash::of(&Key::new([0; 32])));
                    Table::open(table.record().config.clone(), unknown)
                });
                for entry in entries.by_ref().take(counts.next().unwrap_or_default()) {
                    game.enter(entry).map_err(|_| HistoryError::Unreadable)?;
                }
            }
            let mut eyes: BTreeSet<(Option<u8>, Option<u64>)> = BTreeSet::new();
            while let Some(seen) = seen.next_if(|seen| seen.version == version) {
                eyes.insert((seen.seat, seen.hash));
            }
            for (seat, seen) in eyes {
                let eye = seat.and_then(Seat::new).map_or(Eye::Spectator, Eye::Seat);
                let is = game.as_ref().and_then(|game| hash(&game.game().view(eye)));
                if is != seen {
                    return Err(HistoryError::OtherView { version, seat });
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use games::catalog::GameId;

    use super::{AcknowledgedCommand, HistoryError, SeenVersion, TableHistory, check, check_order};
    use crate::Identity;
    use crate::store::{Line, LineKind, LogHead, Ownership, StoredTable, TableStage};

    /// An opened table of one seat, with commands 1, 2, … in the next lines.
    fn stored(commands: &[u64]) -> StoredTable {
        let who = Identity::from_bytes(&[1; 16]).unwrap();
        let event = |text: &str, command| Line {
            kind: LineKind::Event,
            text: text.to_owned(),
            command: Some((who, command)),
        };
        let name = GameId::ALL[0].name();
        let opened = format!(
            r#"{{"opened":{{"game":"{name}","config":"","public":false,"clock":null,"chairs":["nobody"]}}}}"#
        );
        let mut lines = vec![Line { command: None, ..event(&opened, 0) }];
        lines.extend(commands.iter().map(|command| event(r#"{"stood":"A"}"#, *command)));
        let head = LogHead { seq: lines.len() as u64, hash: [0; 32] };
        StoredTable {
            secret: [0; 32],
            creator: who,
            created: 0,
            stage: TableStage::Open,
            number: None,
            ownership: Ownership { epoch: 1, head },
            listing: None,
            lines,
        }
    }

    fn acknowledged(id: u64, version: u64) -> TableHistory {
        let acknowledged = vec![AcknowledgedCommand { id, version, is_change: true }];
        TableHistory { acknowledged, ..TableHistory::default() }
    }

    fn seen(version: u64, hash: Option<u64>) -> TableHistory {
        let seen = vec![SeenVersion { connection: 1, version, seat: Some(0), hash }];
        TableHistory { seen, ..TableHistory::default() }
    }

    #[test]
    fn acknowledged_commands_are_stored_once_where_they_were_acknowledged() {
        assert_eq!(check(&stored(&[7, 8]), &acknowledged(8, 3)).map(|checked| checked.lines), Ok(3));
        let check = |commands: &[u64], history| check(&stored(commands), &history).err();
        assert_eq!(check(&[7, 8], acknowledged(9, 3)), Some(HistoryError::Lost { version: 3 }));
        assert_eq!(check(&[7, 8], acknowledged(7, 3)), Some(HistoryError::Moved { version: 3, line: 2 }));
        assert_eq!(check(&[7, 7], acknowledged(7, 2)), Some(HistoryError::Twice { first: 2, second: 3 }));
    }

    #[test]
    fn what_was_seen_is_stored() {
        let check = |history| check(&stored(&[7]), &history).err();
        assert_eq!(check(seen(2, None)), None);
        assert_eq!(check(seen(3, None)), Some(HistoryError::NotStored { version: 3, stored: 2 }));
        assert_eq!(check(seen(2, Some(1))), Some(HistoryError::OtherView { version: 2, seat: Some(0) }));
    }

    #[test]
    fn versions_of_one_connection_do_not_go_back() {
        let seen = |connection, version| SeenVersion { connection, version, seat: None, hash: None };
        assert_eq!(check_order(&[seen(1, 5), seen(2, 3), seen(1, 5), seen(2, 4)]), Ok(()));
        let back = check_order(&[seen(1, 5), seen(1, 4)]);
        assert_eq!(back, Err(HistoryError::WentBack { earlier: 5, later: 4 }));
    }
}
