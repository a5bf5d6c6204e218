use table::Refusal;
use text::{Separator, Text};

/// The last message, to be shown and read aloud.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// Increases with every message, so that a repeated text is recognised as new.
    pub serial: u32,
    /// Its tone.
    pub tone: Tone,
    /// Whole sentences.
    pub text: Text,
    /// The number of the rule behind a refusal.
    pub rule: Option<String>,
    /// The players' names, from seat A on; empty for players without a name.
    pub(crate) names: Vec<String>,
}

/// The tone of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// Something was done. It is visible anyway, so this is only read aloud.
    Done,
    /// A move is refused.
    Refused,
    /// A hint.
    Hint,
    /// Other information.
    Note,
}

impl Said {
    /// No message yet.
    pub(crate) const fn nothing() -> Said {
        Said { serial: 0, tone: Tone::Done, text: Text::EMPTY, rule: None, names: Vec::new() }
    }

    pub(crate) fn say(&mut self, tone: Tone, text: Text) {
        self.serial = self.serial.wrapping_add(1);
        (self.tone, self.text, self.rule) = (tone, text.sentence().called(&self.names), None);
    }

    /// Adds a sentence to the current message.
    pub(crate) fn add(&mut self, tone: Tone, text: Text) {
        self.say(tone, Text::row([self.text.clone(), text.sentence()], Separator::Space));
    }

    pub(crate) fn refuse(&mut self, refusal: &Refusal) {
        self.say(Tone::Refused, refusal.text());
        self.rule = Some(refusal.rule.to_string());
    }
}
