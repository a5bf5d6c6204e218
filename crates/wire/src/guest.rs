use serde::{Deserialize, Serialize};

use crate::Name;

/// The body of a POST to [`GUEST_PATH`](crate::GUEST_PATH): the name of a guest. Somebody who already has
/// a pass keeps it; only the name changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GuestName {
    /// The name.
    #[serde(deserialize_with = "crate::name::deserialize_chosen")]
    pub name: Name,
}

/// A one-time code that copies a pass to another device.
///
/// A POST to [`PASS_PATH`](crate::PASS_PATH) makes one and revokes the previous one, a DELETE revokes it. A
/// PUT from the other device redeems it within ten minutes. A client redeems a code only after a person has
/// agreed: whoever made the code sees everything that the person sees.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PassTransfer {
    /// The code.
    pub word: String,
}

/// The body of a POST to [`PASS_NAMES_PATH`](crate::PASS_NAMES_PATH), which changes nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PassQuery {
    /// The code of a transfer, to learn whose pass it copies.
    pub word: Option<String>,
}

/// The names on the passes of this device, and on the one that a code copies.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PassNames {
    /// The name on this device's pass, if it has one.
    pub current: Option<Name>,
    /// The name on the pass that this device had before it took over another one.
    pub previous: Option<Name>,
    /// The name on the pass that the code copies; `None` if the code was used, revoked or has expired.
    pub offered: Option<Name>,
    /// Whether the code copies the pass that this device already has.
    pub same: bool,
}
