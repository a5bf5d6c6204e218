//! The table: the others above, the stock, the foundations and the dice in the middle, the own piles and the hand below.

use client::klondike::Point;
use client::savannah::{Area, Desk, Input, Seated, Spot, Wait};
use client::words::savannah::{self as words, label};
use leptos::html::Main;
use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::HtmlElement;
use web_sys::js_sys::Array;

use super::card::{Card, Place, moved};
use super::hand;
use super::room::Room;
use crate::ui::js;

/// The table. Its size follows the window, and everything on it its size.
#[component]
pub(super) fn Table(room: Room) -> impl IntoView {
    let surface = NodeRef::<Main>::new();
    surface.on_load(move |main| {
        let element: HtmlElement = main.unchecked_into();
        measure(room, element.clone());
        hand::listen(room, element);
    });
    // The sizes of cards are all that the style sheet has to know.
    let sizes = Memo::new(move |_| {
        room.scene.with(|scene| (scene.layout.card, scene.layout.small, scene.layout.size.y))
    });
    Effect::new(move |_| {
        let (card, small, height) = sizes.get();
        if let Some(main) = surface.get() {
            let style = main.unchecked_ref::<HtmlElement>().style();
            for (name, value) in [
                ("--w", card.x),
                ("--h", card.y),
                ("--small-w", small.x),
                ("--small-h", small.y),
                ("--needs", height),
            ] {
                let _ = style.set_property(name, &format!("{value}px"));
            }
        }
    });
    let near = Memo::new(move |_| room.scene.with(|scene| scene.near));
    let seats = Memo::new(move |_| {
        room.scene.with(|scene| scene.seats.iter().map(|seated| seated.seat).collect::<Vec<_>>())
    });
    view! {
        <main
            class="table savannah"
            class:beside=move || room.scene.with(|scene| scene.layout.beside)
            node_ref=surface
            aria-label=label::TABLE
            data-version=move || room.desk.with(Desk::version)
            data-deal=move || room.desk.with(Desk::deal_name)
            data-wait=move || room.desk.with(|desk| wait(desk.wait()))
        >
            <Show when=move || has_size(room)>
                <div class="pile" role="group" aria-label=label::OPPONENTS>
                    <For each=move || seats.get() key=|seat| *seat children=move |seat| view! { <Other room seat/> }/>
                </div>
                <News room/>
                {[Spot::Stock]
                    .into_iter()
                    .chain(games::savannah::Foundation::ALL.map(Spot::Foundation))
                    .map(|spot| view! { <Pile room spot small=false/> })
                    .collect_view()}
                <Dice room/>
                {move || {
                    let near = near.get();
                    [Spot::Reserve(near), Spot::Discard(near), Spot::Hand]
                        .map(|spot| view! { <Pile room spot small=false/> })
                        .collect_view()
                }}
                <EndTurn room/>
                <Arrow room/>
            </Show>
        </main>
    }
}

fn has_size(room: Room) -> bool {
    room.ready.get() && room.surface.get().0 > 0.0
}

/// What the table waits for, for programs.
fn wait(wait: Wait) -> &'static str {
    match wait {
        Wait::Person(_) => "person",
        Wait::Cover(_) => "cover",
        Wait::Roll => "roll",
        Wait::Bot(_) => "bot",
        Wait::Over => "over",
        Wait::Stuck => "stuck",
    }
}

/// Another player: who it is, how many cards are in hand, and both piles.
#[component]
fn Other(room: Room, seat: table::Seat) -> impl IntoView {
    let seated = Memo::new(move |_| {
        room.scene.with(|scene| scene.seats.iter().find(|seated| seated.seat == seat).cloned())
    });
    let get = move |with: fn(&Seated) -> String| seated.with(|seated| seated.as_ref().map(with));
    let area = Memo::new(move |_| {
        seated.with(|seated| seated.as_ref().map_or_else(Area::default, |seated| seated.area))
    });
    let turn = Memo::new(move |_| seated.with(|seated| seated.as_ref().is_some_and(|seated| seated.turn)));
    let won = Memo::new(move |_| seated.with(|seated| seated.as_ref().is_some_and(|seated| seated.won)));
    let spoken =
        Memo::new(move |_| get(|seated| format!("{}, {}, {}", seated.name, seated.about, seated.hand)));
    view! {
        <div class="pile" role="group" aria-label=move || spoken.get() aria-current=move || turn.get().then_some("true")>
            <div
                class="seat"
                class:turn=move || turn.get()
                class:won-seat=move || won.get()
                aria-hidden="true"
                data-seat=seat.to_string()
                style:transform=move || moved(area.get().at)
                style:width=move || format!("{}px", area.get().size.x)
                style:height=move || format!("{}px", area.get().size.y)
            >
                <b>{move || get(|seated| seated.name.clone())}</b>
                <span class="about">{move || get(|seated| seated.about.clone())}</span>
                <span>{move || get(|seated| seated.hand.clone())}</span>
            </div>
            <Pile room spot=Spot::Reserve(seat) small=true/>
            <Pile room spot=Spot::Discard(seat) small=true/>
        </div>
    }
}

/// A pile of cards, read as one group.
#[component]
fn Pile(room: Room, spot: Spot, small: bool) -> impl IntoView {
    let find = move |scene: &client::savannah::Scene| scene.slots.iter().position(|slot| slot.spot == spot);
    let slot = Memo::new(move |_| room.scene.with(|scene| scene.slots.get(find(scene)?).cloned()));
    let pile = Memo::new(move |_| {
        room.scene.with(|scene| find(scene).and_then(|at| scene.piles.get(at)).cloned().unwrap_or_default())
    });
    let title = Memo::new(move |_| room.scene.with(|scene| words::spot_title(scene.near, spot)));
    view! {
        <div
            class=if small { "pile small" } else { "pile" }
            role="group"
            aria-label=move || title.get()
            data-pile=spot.to_string()
        >
            {(spot != Spot::Hand).then(|| view! { <Place here=slot/> })}
            <For
                each=move || pile.get()
                key=|laid| laid.key.clone()
                children=move |first| {
                    let key = first.key.clone();
                    let laid = Memo::new(move |_| {
                        pile.with(|pile| pile.iter().find(|laid| laid.key == key).cloned())
                    });
                    view! { <Card room laid first/> }
                }
            />
        </div>
    }
}

/// What happened last, for eyes; ears have heard it.
#[component]
fn News(room: Room) -> impl IntoView {
    let area = Memo::new(move |_| room.scene.with(|scene| scene.layout.news));
    let news = Memo::new(move |_| {
        room.desk.with(|desk| desk.news().map(|line| client::words::sentence(&line.told)).unwrap_or_default())
    });
    view! { <p class="news" aria-hidden="true" style:transform=move || moved(area.get().at)>{move || news.get()}</p> }
}

/// Both dice, and what they open.
#[component]
fn Dice(room: Room) -> impl IntoView {
    let dice = Memo::new(move |_| room.scene.with(|scene| scene.dice));
    let places = Memo::new(move |_| room.scene.with(|scene| scene.layout.dice));
    let words_at = Memo::new(move |_| room.scene.with(|scene| scene.layout.opens));
    let opens = Memo::new(move |_| room.scene.with(|scene| scene.opens.clone()));
    let pips = move |at: usize| dice.get().map_or(0, |(pips, _)| pips[at]);
    let spoken = move || dice.get().map(|([first, second], _)| format!("{}: {first}, {second}", label::DICE));
    Effect::new(move |before: Option<Option<u32>>| {
        let rolled = dice.get().map(|(_, serial)| serial);
        if before.is_some_and(|before| before != rolled) && rolled.is_some() && room.pace() > 0.0 {
            request_animation_frame(move || tumble(room.pace() * 1.8));
        }
        rolled
    });
    view! {
        <div class="pile" role="img" aria-label=spoken data-dice=move || dice.get().map(|([a, b], _)| format!("{a}{b}"))>
            {[0, 1]
                .map(|at| {
                    let area = move || places.get()[at];
                    view! {
                        <svg
                            class="die"
                            viewBox="0 0 60 60"
                            aria-hidden="true"
                            class:none=move || dice.get().is_none()
                            style:transform=move || moved(area().at)
                            style:width=move || format!("{}px", area().size.x)
                            style:height=move || format!("{}px", area().size.y)
                        >
                            <rect x="1" y="1" width="58" height="58" rx="12"></rect>
                            {move || spots(pips(at)).iter().map(|(x, y)| view! { <circle cx=*x cy=*y r="6"></circle> }).collect_view()}
                        </svg>
                    }
                })
                .collect_view()}
        </div>
        <p
            class="opens"
            style:transform=move || moved(words_at.get().at)
            style:width=move || format!("{}px", words_at.get().size.x)
        >
            {move || opens.get()}
        </p>
    }
}

/// Where the pips of a die are.
fn spots(pips: u8) -> &'static [(u8, u8)] {
    match pips {
        1 => &[(30, 30)],
        2 => &[(16, 16), (44, 44)],
        3 => &[(16, 16), (30, 30), (44, 44)],
        4 => &[(16, 16), (44, 16), (16, 44), (44, 44)],
        5 => &[(16, 16), (44, 16), (30, 30), (16, 44), (44, 44)],
        6 => &[(16, 14), (44, 14), (16, 30), (44, 30), (16, 46), (44, 46)],
        _ => &[],
    }
}

/// The dice roll.
fn tumble(duration: f64) {
    let Ok(dice) = document().query_selector_all(".die") else { return };
    for (at, from) in ["-1.2turn", "0.9turn"].into_iter().enumerate() {
        let Some(die) = dice.item(at as u32) else { continue };
        let first = js::object(&[("rotate", from.into()), ("scale", "0.6".into())]);
        let last = js::object(&[("rotate", "0turn".into()), ("scale", "1".into())]);
        let frames: Array = [first, last].iter().collect();
        let options =
            js::object(&[("duration", duration.into()), ("easing", "cubic-bezier(.2,.8,.3,1)".into())]);
        let _ = js::call(&JsValue::from(die), "animate", &[frames.into(), options]);
    }
}

/// The button that ends the turn; while others play, the one that takes the waiting away.
#[component]
fn EndTurn(room: Room) -> impl IntoView {
    let area = Memo::new(move |_| room.scene.with(|scene| scene.layout.button));
    let wait = Memo::new(move |_| room.desk.with(Desk::wait));
    let text = Memo::new(move |_| room.desk.with(words::end_turn));
    let waits = Memo::new(move |_| room.desk.with(Desk::discards));
    let own = move || matches!(wait.get(), Wait::Person(_));
    let others = move || matches!(wait.get(), Wait::Bot(_) | Wait::Roll);
    view! {
        <div
            class="end"
            style:transform=move || moved(area.get().at)
            style:width=move || format!("{}px", area.get().size.x)
        >
            <Show when=own>
                <button
                    class:main=move || !waits.get()
                    class:waits=move || waits.get()
                    data-do="end"
                    on:click=move |_| {
                        room.send(Input::EndTurn);
                        if room.desk.with_untracked(Desk::discards) {
                            room.focus_cursor();
                        }
                    }
                >
                    {move || text.get()}
                </button>
            </Show>
            <Show when=others>
                <button data-do="skip" on:click=move |_| room.send(Input::Skip)>{label::SKIP}</button>
            </Show>
        </div>
    }
}

/// A hint, from where to where.
#[component]
fn Arrow(room: Room) -> impl IntoView {
    let arrow = Memo::new(move |_| room.scene.with(|scene| scene.arrow));
    view! {
        <svg class="arrows" aria-hidden="true">
            <defs>
                <marker id="tip" viewBox="0 0 10 10" refX="6" refY="5" markerWidth="4.200" markerHeight="4.200" orient="auto">
                    <path d="M0 0L10 5L0 10L2.500 5z"></path>
                </marker>
            </defs>
            {move || {
                arrow
                    .get()
                    .map(|(from, to)| {
                        let path = curve(from, to);
                        view! {
                            <path class="under" d=path.clone()></path>
                            <path class="arrow" d=path marker-end="url(#tip)"></path>
                        }
                    })
            }}
        </svg>
    }
}

fn curve(from: Point, to: Point) -> String {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy).max(1.0);
    let bow = length * 0.18 * if dx >= 0.0 { 1.0 } else { -1.0 };
    let (mx, my) =
        (f64::midpoint(from.x, to.x) - dy / length * bow, f64::midpoint(from.y, to.y) + dx / length * bow);
    format!("M{:.1} {:.1}Q{mx:.1} {my:.1} {:.1} {:.1}", from.x, from.y, to.x, to.y)
}

/// Tells the desk how large the table may be, now and whenever that changes.
fn measure(room: Room, element: HtmlElement) {
    let measured = {
        let element = element.clone();
        move || {
            // What the window leaves, not what the table took when it needed more.
            let left = f64::from(element.client_width());
            let size = (left, room_for(&element));
            if room.surface.try_get_untracked().is_some_and(|old| old != size) {
                room.surface.set(size);
            }
        }
    };
    measured();
    let changed = Closure::<dyn Fn()>::new(measured);
    if let Ok(observer) = web_sys::ResizeObserver::new(changed.as_ref().unchecked_ref()) {
        observer.observe(&element);
        if let Some(body) = document().body() {
            observer.observe(&body);
        }
    }
    changed.forget();
}

/// The height of the window without what stands above and below the table.
fn room_for(element: &HtmlElement) -> f64 {
    let window = window().inner_height().ok().and_then(|height| height.as_f64()).unwrap_or(0.0);
    let height = |selector: &str| {
        let found = document().query_selector(selector).ok().flatten();
        found.map_or(0.0, |part| part.get_bounding_client_rect().height())
    };
    let left = window - height(".top") - height(".bottom");
    if left > 0.0 { left.floor() } else { f64::from(element.client_height()) }
}
