use games::verify::Against;
use text::Text;
use wire::Pledge;

use crate::words::online as words;

/// Checks the record of a game: that its key was made by all at the table together, with what was promised here, and that it gives every card and every
/// roll. The answer is a sentence.
pub(super) fn verify(record: &str, pledge: Option<&Pledge>) -> Text {
    let checked = match games::verify::verify(record) {
        Ok(checked) => checked,
        Err(error) => return words::not_verified(error.text()),
    };
    match (checked.against, pledge) {
        (Against::Proof { .. }, Some(pledge)) if pledge.stands_in(record) => words::VERIFIED,
        (Against::Proof { .. }, Some(_)) => words::NOT_SHOWN,
        (Against::Proof { .. }, None) => words::VERIFIED_ONLY,
        (Against::Deal(_) | Against::Nothing, _) => words::NO_PROOF,
    }
}
