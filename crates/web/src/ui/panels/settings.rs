use client::klondike::Input;
use client::words::{self, label};
use client::{Motion, Switch, Theme};
use leptos::prelude::*;

use super::super::room::Room;

/// All that can be chosen.
#[component]
pub(super) fn Choices(room: Room) -> impl IntoView {
    let themes =
        [Theme::System, Theme::Light, Theme::Dark].map(|theme| (words::theme(theme), Input::Theme(theme)));
    let motions = [Motion::System, Motion::Quick, Motion::Off]
        .map(|motion| (words::motion(motion), Input::Motion(motion)));
    let theme = move || room.desk.with(|desk| words::theme(desk.settings().theme));
    let motion = move || room.desk.with(|desk| words::motion(desk.settings().motion));
    view! {
        <h3>{label::PLAYING}</h3>
        {Switch::PLAY.map(|switch| view! { <Toggle room switch/> }).collect_view()}
        <h3>{label::LOOK}</h3>
        {Switch::LOOK.map(|switch| view! { <Toggle room switch/> }).collect_view()}
        <OneOf room name="theme" title=label::THEME choices=themes chosen=Signal::derive(theme)/>
        <OneOf room name="motion" title=label::MOTION choices=motions chosen=Signal::derive(motion)/>
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
            <span class="words"><b>{name}</b><small>{about}</small></span>
        </label>
    }
}

#[component]
fn OneOf(
    room: Room,
    name: &'static str,
    title: &'static str,
    choices: [(&'static str, Input); 3],
    chosen: Signal<&'static str>,
) -> impl IntoView {
    view! {
        <fieldset class="one-of">
            <legend>{title}</legend>
            {choices
                .map(|(label, input)| {
                    let value = label.to_lowercase().replace(' ', "-");
                    view! {
                        <label>
                            <input
                                type="radio"
                                name=name
                                value=value
                                prop:checked=move || chosen.get() == label
                                on:change=move |_| room.send(input.clone())
                            />
                            <span>{label}</span>
                        </label>
                    }
                })
                .collect_view()}
        </fieldset>
    }
}
