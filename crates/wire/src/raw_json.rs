use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::Unreadable;

/// A part of a message that only a game can read: JSON that is passed on as it is.
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RawJson(Box<RawValue>);

impl RawJson {
    /// Serializes a value.
    pub fn new(value: &impl Serialize) -> Result<RawJson, crate::Unwritable> {
        Ok(RawJson(serde_json::value::to_raw_value(value)?))
    }

    /// The JSON.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.get()
    }

    /// Parses the value.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Unreadable> {
        crate::read(self.as_str().as_bytes())
    }
}

impl PartialEq for RawJson {
    fn eq(&self, other: &RawJson) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for RawJson {}

impl fmt::Debug for RawJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
