use cards::Text;
use games::savannah::Savannah;
use table::Table;

use crate::words::online as words;

/// Checks the record of a game: that its key was made by all at the table together, and gives every card and every roll. The answer is a sentence.
#[must_use]
pub fn verify(record: &str) -> Text {
    match Table::<Savannah>::load(record) {
        Ok(_) => words::VERIFIED,
        Err(error) => words::not_verified(error.text()),
    }
}
