use games::verify::Against;
use text::Text;
use wire::Pledge;

use crate::words::online as words;

/// Whether a record matches what this client has seen and committed to before the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Witness {
    /// It contains the server's commitment, this client's contribution, and the voided attempts that the
    /// server had shown.
    Confirmed,
    /// It does not match: the record is of another game, or forged.
    Contradicted,
    /// This client has no data from before the game.
    Unknown,
}

impl Witness {
    pub(super) fn new(pledge: Option<&Pledge>, record: &str) -> Witness {
        match pledge {
            Some(pledge) if pledge.matches_record(record) => Witness::Confirmed,
            Some(_) => Witness::Contradicted,
            None => Witness::Unknown,
        }
    }
}

/// Checks that all players at the table contributed to the key of a record, this client included, and that
/// all cards and dice follow from the key. Returns the result as a text.
pub(super) fn verify(record: &str, witness: Witness) -> Text {
    let checked = match games::verify::verify(record) {
        Ok(checked) => checked,
        Err(error) => return words::not_verified(error.text()),
    };
    match (checked.against, witness) {
        (Against::Proof { .. }, Witness::Contradicted) => words::NOT_SHOWN,
        (Against::Proof { undisclosed: 1.., .. }, _) => words::NOT_DISCLOSED,
        (Against::Proof { .. }, Witness::Confirmed) => words::VERIFIED,
        (Against::Proof { .. }, Witness::Unknown) => words::VERIFIED_ONLY,
        (Against::Deal(_) | Against::Nothing, _) => words::NO_PROOF,
    }
}
