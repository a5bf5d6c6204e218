use client::klondike::Input;
use client::words::{self, label};
use client::{Motion, Switch, Theme};
use leptos::prelude::*;

use super::super::controls::{OneOf, Toggle};
use super::super::room::Room;

/// All that can be chosen.
#[component]
pub(super) fn Choices(room: Room) -> impl IntoView {
    let themes = [Theme::System, Theme::Light, Theme::Dark].map(|theme| (words::theme(theme), theme));
    let motions = [Motion::System, Motion::Quick, Motion::Off].map(|motion| (words::motion(motion), motion));
    let settings = Signal::derive(move || room.desk.with(|desk| *desk.settings()));
    let theme = Signal::derive(move || settings.get().theme);
    let motion = Signal::derive(move || settings.get().motion);
    let turn = Callback::new(move |switch| room.send(Input::Turn(switch)));
    view! {
        <h3>{label::PLAYING}</h3>
        {Switch::PLAY.map(|switch| view! { <Toggle settings switch turn/> }).collect_view()}
        <h3>{label::LOOK}</h3>
        {Switch::LOOK.map(|switch| view! { <Toggle settings switch turn/> }).collect_view()}
        <OneOf
            name="theme"
            title=label::THEME
            choices=themes.to_vec()
            chosen=theme
            choose=Callback::new(move |theme| room.send(Input::Theme(theme)))
        />
        <OneOf
            name="motion"
            title=label::MOTION
            choices=motions.to_vec()
            chosen=motion
            choose=Callback::new(move |motion| room.send(Input::Motion(motion)))
        />
    }
}
