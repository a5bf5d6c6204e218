use client::klondike::Input;
use client::words::{self, label};
use client::{Language, Motion, Switch, Theme};
use leptos::prelude::*;
use text::Text;

use super::super::room::Room;
use crate::language::t;

/// All that can be chosen.
#[component]
pub(super) fn Choices(room: Room) -> impl IntoView {
    let themes = Theme::ALL.map(|theme| (words::theme(theme), Input::Theme(theme)));
    let motions = Motion::ALL.map(|motion| (words::motion(motion), Input::Motion(motion)));
    let languages = Language::ALL.map(|language| (words::language(language), Input::Language(language)));
    let theme = move || room.desk.with(|desk| words::theme(desk.settings().theme));
    let motion = move || room.desk.with(|desk| words::motion(desk.settings().motion));
    let language = move || room.desk.with(|desk| words::language(desk.settings().language));
    view! {
        <h3>{t(label::PLAYING)}</h3>
        {Switch::PLAY.map(|switch| view! { <Toggle room switch/> }).collect_view()}
        <h3>{t(label::LOOK)}</h3>
        {Switch::LOOK.map(|switch| view! { <Toggle room switch/> }).collect_view()}
        <OneOf room name="theme" title=t(label::THEME) choices=themes chosen=Signal::derive(theme)/>
        <OneOf room name="motion" title=t(label::MOTION) choices=motions chosen=Signal::derive(motion)/>
        <OneOf room name="language" title=t(label::LANGUAGE) choices=languages chosen=Signal::derive(language)/>
    }
}

#[component]
fn Toggle(room: Room, switch: Switch) -> impl IntoView {
    let (name, about) = words::switch(switch);
    view! {
        <label class="switch">
            <input
                type="checkbox"
                role="switch"
                data-switch=format!("{switch:?}")
                prop:checked=move || room.desk.with(|desk| desk.settings().get(switch))
                on:change=move |_| room.send(Input::Turn(switch))
            />
            <span class="track" aria-hidden="true"></span>
            <span class="words"><b>{t(name)}</b><small>{t(about)}</small></span>
        </label>
    }
}

#[component]
fn OneOf(
    room: Room,
    name: &'static str,
    title: String,
    choices: [(Text, Input); 3],
    chosen: Signal<Text>,
) -> impl IntoView {
    view! {
        <fieldset class="one-of">
            <legend>{title}</legend>
            {choices
                .map(|(label, input)| {
                    let value = label.to_string().to_ascii_lowercase().replace(' ', "-");
                    let words = t(&label);
                    view! {
                        <label>
                            <input
                                type="radio"
                                name=name
                                value=value
                                prop:checked=move || chosen.get() == label
                                on:change=move |_| room.send(input.clone())
                            />
                            <span>{words}</span>
                        </label>
                    }
                })
                .collect_view()}
        </fieldset>
    }
}
