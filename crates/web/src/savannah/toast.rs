//! What is said, where it can be seen.

use std::time::Duration;

use client::{Said, Tone};
use leptos::prelude::*;

use super::html::{escape, say};
use super::room::Room;
use crate::language;

/// Refusals and notes go away by themselves; a hint stays as long as it holds.
const SHOWN: Duration = Duration::from_millis(7000);

/// The words over the table.
pub(super) fn shown(room: Room) -> impl Fn() -> String {
    let said = Memo::new(move |_| room.desk.with(|desk| desk.said().clone()));
    let seen = RwSignal::new(0);
    Effect::new(move |_| {
        let Said { serial, tone, .. } = said.get();
        if matches!(tone, Tone::Refused | Tone::Note) {
            set_timeout(
                move || {
                    let _ = seen.try_set(serial);
                },
                SHOWN,
            );
        }
    });
    move || {
        let Said { serial, tone, text, rule, .. } = said.get();
        let over = room.desk.with_untracked(|desk| desk.view().public().outcome.is_some());
        let tone = match tone {
            Tone::Done => return String::new(),
            Tone::Refused => "refused",
            Tone::Hint => "hint",
            Tone::Note => "note",
        };
        // With others, something is said after the game too.
        if text.is_empty() || (over && room.hall.is_none()) || seen.get() == serial {
            return String::new();
        }
        let rule = rule.map_or_else(String::new, |number| {
            let text = language::rules(|rules| rules.sentence(&number).map(escape)).unwrap_or_default();
            format!(r#"<p class="rule"><b>{number}</b> {text}</p>"#)
        });
        format!(r#"<div class="say" data-tone="{tone}"><p aria-hidden="true">{}</p>{rule}</div>"#, say(text))
    }
}
