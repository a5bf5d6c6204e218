use serde::{Deserialize, Serialize};
use wire::{Name, ProtocolVersions, TableId};

use crate::Identity;
use crate::table::Caller;

/// The version of the protocol between nodes. A node also accepts the version before, so that nodes can be
/// upgraded one after the other.
const NODE_PROTOCOL: u16 = 1;
/// The oldest version that is accepted.
const OLDEST_NODE_PROTOCOL: u16 = 1;

/// The first message on a connection between nodes: who the client is, and which table it joins. It has no
/// `Debug`, so that it cannot be logged by accident.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct RelayHello {
    /// The version of the protocol between nodes.
    node_protocol: u16,
    /// The version of the protocol that the client was told.
    pub(crate) client_protocol: u16,
    who: Identity,
    name: Name,
    address_tag: u64,
    /// The table that the client joins.
    pub(crate) table: TableId,
    /// The version up to which the client knows the table's events.
    pub(crate) since: u64,
}

impl RelayHello {
    pub(crate) fn new(caller: &Caller, client_protocol: u16, table: TableId, since: u64) -> RelayHello {
        RelayHello {
            node_protocol: NODE_PROTOCOL,
            client_protocol,
            who: caller.who,
            name: caller.name.clone(),
            address_tag: caller.address_tag,
            table,
            since,
        }
    }

    /// The client.
    pub(crate) fn caller(&self) -> Caller {
        Caller { who: self.who, name: self.name.clone(), address_tag: self.address_tag }
    }

    /// Whether this node speaks the protocols of the other node and of the client.
    pub(crate) fn support(&self, protocols: ProtocolVersions) -> HelloSupport {
        if !(OLDEST_NODE_PROTOCOL..=NODE_PROTOCOL).contains(&self.node_protocol) {
            HelloSupport::None
        } else if self.client_protocol < protocols.oldest {
            HelloSupport::OldClient
        } else if protocols.contains(self.client_protocol) {
            HelloSupport::Full
        } else {
            HelloSupport::None
        }
    }
}

/// Whether a node can serve a client of another node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HelloSupport {
    /// It can.
    Full,
    /// The client is too old for this node, though not for the other one. It has to be reloaded.
    OldClient,
    /// The other node is too old or too new.
    None,
}
