use client::savannah::{Desk, Input};
use client::words::{self, label};
use client::{Motion, Pace, Switch, Theme};
use web_sys::HtmlInputElement;

use super::super::html::switch;
use super::super::room::Room;

/// Those switches that mean something here.
const SWITCHES: [Switch; 5] =
    [Switch::OneTap, Switch::FourColours, Switch::LargePrint, Switch::LeftHanded, Switch::Sound];

/// All that can be chosen.
pub(super) fn html(desk: &Desk) -> String {
    let settings = desk.settings();
    let toggle = |which: Switch| {
        let (name, about) = words::switch(which);
        switch(&format!("data-switch=\"{which:?}\""), settings.get(which), name, about)
    };
    let paces = Pace::ALL.map(|pace| (words::pace(pace), pace == settings.pace));
    let themes = Theme::ALL.map(|theme| (words::theme(theme), theme == settings.theme));
    let motions = Motion::ALL.map(|motion| (words::motion(motion), motion == settings.motion));
    format!(
        "<h3>{}</h3>{}<h3>{}</h3>{}{}{}",
        label::PLAYING,
        one_of("pace", words::savannah::label::PACE, &paces),
        label::LOOK,
        SWITCHES.map(toggle).concat(),
        one_of("theme", label::THEME, &themes),
        one_of("motion", label::MOTION, &motions)
    )
}

fn one_of(name: &str, title: &str, choices: &[(&str, bool)]) -> String {
    let each = choices.iter().enumerate().map(|(at, (words, chosen))| {
        let checked = if *chosen { " checked" } else { "" };
        format!(
            r#"<label><input type="radio" name="{name}" value="{at}"{checked}><span>{words}</span></label>"#
        )
    });
    format!(r#"<fieldset class="one-of"><legend>{title}</legend>{}</fieldset>"#, each.collect::<String>())
}

/// Something was chosen, perhaps here.
pub(super) fn changed(room: Room, input: &HtmlInputElement) {
    if let Some(name) = input.get_attribute("data-switch") {
        if let Some(which) = SWITCHES.into_iter().find(|which| format!("{which:?}") == name) {
            room.send(Input::Turn(which));
        }
        return;
    }
    let at = input.value().parse::<usize>().ok();
    let chosen = match input.name().as_str() {
        "pace" => at.and_then(|at| Pace::ALL.get(at)).copied().map(Input::Pace),
        "theme" => at.and_then(|at| Theme::ALL.get(at)).copied().map(Input::Theme),
        "motion" => at.and_then(|at| Motion::ALL.get(at)).copied().map(Input::Motion),
        _ => None,
    };
    if let Some(input) = chosen {
        room.send(input);
    }
}
