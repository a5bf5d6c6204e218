use client::savannah::{Desk, Panel};
use client::words::savannah as words;
use client::words::{home, label, online};
use table::Eye;
use text::{Separator, Text};

use crate::html::{button, say};

/// All that can be done.
pub(super) fn html(desk: &Desk) -> String {
    let resign = if desk.players().len() == 2 { words::label::RESIGN } else { words::label::LEAVE };
    let panels = [Panel::Rules, Panel::Log, Panel::Look, Panel::Settings, Panel::Record, Panel::Help];
    let open = |panel: Panel| {
        format!(r#"<button data-open="{}">{}</button>"#, panel.name(), say(words::panel(panel)))
    };
    if desk.is_remote() {
        let seated = matches!(desk.eye(), Eye::Seat(_));
        let resign = (seated && desk.view().public().outcome.is_none()).then(|| button("", "resign", resign));
        return format!(
            r##"<div class="group">{}{}{}<a class="button" href="#online">{}</a><a class="button" href="#">{}</a></div><h3>{}</h3><div class="group">{}</div>"##,
            if seated { open(Panel::Say) } else { String::new() },
            open(Panel::Link),
            resign.unwrap_or_default(),
            say(online::TO_LOBBY),
            say(home::HOME),
            say(label::MORE),
            [Panel::Rules, Panel::Log, Panel::Look, Panel::Settings, Panel::Help].map(open).concat()
        );
    }
    let mut acts = button("main", "new", Text::row([words::label::NEW, Text::name("…")], Separator::Space));
    acts += &button("", "again", words::label::AGAIN);
    acts += &button("", "restart", label::RESTART);
    if desk.has_previous() {
        acts += &button("", "previous", label::PREVIOUS);
    }
    if desk.view().public().outcome.is_none() {
        acts += &button("", "resign", resign);
    }
    format!(
        r##"<div class="group">{acts}<a class="button" href="#">{}</a></div><h3>{}</h3><div class="group">{}</div>"##,
        say(home::HOME),
        say(label::MORE),
        panels.map(open).concat()
    )
}
