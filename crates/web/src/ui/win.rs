//! The end of a won game: short, and gone at a touch.

use std::time::Duration;

use cards::{Card, PACK};
use client::klondike::{Desk, Input, Spot};
use client::words::{self, label};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::room::Room;
use super::{js, motion};
use crate::art;
use crate::language::t;

/// How long the cards fly.
const FLIGHT: u64 = 3600;

/// The cards fly, then it is told how it went.
#[component]
pub(crate) fn Win(room: Room) -> impl IntoView {
    let won = Memo::new(move |_| room.ready.get() && room.desk.with(Desk::is_won));
    let flying = RwSignal::new(false);
    let told = RwSignal::new(false);
    Effect::new(move |before: Option<bool>| {
        let won = won.get();
        // A won game that was only opened again is told, and not celebrated twice.
        let fresh = won && before == Some(false);
        told.set(won && !(fresh && motion::celebrates(room)));
        flying.set(fresh && motion::celebrates(room));
        if flying.get_untracked() {
            request_animation_frame(move || fly(room));
            set_timeout(move || finish(flying, told, won), Duration::from_millis(FLIGHT));
        }
        won
    });
    // Whoever plays by keys goes on from here.
    let again = NodeRef::<leptos::html::Button>::new();
    again.on_load(|button| {
        let _ = button.focus();
    });
    let key = window_event_listener(leptos::ev::keydown, move |_| finish(flying, told, true));
    on_cleanup(move || key.remove());
    let summary = move || t(words::won_with(room.desk.with(Desk::moves), room.seconds.get() * 1000));
    view! {
        <Show when=move || flying.get()>
            <div class="flight" aria-hidden="true" on:pointerdown=move |_| finish(flying, told, true)>
                {flock()
                    .into_iter()
                    .map(|card| {
                        view! {
                            <div class=format!("card face {}", card.suit) data-fly=card.to_string()>
                                <svg viewBox="0 0 100 140" inner_html=art::face(card)></svg>
                            </div>
                        }
                    })
                    .collect_view()}
            </div>
        </Show>
        <Show when=move || told.get() && won.get()>
            <section class="won" aria-labelledby="won" data-won-panel="">
                <svg viewBox="0 0 24 24" aria-hidden="true">
                    <path d="M4 18h16l2-11-5 4-5-8-5 8-5-4z"></path>
                    <path d="M4 19.500h16V22H4z"></path>
                </svg>
                <h2 id="won">{t(label::WON)}</h2>
                <p>{summary}</p>
                <div class="row">
                    <button class="main" data-do="new" node_ref=again on:click=move |_| room.send(Input::New)>
                        {t(label::NEW)}
                    </button>
                    <button on:click=move |_| room.send(Input::Restart)>{t(label::RESTART)}</button>
                    <button data-do="watch" on:click=move |_| room.watch()>{t(words::replay::WATCH)}</button>
                </div>
            </section>
        </Show>
    }
}

fn finish(flying: RwSignal<bool>, told: RwSignal<bool>, won: bool) {
    if flying.try_get_untracked() == Some(true) {
        flying.set(false);
        told.set(won);
    }
}

/// All cards as they lie on the foundations: the kings on top.
fn flock() -> [Card; 52] {
    let mut cards = PACK;
    cards.sort_by_key(|card| card.rank);
    cards
}

/// Kings first, each card springs from its foundation and falls off the table.
fn fly(room: Room) {
    let (layout, frame) = (room.scene.with_untracked(|scene| scene.layout), window());
    let height = frame.inner_height().ok().and_then(|height| height.as_f64()).unwrap_or(800.0);
    let top = document()
        .query_selector(".table")
        .ok()
        .flatten()
        .map_or(0.0, |table| table.get_bounding_client_rect().top());
    let Ok(cards) = document().query_selector_all(".flight [data-fly]") else { return };
    for (at, card) in flock().into_iter().enumerate() {
        let Some(element) =
            cards.item(at as u32).and_then(|node| node.dyn_into::<web_sys::HtmlElement>().ok())
        else {
            continue;
        };
        let style = element.style();
        let _ = style.set_property("--w", &format!("{}px", layout.card.x));
        let _ = style.set_property("--h", &format!("{}px", layout.card.y));
        let from = layout.spot(Spot::Foundation(card.suit));
        // Kings go first, the suits one after the other.
        let order = (13 - usize::from(card.rank.number())) * 4 + card.suit as usize;
        let sway = (web_sys::js_sys::Math::random() - 0.5) * 2.0;
        let frames: web_sys::js_sys::Array = (0..=12)
            .map(|step| {
                let t = f64::from(step) / 12.0;
                let x = from.x + sway * layout.size.x * 0.55 * t;
                let y = top + from.y - layout.card.y * 1.6 * t + (height + layout.card.y) * t * t * 1.45;
                let turn = sway * 220.0 * t;
                js::object(&[("transform", format!("translate({x}px, {y}px) rotate({turn}deg)").into())])
            })
            .collect();
        let options = js::object(&[
            ("duration", 1500.0.into()),
            ("delay", (order as f64 * 38.0).into()),
            ("fill", "both".into()),
        ]);
        let _ = js::call(&element, "animate", &[frames.into(), options]);
    }
}
