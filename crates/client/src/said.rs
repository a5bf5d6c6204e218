use table::Refusal;

use crate::words;

/// The last thing that was said, to be shown and read aloud.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// It grows, so that the same words are known to be said again.
    pub serial: u32,
    /// How it is meant.
    pub tone: Tone,
    /// Whole sentences.
    pub text: String,
    /// The number of the rule behind a refusal, and what it says.
    pub rule: Option<(String, &'static str)>,
}

/// How something is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// What was done: it is seen anyway, and is read aloud for those who do not see it.
    Done,
    /// A move is refused.
    Refused,
    /// A hint.
    Hint,
    /// Something to know.
    Note,
}

impl Said {
    /// Nothing has been said.
    pub(crate) const fn nothing() -> Said {
        Said { serial: 0, tone: Tone::Done, text: String::new(), rule: None }
    }

    pub(crate) fn say(&mut self, tone: Tone, text: &str) {
        *self = Said { serial: self.serial.wrapping_add(1), tone, text: words::sentence(text), rule: None };
    }

    pub(crate) fn refuse(&mut self, refusal: &Refusal) {
        self.say(Tone::Refused, &refusal.to_string());
        let number = refusal.rule.to_string();
        self.rule = games::rulebook::sentence(&number).map(|sentence| (number, sentence));
    }
}
