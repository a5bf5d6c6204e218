use table::Refusal;
use text::{Separator, Text};

/// The last thing that was said, to be shown and read aloud.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// It grows, so that the same words are known to be said again.
    pub serial: u32,
    /// How it is meant.
    pub tone: Tone,
    /// Whole sentences.
    pub text: Text,
    /// The number of the rule behind a refusal.
    pub rule: Option<String>,
    /// What those at the table are called, from seat A on; empty for those who have no name.
    pub(crate) names: Vec<String>,
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
        Said { serial: 0, tone: Tone::Done, text: Text::EMPTY, rule: None, names: Vec::new() }
    }

    pub(crate) fn say(&mut self, tone: Tone, text: Text) {
        self.serial = self.serial.wrapping_add(1);
        (self.tone, self.text, self.rule) = (tone, text.sentence().called(&self.names), None);
    }

    /// Says a sentence after what was said.
    pub(crate) fn add(&mut self, tone: Tone, text: Text) {
        self.say(tone, Text::row([self.text.clone(), text.sentence()], Separator::Space));
    }

    pub(crate) fn refuse(&mut self, refusal: &Refusal) {
        self.say(Tone::Refused, refusal.text());
        self.rule = Some(refusal.rule.to_string());
    }
}
