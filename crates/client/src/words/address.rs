//! What is said about links.

use cards::ParseDealError;

/// A link with more than a game in it.
pub const TOO_LONG: &str = "This link is too long to be a game of ours. Nothing was changed.";
/// A link that was cut or changed on its way.
pub const DAMAGED: &str =
    "This link is damaged: there is no game in it that can be replayed. Nothing was changed.";

/// A link to a deal that does not exist.
#[must_use]
pub fn no_deal(error: &ParseDealError) -> String {
    format!("This link leads to no deal: {error}. Nothing was changed.")
}
