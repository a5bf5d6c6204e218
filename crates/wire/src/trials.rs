//! The body of the fuzz target. An ordinary test runs it too. It panics on a violation.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{ToClient, ToServer, read, write};

/// Reads any bytes as a message of either side. The result must be an error, or a message that survives
/// writing and reading. Returns whether the bytes were a message.
pub fn message(bytes: &[u8]) -> bool {
    let to_server = read::<ToServer>(bytes);
    if let Ok(message) = &to_server {
        assert!(round_trips(message), "not read back");
    }
    let to_client = read::<ToClient>(bytes);
    if let Ok(message) = &to_client {
        assert!(round_trips(message), "not read back");
    }
    to_server.is_ok() || to_client.is_ok()
}

fn round_trips<T: Serialize + DeserializeOwned + PartialEq>(message: &T) -> bool {
    write(message).is_ok_and(|text| read::<T>(text.as_bytes()).as_ref() == Ok(message))
}
