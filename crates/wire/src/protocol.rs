use crate::SOCKET_PATH;

/// The version of the protocol that this program prefers.
pub const PROTOCOL: u16 = 4;

/// The oldest version that this program still speaks: the previous one, if there was a release with it. Pages
/// that were loaded before an upgrade of the server play on with it.
pub const OLDEST_PROTOCOL: u16 = 4;

/// The parameter of the socket's address with which a client says its version.
const PARAMETER: &str = "protocol=";

/// The path of the WebSocket for a client of this version.
#[must_use]
pub fn socket_path(protocol: u16) -> String {
    format!("{SOCKET_PATH}?{PARAMETER}{protocol}")
}

/// The versions of the protocol that a program speaks.
///
/// A client says its newest version in the [address of the socket](socket_path). The server answers with
/// the version that both of them speak, in [`Welcome`](crate::ToClient::Welcome). If there is none, it
/// names its own and closes the connection: then the client has to be reloaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProtocolVersions {
    /// The oldest one.
    pub oldest: u16,
    /// The newest one.
    pub newest: u16,
}

impl Default for ProtocolVersions {
    fn default() -> ProtocolVersions {
        ProtocolVersions { oldest: OLDEST_PROTOCOL, newest: PROTOCOL }
    }
}

impl ProtocolVersions {
    /// Whether this version is one of them.
    #[must_use]
    pub fn contains(self, version: u16) -> bool {
        (self.oldest..=self.newest).contains(&version)
    }

    /// The version that a server speaks with a client, by the query of the socket's address. `None` if the
    /// client is too old. A client that is newer than the server is expected to speak the server's version.
    #[must_use]
    pub fn for_client(self, query: Option<&str>) -> Option<u16> {
        let named = query.unwrap_or_default().split('&').find_map(|part| part.strip_prefix(PARAMETER));
        let version = named.map_or(Some(self.oldest), |version| version.parse().ok())?;
        (version >= self.oldest).then(|| version.min(self.newest))
    }
}

#[cfg(test)]
mod tests {
    use super::{ProtocolVersions, socket_path};

    #[test]
    fn client_and_server_agree_on_a_version() {
        let server = ProtocolVersions { oldest: 7, newest: 8 };
        for (query, version) in [
            (None, Some(7)),
            (Some(""), Some(7)),
            (Some("a=b"), Some(7)),
            (Some("protocol=6"), None),
            (Some("protocol=7"), Some(7)),
            (Some("a=b&protocol=8"), Some(8)),
            (Some("protocol=9"), Some(8)),
            (Some("protocol="), None),
            (Some("protocol=-1"), None),
            (Some("protocol=99999"), None),
        ] {
            assert_eq!(server.for_client(query), version, "{query:?}");
        }
    }

    /// A page of the previous version meets a new server, and a new page meets a server that is not
    /// upgraded yet.
    #[test]
    fn adjacent_versions_understand_each_other() {
        let (old, new) =
            (ProtocolVersions { oldest: 6, newest: 7 }, ProtocolVersions { oldest: 7, newest: 8 });
        for (client, server) in [(old, new), (new, old), (old, old), (new, new)] {
            let path = socket_path(client.newest);
            let query = path.split_once('?').map(|(_, query)| query);
            assert!(server.for_client(query).is_some_and(|version| client.contains(version)));
        }
        let newest = ProtocolVersions { oldest: 8, newest: 9 };
        assert!(!old.contains(newest.newest), "the page is reloaded");
        assert_eq!(newest.for_client(Some("protocol=7")), None);
    }
}
