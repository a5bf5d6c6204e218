//! Messages about links.

use cards::ParseDealError;
use text::Text;

/// The link is longer than any game.
pub const TOO_LONG: Text = Text::of("This link is too long to contain a game. Nothing was changed.");
/// The link was cut off or changed.
pub const DAMAGED: Text =
    Text::of("This link is damaged: the game in it can't be replayed. Nothing was changed.");

/// The link is to a deal that does not exist.
#[must_use]
pub fn no_deal(error: &ParseDealError) -> Text {
    Text::with("This link does not name a deal: {}. Nothing was changed.", [error.text()])
}
