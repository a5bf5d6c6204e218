//! What any input must survive: the body of the fuzz target, which an ordinary test runs too. A breach panics.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{ToClient, ToServer, read, write};

/// Any bytes as a message of either side: an error, or a message that is written and read back. Tells whether one of them was read.
pub fn message(bytes: &[u8]) -> bool {
    let to_server = read::<ToServer>(bytes);
    if let Ok(message) = &to_server {
        assert!(is_read_back(message), "not read back");
    }
    let to_client = read::<ToClient>(bytes);
    if let Ok(message) = &to_client {
        assert!(is_read_back(message), "not read back");
    }
    to_server.is_ok() || to_client.is_ok()
}

fn is_read_back<T: Serialize + DeserializeOwned + PartialEq>(message: &T) -> bool {
    write(message).is_ok_and(|text| read::<T>(text.as_bytes()).as_ref() == Ok(message))
}
