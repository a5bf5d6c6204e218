use client::savannah::Input;
use client::words::{self, label};
use client::{Motion, Pace, Switch, Theme};
use leptos::prelude::*;

use super::super::room::Room;
use crate::ui::controls::{OneOf, Toggle};

/// How the game is played and looks: those settings that mean something here.
const SWITCHES: [Switch; 5] =
    [Switch::OneTap, Switch::FourColours, Switch::LargePrint, Switch::LeftHanded, Switch::Sound];

/// All that can be chosen.
#[component]
pub(super) fn Choices(room: Room) -> impl IntoView {
    let settings = Signal::derive(move || room.desk.with(|desk| *desk.settings()));
    let turn = Callback::new(move |switch| room.send(Input::Turn(switch)));
    let paces = Pace::ALL.map(|pace| (words::pace(pace), pace)).to_vec();
    let themes =
        [Theme::System, Theme::Light, Theme::Dark].map(|theme| (words::theme(theme), theme)).to_vec();
    let motions =
        [Motion::System, Motion::Quick, Motion::Off].map(|motion| (words::motion(motion), motion)).to_vec();
    view! {
        <h3>{label::PLAYING}</h3>
        <OneOf
            name="pace"
            title=words::savannah::label::PACE
            choices=paces
            chosen=Signal::derive(move || settings.get().pace)
            choose=Callback::new(move |pace| room.send(Input::Pace(pace)))
        />
        <h3>{label::LOOK}</h3>
        {SWITCHES.map(|switch| view! { <Toggle settings switch turn/> }).collect_view()}
        <OneOf
            name="theme"
            title=label::THEME
            choices=themes
            chosen=Signal::derive(move || settings.get().theme)
            choose=Callback::new(move |theme| room.send(Input::Theme(theme)))
        />
        <OneOf
            name="motion"
            title=label::MOTION
            choices=motions
            chosen=Signal::derive(move || settings.get().motion)
            choose=Callback::new(move |motion| room.send(Input::Motion(motion)))
        />
    }
}
