//! Connects a visit with the session that shows its game.

use wire::TableCommand;

use super::{VisitInput, VisitOutput};
use crate::shell::{Effect, Screen};

/// Passes an output of a visit to the session that shows its game. Returns the output if it is not for the
/// session.
pub fn deliver(out: VisitOutput, screen: &mut dyn Screen, now: u64) -> Option<VisitOutput> {
    match out {
        VisitOutput::Step(seen, missed) => screen.receive(&seen, missed, now),
        VisitOutput::Done => screen.confirmed(now),
        VisitOutput::Refused(refusal, why) => screen.refused(refusal.as_ref(), why, now),
        VisitOutput::Say(text) | VisitOutput::Said { text, .. } => screen.note(text),
        out => return Some(out),
    }
    None
}

/// Converts an effect of a session into an input of the visit; `None` if the effect is not for the server.
#[must_use]
pub fn input_of(effect: &Effect) -> Option<VisitInput> {
    match effect {
        Effect::SendMove(mv) => mv.parse().ok().map(|mv| VisitInput::Do(TableCommand::Play(mv))),
        Effect::Send(act) => Some(VisitInput::Do(*act)),
        _ => None,
    }
}
