//! What any input must survive: the body of the fuzz target, which an ordinary test runs too. A breach panics.

use crate::{ToClient, ToServer, read, write};

/// Any bytes as a message of either side: an error, or a message that is written and read back. Tells whether one of them was read.
pub fn message(bytes: &[u8]) -> bool {
    let to_server = read::<ToServer>(bytes);
    if let Ok(message) = &to_server {
        assert!(read::<ToServer>(write(message).as_bytes()).as_ref() == Ok(message), "not read back");
    }
    let to_client = read::<ToClient>(bytes);
    if let Ok(message) = &to_client {
        assert!(read::<ToClient>(write(message).as_bytes()).as_ref() == Ok(message), "not read back");
    }
    to_server.is_ok() || to_client.is_ok()
}
