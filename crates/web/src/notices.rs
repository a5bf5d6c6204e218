//! What has nothing to do with the cards on the table, told beside it.

use client::words::label;
use leptos::prelude::*;
use text::Text;

use crate::html::{button, say};
use crate::ui::room::Elsewhere;
use crate::update::Update;

/// What may have to be told, whatever is played.
#[derive(Clone, Copy)]
pub(crate) struct Notices {
    /// A new version.
    pub(crate) update: Update,
    /// Another tab with the same game.
    pub(crate) elsewhere: RwSignal<Elsewhere>,
    /// That nothing is kept.
    pub(crate) unsaved: RwSignal<bool>,
}

impl Notices {
    /// Of a new version.
    pub(crate) fn of_update(self) -> String {
        if self.update.ready.get() {
            notice("update", label::UPDATE, &[("update", label::UPDATE_DO), ("later", label::LATER)])
        } else {
            String::new()
        }
    }

    /// Of how the game is kept. `instead` is what can be done if it is not.
    pub(crate) fn of_saves(self, instead: &[(&str, Text)]) -> String {
        let mut html = match self.elsewhere.get() {
            Elsewhere::Here => String::new(),
            Elsewhere::Other => notice(
                "other-tab",
                label::OTHER_TAB,
                &[("take-over", label::TAKE_OVER), ("here", label::DISMISS)],
            ),
            Elsewhere::Gone => notice("taken-over", label::TAKEN_OVER, &[("take-over", label::TAKE_BACK)]),
        };
        if self.unsaved.get() {
            html += &notice("unsaved", label::NOT_SAVED, &[instead, &[("unsaved", label::DISMISS)]].concat());
        }
        html
    }

    /// Does what a notice offers, if it is what is named.
    pub(crate) fn pressed(self, act: &str) {
        match act {
            "here" => self.elsewhere.set(Elsewhere::Here),
            "unsaved" => self.unsaved.set(false),
            "update" => self.update.take(),
            "later" => self.update.ready.set(false),
            _ => {}
        }
    }
}

fn notice(name: &str, words: Text, buttons: &[(&str, Text)]) -> String {
    let main = |at: usize| if at == 0 { "main" } else { "" };
    let each = buttons.iter().enumerate().map(|(at, (act, words))| button(main(at), act, words.clone()));
    format!(
        r#"<p class="notice" data-notice="{name}"><span>{}</span>{}</p>"#,
        say(words),
        each.collect::<String>()
    )
}
