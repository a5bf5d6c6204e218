//! What is said about links.

use cards::ParseDealError;
use text::Text;

/// A link with more than a game in it.
pub const TOO_LONG: Text = Text::of("This link is too long to hold a game. Nothing was changed.");
/// A link that was cut or changed on its way.
pub const DAMAGED: Text =
    Text::of("This link is damaged: it holds no game that can be replayed. Nothing was changed.");

/// A link to a deal that does not exist.
#[must_use]
pub fn no_deal(error: &ParseDealError) -> Text {
    Text::with("This link leads to no deal: {}. Nothing was changed.", [error.text()])
}
