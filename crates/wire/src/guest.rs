use serde::{Deserialize, Serialize};

use crate::Name;

/// The body of a POST to [`GUEST_PATH`](crate::GUEST_PATH): the name of a guest. Somebody who already has
/// a pass keeps it; only the name changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GuestName {
    /// The name.
    pub name: Name,
}

/// A one-time code that copies a pass to another device. A POST to [`PASS_PATH`](crate::PASS_PATH) returns
/// it, a PUT from the other device redeems it within ten minutes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PassTransfer {
    /// The code.
    pub word: String,
}
