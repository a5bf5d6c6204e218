use std::time::Duration;

use client::klondike::{Along, Input, Replay};
use client::words::replay as words;
use client::{Address, Reply};
use leptos::html::Div;
use leptos::prelude::*;
use table::Origin;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::super::room::Room;
use super::super::stage::Stage;
use super::super::{address, files, table as surface};
use crate::language::t;
use crate::thinker::Thinker;

/// From one move to the next while it plays by itself.
const PACE: Duration = Duration::from_millis(900);

/// A game, move by move.
#[component]
pub(super) fn Watch(room: Room) -> impl IntoView {
    let replay = room.replay;
    let plays = RwSignal::new(false);
    let at = Memo::new(move |_| look(replay, 0, Replay::at));
    let moves = look(replay, 0, Replay::moves);
    let go = move |to: usize| {
        plays.set(false);
        step(replay, to);
    };
    // It ends itself at the last move.
    let tick = set_interval_with_handle(
        move || {
            if plays.get_untracked() {
                let next = at.get_untracked() + 1;
                step(replay, next);
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
            step(replay, 0);
        }
        plays.update(|plays| *plays = !*plays);
    };
    let drive = move |buttons: [(&'static str, String, &'static str); 2]| {
        let button = move |(name, label, sign): (&'static str, String, &'static str)| {
            let press = move |_| {
                let at = at.get_untracked();
                go(match name {
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
    ask(replay);
    let link =
        replay.with_untracked(|replay| replay.as_ref().and_then(|replay| Address::of_game(replay.table())));
    let title = replay.with_untracked(|replay| replay.as_ref().map(Replay::title));
    let (name, deal) = title.unwrap_or_default();
    let again = move |_| {
        let deal = replay.with_untracked(|replay| {
            let record = replay.as_ref()?.table().record();
            let Origin::Deal(deal) = &record.origin else { return None };
            Some((record.config, deal.clone()))
        });
        room.panel.set(None);
        if let Some((config, deal)) = deal {
            room.send(Input::Deal(config, deal));
        }
    };
    view! {
        <p class="about"><b>{t(name)}</b> " " {t(deal)}</p>
        <Surface room/>
        <p class="told" role="status" data-told="">{move || look(replay, String::new(), |it| t(it.told()))}</p>
        <div class="along" data-along=move || along(replay, moves).0>
            <input
                type="range"
                min="0"
                max=moves
                aria-label=t(words::POSITION)
                aria-valuetext=move || t(words::position(at.get(), moves))
                data-position=""
                prop:value=move || at.get().to_string()
                on:input=move |event| go(event_target_value(&event).parse().unwrap_or(0))
                style:--winnable=move || share(along(replay, moves).1, moves)
                style:--lost=move || share(along(replay, moves).2, moves)
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
        <p class="verdict-along" data-verdict-along="">
            <span>{move || verdict(replay, moves)}</span>
            {move || {
                look(replay, None, turning)
                    .map(|turn| {
                        view! { <button data-do="show-loss" on:click=move |_| go(turn)>{t(words::GO)}</button> }
                    })
            }}
        </p>
        <div class="row">
            {link
                .map(|link| {
                    let home = address::home();
                    view! { <Pass address=format!("{home}#{link}")/> }
                })}
            <button data-do="play-deal" on:click=again>{t(words::PLAY_DEAL)}</button>
        </div>
    }
}

/// Buttons that hand an address on.
#[component]
pub(super) fn Pass(address: String) -> impl IntoView {
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

/// The cards. They are looked at and not touched, and told in words below.
#[component]
fn Surface(room: Room) -> impl IntoView {
    let element = NodeRef::<Div>::new();
    let size = RwSignal::new((0.0, 0.0));
    let stage = StoredValue::new_local(None::<Stage>);
    element.on_load(move |div| {
        let div: HtmlElement = div.unchecked_into();
        stage.set_value(Some(Stage::to_watch(div.clone())));
        surface::measure(size, div);
    });
    Effect::new(move |_| {
        let (width, height) = size.get();
        let Some(div) = element.get().filter(|_| width > 0.0) else { return };
        let scene = look(room.replay, None, |replay| Some(replay.scene(width, height)));
        let Some(scene) = scene else { return };
        surface::measures(div.unchecked_ref(), scene.layout.card);
        stage.update_value(|stage| {
            if let Some(stage) = stage {
                stage.show(&scene, None, room.pace());
            }
        });
    });
    view! { <div class="table watched" node_ref=element inert=true aria-hidden="true"></div> }
}

fn look<T>(replay: RwSignal<Option<Replay>>, none: T, with: impl FnOnce(&Replay) -> T) -> T {
    replay.with(|replay| replay.as_ref().map_or(none, with))
}

fn step(replay: RwSignal<Option<Replay>>, to: usize) {
    replay.update(|replay| {
        if let Some(replay) = replay {
            replay.go(to);
        }
    });
}

/// Asks the solver up to where the game could be won. It thinks as long as somebody watches.
fn ask(replay: RwSignal<Option<Replay>>) {
    let question = replay.with_untracked(|replay| replay.as_ref().and_then(Replay::question));
    let thinker = StoredValue::new_local(None::<Thinker>);
    if let Some(question) = question {
        let answered = move |reply: Reply| {
            replay.update(|replay| {
                if let Some(replay) = replay {
                    replay.answer(&reply);
                }
            });
        };
        let asked = Thinker::new(answered);
        asked.ask(question);
        thinker.set_value(Some(asked));
    }
}

/// A name for the verdict along the line, up to where it could be won and from where on it could not.
fn along(replay: RwSignal<Option<Replay>>, moves: usize) -> (&'static str, usize, usize) {
    match look(replay, Along::Thinking, Replay::verdict) {
        Along::Won => ("won", moves, moves + 1),
        Along::Thinking => ("thinking", 0, moves + 1),
        Along::Known { winnable, lost } => ("known", winnable.unwrap_or(0), lost.unwrap_or(moves + 1)),
    }
}

fn share(at: usize, moves: usize) -> String {
    format!("{:.2}%", 100.0 * at as f64 / moves.max(1) as f64)
}

fn verdict(replay: RwSignal<Option<Replay>>, moves: usize) -> String {
    match look(replay, Along::Thinking, Replay::verdict) {
        Along::Won => t(words::WON),
        Along::Thinking => t(words::THINKING),
        Along::Known { winnable, lost } => t(words::span(winnable, lost, moves)),
    }
}

/// The last point from which it could be won, if it was lost later.
fn turning(replay: &Replay) -> Option<usize> {
    match replay.verdict() {
        Along::Known { winnable: Some(at), lost: Some(_) } => Some(at),
        _ => None,
    }
}
