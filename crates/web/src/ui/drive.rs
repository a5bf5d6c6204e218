//! How a game that is watched is gone through: a slider, steps, and a button that plays it.

use std::time::Duration;

use client::words::replay as words;
use leptos::prelude::*;

use super::files;
use crate::language::t;

/// From one move to the next while it plays by itself.
const PACE: Duration = Duration::from_millis(900);

/// The slider and the buttons. `shade` are two of the moves at which the slider changes its colour.
#[component]
pub(crate) fn Drive(
    at: Signal<usize>,
    moves: usize,
    go: Callback<usize>,
    #[prop(optional, into)] shade: Signal<(usize, usize)>,
) -> impl IntoView {
    let plays = RwSignal::new(false);
    let jump = move |to: usize| {
        plays.set(false);
        go.run(to);
    };
    // It ends itself at the last move.
    let tick = set_interval_with_handle(
        move || {
            if plays.get_untracked() {
                let next = at.get_untracked() + 1;
                go.run(next);
                plays.set(next < moves);
            }
        },
        PACE,
    );
    on_cleanup(move || {
        if let Ok(tick) = tick {
            tick.clear();
        }
    });
    let play = move |_| {
        if at.get_untracked() == moves {
            go.run(0);
        }
        plays.update(|plays| *plays = !*plays);
    };
    let drive = move |buttons: [(&'static str, String, &'static str); 2]| {
        let button = move |(name, label, sign): (&'static str, String, &'static str)| {
            let press = move |_| {
                let at = at.get_untracked();
                jump(match name {
                    "first" => 0,
                    "step-back" => at.saturating_sub(1),
                    "step-on" => at + 1,
                    _ => moves,
                });
            };
            view! { <button aria-label=label data-do=name on:click=press>{sign}</button> }
        };
        buttons.map(button).collect_view()
    };
    view! {
        <div class="along">
            <input
                type="range"
                min="0"
                max=moves
                aria-label=t(words::POSITION)
                aria-valuetext=move || t(words::position(at.get(), moves))
                data-position=""
                prop:value=move || at.get().to_string()
                on:input=move |event| jump(event_target_value(&event).parse().unwrap_or(0))
                style:--winnable=move || share(shade.get().0, moves)
                style:--lost=move || share(shade.get().1, moves)
            />
        </div>
        <div class="row drive">
            {drive([("first", t(words::FIRST), "⏮"), ("step-back", t(words::BACK), "◂")])}
            <button class="main" data-do="play-replay" on:click=play>
                {move || if plays.get() { t(words::PAUSE) } else { t(words::PLAY) }}
            </button>
            {drive([("step-on", t(words::NEXT), "▸"), ("last", t(words::LAST), "⏭")])}
            <span class="count">{move || t(words::position(at.get(), moves))}</span>
        </div>
    }
}

fn share(at: usize, moves: usize) -> String {
    format!("{:.2}%", 100.0 * at as f64 / moves.max(1) as f64)
}

/// Buttons that hand an address on.
#[component]
pub(crate) fn Pass(address: String) -> impl IntoView {
    let copied = RwSignal::new(false);
    let (to_copy, to_share) = (address.clone(), address.clone());
    view! {
        <button
            data-do="copy-game"
            data-link=address
            on:click=move |_| {
                files::copy(&to_copy);
                copied.set(true);
            }
        >
            {move || if copied.get() { t(client::words::label::COPIED) } else { t(words::COPY) }}
        </button>
        {files::can_share()
            .then(|| {
                view! {
                    <button
                        data-do="share-game"
                        on:click=move |_| files::share(&t(client::words::CARDROOM), &to_share)
                    >
                        {t(words::SHARE)}
                    </button>
                }
            })}
    }
}
