//! What all viewers of a table get. A server serializes it once and adds each viewer's own part.

use std::ops::Deref;

use games::catalog::GameId;
use serde::{Deserialize, Serialize};
use table::{BySeat, Eye, Seats};

use crate::{FairnessState, RawJson, SeatInfo, TableId, Unwritable, write};

/// What every viewer gets of a [`Snapshot`](crate::Snapshot). `V` is the public part of the view: JSON for a
/// client, the value itself for the server that writes it. `I` is [`TableInfo`], or its JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SharedSnapshot<V = RawJson, I = TableInfo> {
    /// Increases with every stored change. Presence is not stored and does not change it.
    pub version: u64,
    /// What moves do not change.
    pub info: I,
    /// Milliseconds left of this turn, if the clock runs.
    pub left: Option<u32>,
    /// How many steps the player can undo; 0 where nothing can be undone.
    pub undo: u32,
    /// How many steps the player can redo.
    pub redo: u32,
    /// The part of the view that all viewers share, once the game has started.
    #[serde(rename = "view")]
    pub public_view: Option<V>,
}

/// The part of a snapshot that does not change with a move. So a server does not serialize it for each one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableInfo {
    /// The table.
    pub table: TableId,
    /// The game.
    pub game: GameId,
    /// The options of the game, as its config reads them.
    pub config: String,
    /// Whether the table is in the list of open tables.
    pub public: bool,
    /// Who sits where.
    pub seats: BySeat<SeatInfo>,
    /// The number of spectators.
    pub watching: u32,
    /// Seconds per turn, if there is a clock.
    pub clock: Option<u32>,
    /// The public part of how the key of the game is made.
    pub fair: FairnessState,
    /// The table of the rematch, once there is one.
    pub rematch: Option<TableId>,
    /// Whether the host has closed the table.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub closed: bool,
    /// How many people the host has removed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub removed: u32,
    /// Whether somebody wants to end the game, and who has agreed (V18).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<EndProposal>,
}

/// A proposal to end the game (V18).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EndProposal {
    /// Who has agreed.
    pub agreed: Seats,
    /// Who else has to agree.
    pub missing: Seats,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl<V> Deref for SharedSnapshot<V> {
    type Target = TableInfo;

    fn deref(&self) -> &TableInfo {
        &self.info
    }
}

/// The shared part of a message with a snapshot, serialized.
pub struct SnapshotText(String);

impl<V: Serialize, I: Serialize> SharedSnapshot<V, I> {
    /// Serializes it.
    pub fn write(&self) -> Result<SnapshotText, Unwritable> {
        Ok(SnapshotText(write(self)?))
    }
}

impl SnapshotText {
    /// The whole message for one viewer. `is_host` is whether they opened the table; `own` is their part of
    /// the view; the events are serialized [`TableEvent`](crate::TableEvent)s, oldest first.
    pub fn for_viewer(
        &self,
        eye: Eye,
        is_host: bool,
        own: Option<impl Serialize>,
        events: &[&str],
    ) -> Result<String, Unwritable> {
        let (eye, own) = (write(&eye)?, write(&own)?);
        let SnapshotText(shared) = self;
        let events_length: usize = events.iter().map(|event| event.len() + 1).sum();
        let mut text = String::with_capacity(shared.len() + own.len() + events_length + 64);
        text += "{\"table\":{\"shared\":";
        text += shared;
        text += ",\"eye\":";
        text += &eye;
        if is_host {
            text += ",\"host\":true";
        }
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
