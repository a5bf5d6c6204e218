use client::klondike::{Along, Input, Replay};
use client::words::replay as words;
use client::{Address, Reply};
use leptos::html::Div;
use leptos::prelude::*;
use table::Origin;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::super::drive::{Drive, Pass};
use super::super::room::Room;
use super::super::stage::Stage;
use super::super::{address, table as surface};
use crate::language::t;
use crate::thinker::Thinker;

/// A game, move by move.
#[component]
pub(super) fn Watch(room: Room) -> impl IntoView {
    let replay = room.replay;
    let at = Memo::new(move |_| look(replay, 0, Replay::at));
    let moves = look(replay, 0, Replay::moves);
    let go = move |to: usize| step(replay, to);
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
        <div data-along=move || along(replay, moves).0>
            <Drive at=at.into() moves go=Callback::new(go) shade=Signal::derive(move || {
                let (_, winnable, lost) = along(replay, moves);
                (winnable, lost)
            })/>
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
