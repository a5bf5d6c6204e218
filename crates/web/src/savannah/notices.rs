//! What has nothing to do with the cards on the table.

use cards::Text;
use client::words::label;
use leptos::prelude::*;

use super::html::{button, say};
use super::room::Room;
use crate::ui::room::Elsewhere;
use crate::update::Update;

/// All that is to be told now.
pub(super) fn shown(room: Room, update: Update) -> impl Fn() -> String {
    move || {
        let mut html = String::new();
        let mut notice = |name: &str, words: Text, buttons: &[(&str, Text)]| {
            let main = |at: usize| if at == 0 { "main" } else { "" };
            let each =
                buttons.iter().enumerate().map(|(at, (act, words))| button(main(at), act, words.clone()));
            html += &format!(
                r#"<p class="notice" data-notice="{name}"><span>{}</span>{}</p>"#,
                say(words),
                each.collect::<String>()
            );
        };
        if update.ready.get() {
            notice("update", label::UPDATE, &[("update", label::UPDATE_DO), ("later", label::LATER)]);
        }
        if let Some(hall) = room.hall {
            return html + &hall.notices();
        }
        match room.elsewhere.get() {
            Elsewhere::Here => {}
            Elsewhere::Other => {
                notice(
                    "other-tab",
                    label::OTHER_TAB,
                    &[("take-over", label::TAKE_OVER), ("here", label::DISMISS)],
                );
            }
            Elsewhere::Gone => notice("taken-over", label::TAKEN_OVER, &[("take-over", label::TAKE_BACK)]),
        }
        if room.unsaved.get() {
            notice("unsaved", label::NOT_SAVED, &[("unsaved", label::DISMISS)]);
        }
        html
    }
}
