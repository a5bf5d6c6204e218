//! Connects a visit with the session that shows its game.

use wire::TableCommand;

use super::{Input, Out};
use crate::shell::{Effect, Screen};

/// Passes an output of a visit to the session that shows its game. Returns the output if it is not for the
/// session.
pub fn deliver(out: Out, screen: &mut dyn Screen, now: u64) -> Option<Out> {
    match out {
        Out::Step(seen, missed) => screen.receive(&seen, missed, now),
        Out::Done => screen.confirmed(now),
        Out::Refused(refusal, why) => screen.refused(refusal.as_ref(), why, now),
        Out::Say(text) | Out::Said { text, .. } => screen.note(text),
        out => return Some(out),
    }
    None
}

/// Converts an effect of a session into an input of the visit; `None` if the effect is not for the server.
#[must_use]
pub fn input_of(effect: &Effect) -> Option<Input> {
    match effect {
        Effect::SendMove(mv) => mv.parse().ok().map(|mv| Input::Do(TableCommand::Play(mv))),
        Effect::SendAutomaticMove(mv) => mv.parse().ok().map(|mv| Input::Do(TableCommand::Auto(mv))),
        Effect::Send(act) => Some(Input::Do(*act)),
        _ => None,
    }
}
