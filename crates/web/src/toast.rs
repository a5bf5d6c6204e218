//! What is said, where it can be seen.

use std::time::Duration;

use client::{Said, Tone};
use leptos::prelude::*;

use crate::html::{escape, say};
use crate::language;

/// Refusals and notes go away by themselves; a hint stays as long as it holds.
const SHOWN: Duration = Duration::from_millis(7000);

/// The words over a table, with what `more` adds to them. What was done is seen on the table, and not told here.
pub(crate) fn shown(said: Memo<Said>, more: impl Fn() -> Option<String>) -> impl Fn() -> String {
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
        let tone = match tone {
            Tone::Done => return String::new(),
            Tone::Refused => "refused",
            Tone::Hint => "hint",
            Tone::Note => "note",
        };
        if text.is_empty() || seen.get() == serial {
            return String::new();
        }
        let Some(more) = more() else { return String::new() };
        let rule = rule.map_or_else(String::new, |number| {
            let text = language::rules(|rules| rules.sentence(&number).map(escape)).unwrap_or_default();
            format!(r#"<p class="rule"><b>{number}</b> {text}</p>"#)
        });
        let words = say(text);
        format!(r#"<div class="say" data-tone="{tone}"><p aria-hidden="true">{words}</p>{rule}{more}</div>"#)
    }
}
