//! What stands on several pages: the link to a table, and what can be said there.

use client::online::{Phrase, Visit};
use client::words::label;
use client::words::online as words;
use leptos::prelude::*;

use super::hall::{self, Hall};
use crate::html::{button, escape, say};
use crate::ui::files;

/// All that can be said.
pub(crate) fn phrases() -> String {
    let each = Phrase::ALL.iter().enumerate().map(|(at, phrase)| {
        format!(r#"<button data-do="say" data-phrase="{at}">{}</button>"#, say(words::phrase(*phrase)))
    });
    format!(r#"<div class="group phrases">{}</div>"#, each.collect::<String>())
}

/// The link to the table, to be sent, copied, or read by another device's camera.
pub(super) fn invite(hall: Hall) -> String {
    let Some(table) = hall.visit.with_untracked(Visit::at) else { return String::new() };
    let share = if files::can_share() { button("", "share", words::SHARE) } else { String::new() };
    format!(
        r#"<div class="invite"><div><input type="text" readonly data-link aria-label="{}" value="{}"><div class="row">{}{share}</div></div><img class="qr" src="./api/qr/{table}.svg" width="164" height="164" alt="{}"></div>"#,
        say(words::LINK),
        escape(&hall::link(table)),
        button("main", "copy-link", words::COPY),
        say(words::QR),
    )
}

/// The same in the menu of a table, and the way to another device.
pub(crate) fn link(hall: Hall) -> String {
    let device = match hall.device.get() {
        None => button("", "device", words::DEVICE),
        Some(Ok(link)) => format!(
            r#"<label class="field"><span>{}</span><input type="text" readonly data-device value="{}"></label><div class="row">{}</div>"#,
            say(words::DEVICE_HELP),
            escape(&link),
            button("", "copy-device", label::COPY)
        ),
        Some(Err(wrong)) => format!(r#"<p class="error" role="alert">{}</p>"#, say(wrong)),
    };
    format!("{}<h3>{}</h3>{device}", invite(hall), say(words::DEVICE))
}
