use games::verify::Against;
use text::Text;
use wire::Pledge;

use crate::words::online as words;

/// What a record says of what this client was shown and has promised before the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Witness {
    /// It has the server's commitment and one's own contribution.
    Confirmed,
    /// It has others: it is the record of another game, or a forged one.
    Contradicted,
    /// Nothing is known of the time before the game.
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

/// Checks the record of a game: that its key was made by all at the table together, with what was promised here, and that it gives every card and every
/// roll. The answer is a sentence.
pub(super) fn verify(record: &str, witness: Witness) -> Text {
    let checked = match games::verify::verify(record) {
        Ok(checked) => checked,
        Err(error) => return words::not_verified(error.text()),
    };
    match (checked.against, witness) {
        (Against::Proof { .. }, Witness::Confirmed) => words::VERIFIED,
        (Against::Proof { .. }, Witness::Contradicted) => words::NOT_SHOWN,
        (Against::Proof { .. }, Witness::Unknown) => words::VERIFIED_ONLY,
        (Against::Deal(_) | Against::Nothing, _) => words::NO_PROOF,
    }
}
