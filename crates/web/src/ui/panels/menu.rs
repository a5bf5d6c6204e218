use client::klondike::{Desk, Input, Panel, Strength};
use client::words::{self, label};
use games::klondike::Config;
use leptos::prelude::*;

use super::super::room::Room;
use super::super::{address, files};
use crate::language::t;

/// All that can be done.
#[component]
pub(super) fn Menu(room: Room) -> impl IntoView {
    let act = move |input: Input| {
        room.panel.set(None);
        room.send(input);
    };
    let playing = room.desk.with_untracked(|desk| desk.view().config);
    let strengths = [Strength::Nudge, Strength::Safe, Strength::Line];
    let panels = [Panel::Settings, Panel::Statistics, Panel::Record, Panel::Rules, Panel::Help];
    let copied = RwSignal::new(false);
    view! {
        <div class="group">
            <button class="main" data-do="new" on:click=move |_| act(Input::New)>{t(label::NEW)}</button>
            <button data-do="restart" on:click=move |_| act(Input::Restart)>{t(label::RESTART)}</button>
            <button data-do="deal" on:click=move |_| room.panel.set(Some(Panel::Deal))>
                {t(words::panel(Panel::Deal))} " …"
            </button>
            <Show when=move || room.desk.with(Desk::has_previous)>
                <button data-do="previous" on:click=move |_| act(Input::Previous)>{t(label::PREVIOUS)}</button>
            </Show>
        </div>
        <h3>{t(label::GAMES)}</h3>
        <div class="group games">
            {Config::PRESETS
                .into_iter()
                .map(|(name, config)| {
                    let (title, about) = words::preset(name);
                    view! {
                        <button
                            data-game=name
                            aria-current=(config == playing).then_some("true")
                            on:click=move |_| act(Input::NewGame(config))
                        >
                            <b>{t(title)}</b>
                            <small>{t(about)}</small>
                        </button>
                    }
                })
                .collect_view()}
        </div>
        <h3>{t(label::HINTS)}</h3>
        <div class="group">
            {strengths
                .into_iter()
                .map(|strength| {
                    view! {
                        <button
                            data-hint-as=format!("{strength:?}").to_ascii_lowercase()
                            on:click=move |_| act(Input::HintAs(strength))
                        >
                            {t(words::strength(strength))}
                        </button>
                    }
                })
                .collect_view()}
            <button data-do="verdict" on:click=move |_| act(Input::Verdict)>{t(label::VERDICT)}</button>
            <button data-do="back" on:click=move |_| act(Input::BackToWinnable)>{t(label::BACK)}</button>
        </div>
        <h3>{t(label::MORE)}</h3>
        <div class="group">
            {panels
                .into_iter()
                .map(|panel| {
                    view! {
                        <button data-open=super::name(panel) on:click=move |_| room.panel.set(Some(panel))>
                            {t(words::panel(panel))}
                        </button>
                    }
                })
                .collect_view()}
            <a class="button" href="#" data-do="home">{t(words::home::HOME)}</a>
            <button
                data-do="link"
                on:click=move |_| {
                    files::copy(&link(room));
                    copied.set(true);
                }
            >
                {move || if copied.get() { t(label::COPIED) } else { t(label::COPY_LINK) }}
            </button>
            {files::can_share()
                .then(|| {
                    view! {
                        <button data-do="share" on:click=move |_| files::share(&t(words::CARDROOM), &link(room))>
                            {t(label::SHARE)}
                        </button>
                    }
                })}
        </div>
    }
}

/// An address that leads anybody to this deal.
fn link(room: Room) -> String {
    let (config, deal) = room.desk.with_untracked(|desk| (desk.view().config.to_string(), desk.deal_name()));
    format!("{}#{config}/{deal}", address::home()).replace(' ', "+")
}
