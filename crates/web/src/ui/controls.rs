//! Controls of the settings, for every game.

use client::words;
use client::{Settings, Switch};
use leptos::prelude::*;

/// A setting that is on or off.
#[component]
pub(crate) fn Toggle(settings: Signal<Settings>, switch: Switch, turn: Callback<Switch>) -> impl IntoView {
    let (name, about) = words::switch(switch);
    view! {
        <label class="switch">
            <input
                type="checkbox"
                role="switch"
                data-switch=format!("{switch:?}")
                prop:checked=move || settings.with(|settings| settings.get(switch))
                on:change=move |_| turn.run(switch)
            />
            <span class="track" aria-hidden="true"></span>
            <span class="words"><b>{name}</b><small>{about}</small></span>
        </label>
    }
}

/// A setting that is one of a few.
#[component]
pub(crate) fn OneOf<T>(
    name: &'static str,
    title: &'static str,
    choices: Vec<(&'static str, T)>,
    chosen: Signal<T>,
    choose: Callback<T>,
) -> impl IntoView
where
    T: Copy + PartialEq + Send + Sync + 'static,
{
    view! {
        <fieldset class="one-of">
            <legend>{title}</legend>
            {choices
                .into_iter()
                .map(|(label, choice)| {
                    let value = label.to_lowercase().replace(' ', "-");
                    view! {
                        <label>
                            <input
                                type="radio"
                                name=name
                                value=value
                                prop:checked=move || chosen.get() == choice
                                on:change=move |_| choose.run(choice)
                            />
                            <span>{label}</span>
                        </label>
                    }
                })
                .collect_view()}
        </fieldset>
    }
}
