use serde::{Deserialize, Serialize};

/// A phrase that can be said at a table. There is no free chat, so nothing has to be moderated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phrase {
    /// Hello.
    Hello,
    /// Good luck.
    Luck,
    /// Well played.
    Well,
    /// Ouch.
    Ouch,
    /// Lucky roll.
    Roll,
    /// Sorry.
    Sorry,
    /// One moment.
    Moment,
    /// Thank you.
    Thanks,
    /// Another game?
    Again,
    /// Goodbye.
    Bye,
}

impl Phrase {
    /// All phrases.
    pub const ALL: [Phrase; 10] = [
        Phrase::Hello,
        Phrase::Luck,
        Phrase::Well,
        Phrase::Ouch,
        Phrase::Roll,
        Phrase::Sorry,
        Phrase::Moment,
        Phrase::Thanks,
        Phrase::Again,
        Phrase::Bye,
    ];
}
