//! Writes snapshots. What all viewers of a table get is serialized once, and each viewer's own part is added.

use games::catalog::GameId;
use serde::Serialize;
use table::{BySeat, Eye};

use crate::{FairnessState, SeatInfo, TableId, Unwritable, write};

/// What every viewer gets of a [`Snapshot`](crate::Snapshot), with the same names. `V` is the public part of
/// the view.
#[derive(Serialize)]
pub struct SharedSnapshot<'a, V> {
    /// The table.
    pub table: TableId,
    /// Increases with every stored change.
    pub version: u64,
    /// The game.
    pub game: GameId,
    /// The options of the game.
    pub config: &'a str,
    /// Whether the table is in the list of open tables.
    pub public: bool,
    /// Who sits where.
    pub seats: BySeat<SeatInfo>,
    /// The number of spectators.
    pub watching: u32,
    /// Seconds per turn, if there is a clock.
    pub clock: Option<u32>,
    /// Milliseconds left of this turn, if the clock runs.
    pub left: Option<u32>,
    /// How many steps the player can undo.
    pub undo: u32,
    /// How many steps the player can redo.
    pub redo: u32,
    /// The public part of how the key of the game is made.
    pub fair: FairnessState,
    /// The table of the rematch, once there is one.
    pub rematch: Option<TableId>,
    /// The part of the view that all viewers share, once the game has started.
    #[serde(rename = "view")]
    pub public_view: Option<V>,
}

/// The shared part of a message with a snapshot, serialized.
pub struct SnapshotText(String);

impl<V: Serialize> SharedSnapshot<'_, V> {
    /// Serializes it.
    pub fn write(&self) -> Result<SnapshotText, Unwritable> {
        let mut text = write(self)?;
        // The fields of the viewer follow before the brace is closed.
        text.pop();
        Ok(SnapshotText(text))
    }
}

impl SnapshotText {
    /// The whole message for one viewer. `own` is the viewer's part of the view; the events are serialized
    /// [`TableEvent`](crate::TableEvent)s, oldest first.
    pub fn for_viewer(
        &self,
        eye: Eye,
        own: Option<impl Serialize>,
        events: &[&str],
    ) -> Result<String, Unwritable> {
        let (eye, own) = (write(&eye)?, write(&own)?);
        let SnapshotText(shared) = self;
        let events_length: usize = events.iter().map(|event| event.len() + 1).sum();
        let mut text = String::with_capacity(shared.len() + own.len() + events_length + 64);
        text += "{\"table\":";
        text += shared;
        text += ",\"eye\":";
        text += &eye;
        text += ",\"own\":";
        text += &own;
        text += ",\"news\":[";
        for (at, event) in events.iter().enumerate() {
            if at > 0 {
                text.push(',');
            }
            text += event;
        }
        text += "]}}";
        Ok(text)
    }
}
