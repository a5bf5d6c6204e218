use client::savannah::{Desk, Input};
use client::words::{self, label};
use client::{Language, Motion, Pace, Switch, Theme};
use text::Text;
use web_sys::HtmlInputElement;

use super::super::room::Room;
use crate::html::{say, switch};

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
    let languages = Language::ALL.map(|language| (words::language(language), language == settings.language));
    let motions = Motion::ALL.map(|motion| (words::motion(motion), motion == settings.motion));
    format!(
        "<h3>{}</h3>{}<h3>{}</h3>{}{}{}{}",
        say(label::PLAYING),
        one_of("pace", words::savannah::label::PACE, &paces),
        say(label::LOOK),
        SWITCHES.map(toggle).concat(),
        one_of("theme", label::THEME, &themes),
        one_of("motion", label::MOTION, &motions),
        one_of("language", label::LANGUAGE, &languages)
    )
}

fn one_of(name: &str, title: Text, choices: &[(Text, bool)]) -> String {
    let each = choices.iter().enumerate().map(|(at, (words, chosen))| {
        let checked = if *chosen { " checked" } else { "" };
        format!(
            r#"<label><input type="radio" name="{name}" value="{at}"{checked}><span>{}</span></label>"#,
            say(words)
        )
    });
    format!(
        r#"<fieldset class="one-of"><legend>{}</legend>{}</fieldset>"#,
        say(title),
        each.collect::<String>()
    )
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
        "language" => at.and_then(|at| Language::ALL.get(at)).copied().map(Input::Language),
        "motion" => at.and_then(|at| Motion::ALL.get(at)).copied().map(Input::Motion),
        _ => None,
    };
    if let Some(input) = chosen {
        room.send(input);
    }
}
