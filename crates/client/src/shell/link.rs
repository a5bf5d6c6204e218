//! The connection of a session to its table.

use table::{Game, Table};

use super::remote::RemoteTable;
use super::replay::Replay;

/// Where the table of a session is. Everything that is drawn, said and listed comes from a view, whatever its
/// source.
pub enum Link<G: Game> {
    /// A local table, with its hidden cards.
    Local(Box<Table<G>>),
    /// A table on a server, which sends only what the viewer may know.
    Remote(Box<RemoteTable<G>>),
    /// A replay of a game.
    Replay(Box<Replay<G>>),
}

impl<G: Game> Link<G> {
    /// A local table.
    pub(super) fn local(table: Table<G>) -> Link<G> {
        Link::Local(Box::new(table))
    }

    /// The table, if it is local.
    pub(crate) fn table(&self) -> Option<&Table<G>> {
        match self {
            Link::Local(table) => Some(table),
            Link::Remote(_) | Link::Replay(_) => None,
        }
    }

    /// The remote table, if it is on a server.
    pub(super) fn remote(&self) -> Option<&RemoteTable<G>> {
        match self {
            Link::Remote(remote) => Some(remote),
            Link::Local(_) | Link::Replay(_) => None,
        }
    }

    pub(super) fn remote_mut(&mut self) -> Option<&mut RemoteTable<G>> {
        match self {
            Link::Remote(remote) => Some(remote),
            Link::Local(_) | Link::Replay(_) => None,
        }
    }

    /// The replay, if it is one.
    pub(super) fn replay(&self) -> Option<&Replay<G>> {
        match self {
            Link::Replay(replay) => Some(replay),
            Link::Local(_) | Link::Remote(_) => None,
        }
    }
}
