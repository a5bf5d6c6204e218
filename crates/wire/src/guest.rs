use serde::{Deserialize, Serialize};

use crate::Name;

/// What is posted to [`GUEST`](crate::GUEST): who one wants to be called. Whoever has a pass keeps it, and only the name changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guest {
    /// The name.
    pub name: Name,
}

/// What [`PASS`](crate::PASS) gives, and takes on the other device: a word that brings the pass there, once, within ten minutes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pass {
    /// The word.
    pub word: String,
}
