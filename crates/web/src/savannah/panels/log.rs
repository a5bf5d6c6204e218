use client::savannah::{Desk, Line};
use client::words::savannah::{label, round_heading};
use text::Text;

use crate::html::say;

/// What has happened, the newest first, and why the others did what they did.
pub(super) fn html(desk: &Desk) -> String {
    let mut html = String::new();
    let mut round = None;
    for line in desk.story().iter().rev() {
        if round != Some(line.round) {
            if round.is_some() {
                html += "</ul>";
            }
            html += &format!("<h3>{}</h3><ul class=\"log\">", say(round_heading(line.round)));
            round = Some(line.round);
        }
        html += &told(line);
    }
    if round.is_some() { html + "</ul>" } else { html }
}

fn told(line: &Line) -> String {
    let sentence = |text: &Text| say(text.clone().sentence());
    let why = line.why.as_ref().map_or_else(String::new, |why| {
        format!("<details><summary>{}</summary>{}</details>", say(label::WHY), sentence(why))
    });
    format!("<li>{}{why}</li>", sentence(&line.told))
}
