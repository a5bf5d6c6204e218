use std::collections::BTreeMap;

use wire::{TableCommand, TableId, ToClient, ToServer};

use super::failure::Failure;
use crate::history::{AcknowledgedCommand, SeenVersion, TableHistory, check};
use crate::store::StoredTable;

/// Records what all clients send and receive.
#[derive(Default)]
pub(super) struct Recorder {
    connections: u64,
    /// The sent commands, and the table at which the client was.
    commands: BTreeMap<u64, (Option<TableId>, ToServer)>,
    histories: BTreeMap<TableId, TableHistory>,
    acknowledged: Vec<(Option<TableId>, AcknowledgedCommand)>,
    refused: Vec<(Option<TableId>, u64)>,
    /// How many moves of each client were acknowledged.
    moves: BTreeMap<usize, u64>,
    /// A message that no server sends.
    unreadable: Option<String>,
}

/// The end of a connection whose messages are recorded.
pub(super) struct Recording {
    connection: u64,
    client: usize,
    /// The table that the client has joined last.
    table: Option<TableId>,
}

impl Recorder {
    /// A new connection of a client.
    pub(super) fn connect(&mut self, client: usize) -> Recording {
        self.connections += 1;
        Recording { connection: self.connections, client, table: None }
    }

    /// The tables of which anybody has seen something.
    pub(super) fn tables(&self) -> impl Iterator<Item = TableId> {
        self.histories.keys().copied()
    }

    /// How many moves of a client were acknowledged.
    pub(super) fn moves(&self, client: usize) -> u64 {
        self.moves.get(&client).copied().unwrap_or_default()
    }

    pub(super) fn sent(&mut self, recording: &mut Recording, text: &str) {
        match wire::read(text.as_bytes()) {
            Ok(command @ ToServer::Do { id, .. }) => {
                self.commands.entry(id).or_insert((recording.table, command));
            }
            Ok(ToServer::Join { table, .. }) => recording.table = Some(table),
            _ => {}
        }
    }

    pub(super) fn received(&mut self, recording: &mut Recording, text: &str) {
        let Ok(message) = wire::read::<ToClient>(text.as_bytes()) else {
            self.unreadable = Some(text.to_owned());
            return;
        };
        match message {
            ToClient::Table(snapshot) => match SeenVersion::new(&snapshot, recording.connection) {
                Some(seen) => self.histories.entry(snapshot.table).or_default().seen.push(seen),
                None => self.unreadable = Some(text.to_owned()),
            },
            ToClient::Done { id, version } => {
                let Some((table, command)) = self.commands.get(&id) else { return };
                self.acknowledged
                    .extend(AcknowledgedCommand::new(command, version).map(|command| (*table, command)));
                if is_move(command) {
                    *self.moves.entry(recording.client).or_default() += 1;
                }
            }
            ToClient::Refused { id: Some(id), .. } => {
                if let Some((table, _)) = self.commands.get(&id) {
                    self.refused.push((*table, id));
                }
            }
            _ => {}
        }
    }

    /// Compares what was recorded with what is stored. Returns how many lines there are.
    pub(super) fn check(&self, stored: &BTreeMap<TableId, StoredTable>) -> Result<usize, Failure> {
        if let Some(text) = &self.unreadable {
            return Err(Failure::Unreadable(text.clone()));
        }
        for (table, stored) in stored {
            let ids = stored.lines.iter().filter_map(|line| Some(line.command?.1));
            let sent_to = |id: u64| self.commands.get(&id).and_then(|(table, _)| *table);
            // The first line of a table has no command. Everything else was sent to this table.
            if let Some(id) = ids.into_iter().find(|id| sent_to(*id) != Some(*table)) {
                return Err(Failure::OtherTable { table: *table, command: id });
            }
        }
        let mut histories = self.histories.clone();
        for (table, command) in &self.acknowledged {
            let table = table.ok_or(Failure::NoTable)?;
            histories.entry(table).or_default().acknowledged.push(*command);
        }
        for (table, id) in &self.refused {
            if let Some(table) = table {
                histories.entry(*table).or_default().refused.push(*id);
            }
        }
        let mut lines = 0;
        for (table, history) in &histories {
            let stored = stored.get(table).ok_or(Failure::NoTable)?;
            let checked =
                check(stored, history).map_err(|error| Failure::History { table: *table, error })?;
            lines += checked.lines;
        }
        Ok(lines)
    }
}

fn is_move(command: &ToServer) -> bool {
    use TableCommand::{Auto, Play, Redo, Undo};
    matches!(command, ToServer::Do { act: Play(_) | Auto(_) | Redo | Undo, .. })
}
