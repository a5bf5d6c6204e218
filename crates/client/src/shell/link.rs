//! Where the table of a session is.

use table::{Game, Table};

use super::remote::RemoteTable;
use super::replay::Replay;

/// Where the table is. What is drawn, said and listed is made of a view, wherever that comes from.
pub enum Link<G: Game> {
    /// The table is here, with its hidden cards.
    Local(Box<Table<G>>),
    /// The table is on a server. What comes from there is what the viewer may know, and nothing else.
    Remote(Box<RemoteTable<G>>),
    /// The game was played before, and is looked at again.
    Replay(Box<Replay<G>>),
}

impl<G: Game> Link<G> {
    /// A table that is here.
    pub(super) fn local(table: Table<G>) -> Link<G> {
        Link::Local(Box::new(table))
    }

    /// The table, if it is here.
    pub(crate) fn table(&self) -> Option<&Table<G>> {
        match self {
            Link::Local(table) => Some(table),
            Link::Remote(_) | Link::Replay(_) => None,
        }
    }

    /// The table on the server, if it is there.
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

    /// The game that is looked at again.
    pub(super) fn replay(&self) -> Option<&Replay<G>> {
        match self {
            Link::Replay(replay) => Some(replay),
            Link::Local(_) | Link::Remote(_) => None,
        }
    }
}
