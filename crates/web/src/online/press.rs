//! What is pressed, chosen and sent on the pages around a table.

use client::online::{Act, Input, PASS, Pass, Phrase, TableId, Visit, read};
use client::savannah::Level;
use client::words::{label, online as words};
use leptos::prelude::*;
use table::Seat;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, Event, HtmlInputElement, MouseEvent, SubmitEvent};

use super::hall::{self, Hall};
use super::{lobby, socket};
use crate::language::t;
use crate::savannah::panels::options;
use crate::ui::{address, files, js};

impl Hall {
    /// Does what a button is for, by its name.
    pub(crate) fn pressed(self, act: &str, button: &Element) {
        let seat = || button.get_attribute("data-seat").and_then(|seat| seat.parse::<Seat>().ok());
        match act {
            "sit" => self.act_at(seat().map(Act::Sit)),
            "stand" => self.act(Act::Stand),
            "ready" => self.ready(),
            "not-ready" => self.act(Act::Ready(None)),
            "replace" => self.act_at(seat().map(Act::Replace)),
            "take-back" => self.act(Act::Back),
            "say" => self.say(button),
            "join" => {
                let table =
                    button.get_attribute("data-table").and_then(|table| table.parse::<TableId>().ok());
                if let Some(table) = table {
                    self.go(table);
                }
            }
            "copy-link" => copy("[data-link]", button),
            "copy-device" => copy("[data-device]", button),
            "share" => {
                if let Some(table) = self.visit.with_untracked(Visit::at) {
                    files::share(&t(words::FRIENDS), &hall::link(table));
                }
            }
            "device" => self.move_on(),
            "verify" => self.hear(Input::Record),
            "save-record" => {
                let _ = files::save("cardroom.txt", &self.record.get_value());
            }
            "reload" => {
                if self.update.ready.get_untracked() {
                    return self.update.take();
                }
                // A page that is here can be loaded again.
                let _ = window().location().reload();
            }
            "lobby" => leave("#online"),
            "savannah" => leave("#savannah"),
            _ => {}
        }
    }

    fn act_at(self, act: Option<Act>) {
        if let Some(act) = act {
            self.act(act);
        }
    }

    fn say(self, button: &Element) {
        let at = button.get_attribute("data-phrase").and_then(|at| at.parse::<usize>().ok());
        if let Some(phrase) = at.and_then(|at| Phrase::ALL.get(at)) {
            self.hear(Input::Say(*phrase));
        }
        if let Some(room) = self.room.get_value() {
            room.panel.set(None);
        }
    }

    /// Asks for a link that brings whoever is here to another device.
    fn move_on(self) {
        spawn_local(async move {
            let word =
                socket::ask("POST", PASS, "").await.ok().and_then(|text| read::<Pass>(text.as_bytes()).ok());
            let table = self.visit.with_untracked(Visit::at);
            let link = word
                .zip(table)
                .map(|(Pass { word }, table)| format!("{}#move/{word}/{table}", address::home()));
            self.device.set(Some(link.ok_or(words::DEVICE_NONE)));
        });
    }
}

fn leave(hash: &str) {
    let _ = window().location().set_hash(hash);
}

fn copy(from: &str, button: &Element) {
    let Ok(Some(field)) = document().query_selector(from) else { return };
    files::copy(&js::get(&field, "value").as_string().unwrap_or_default());
    // Without TLS, as at home, a page may only copy what is selected on it.
    let _ = js::call(&field, "select", &[]);
    let _ = js::call(&document(), "execCommand", &["copy".into()]);
    button.set_text_content(Some(&t(label::COPIED)));
}

/// Something was pressed on a page around a table.
pub(super) fn clicked(hall: Hall, event: &MouseEvent) {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    if let Some(button) = target.and_then(|target| target.closest("[data-do]").ok().flatten()) {
        hall.pressed(&button.get_attribute("data-do").unwrap_or_default(), &button);
    }
}

/// Something was chosen.
pub(super) fn changed(hall: Hall, event: &Event) {
    let Some(input) = event.target().map(JsCast::unchecked_into::<HtmlInputElement>) else { return };
    options::changed(&input);
    let name = input.get_attribute("name").unwrap_or_default();
    if let Some(seat) = name.strip_prefix("fill-").and_then(|seat| seat.parse().ok()) {
        let level = js::get(&input, "value").as_string().and_then(|level| level.parse::<Level>().ok());
        hall.act(Act::Fill { seat, level });
    }
}

/// A form was sent.
pub(super) fn sent(hall: Hall, event: &SubmitEvent) {
    event.prevent_default();
    let Some(form) = event.target().and_then(|form| form.dyn_into::<Element>().ok()) else { return };
    let opens = form.get_attribute("data-form").as_deref() == Some("open");
    let wrong = match lobby::read_name(&form) {
        Err(wrong) => Some(wrong),
        Ok(name) if !opens => {
            hall.named(name);
            None
        }
        Ok(name) => match lobby::read(&form) {
            Ok(table) => {
                hall.renamed(name);
                hall.hear(Input::Open(Box::new(table)));
                None
            }
            Err(wrong) => Some(wrong),
        },
    };
    if let (Some(wrong), Ok(Some(error))) = (wrong, form.query_selector("[data-error]")) {
        error.set_text_content(Some(&t(wrong.sentence())));
    }
}
