//! A card, and the place for a pile.

use client::klondike::{Laid, Mark, Point, Slot, Spot};
use leptos::prelude::*;

use super::place;
use crate::art;

/// A card that lies somewhere. It stays the same element as long as it stays in its pile.
#[component]
pub(crate) fn Card(laid: Memo<Option<Laid>>, first: Laid) -> impl IntoView {
    let now = move || laid.get().unwrap_or_else(|| first.clone());
    let now = Memo::new(move |_| now());
    let (key, face) = now.with_untracked(|laid| (laid.key, laid.face));
    let mark = Memo::new(move |_| now.with(|laid| laid.mark));
    let at = Memo::new(move |_| now.with(|laid| laid.at));
    let named = Memo::new(move |_| now.with(|laid| laid.name.clone()));
    let suit = face.map_or_else(|| "back".to_owned(), |card| format!("face {}", card.suit));
    view! {
        <div
            id=format!("k{key}")
            class=move || format!("card {suit}{}", classes(mark.get()))
            style:transform=move || moved(at.get())
            data-place=move || now.with(|laid| place::name(laid.place))
            data-card=face.map(|card| card.to_string())
            data-target=move || mark.get().target.then_some("")
            data-hint=move || mark.get().hinted.then_some("")
            role=move || named.with(|name| name.is_some().then_some("button"))
            aria-label=move || spoken(named.get(), mark.get())
            aria-pressed=move || named.with(Option::is_some).then(|| mark.get().picked.to_string())
            aria-hidden=move || named.with(|name| name.is_none().then_some("true"))
            tabindex=move || named.with(Option::is_some).then(|| tab(mark.get()))
        >
            {face
                .map(|card| {
                    view! {
                        <svg viewBox="0 0 100 140" aria-hidden="true">
                            <use href=format!("#{}", art::name(card))></use>
                        </svg>
                    }
                })}
        </div>
    }
}

/// The place for a pile: what is seen, pointed at and read where no card lies.
#[component]
pub(crate) fn Place(here: Memo<Option<Slot>>, spot: Spot) -> impl IntoView {
    let mark =
        Memo::new(move |_| here.with(|slot| slot.as_ref().map_or_else(Mark::default, |slot| slot.mark)));
    let at = Memo::new(move |_| here.with(|slot| slot.as_ref().map_or_else(Point::default, |slot| slot.at)));
    let open = Memo::new(move |_| here.with(|slot| slot.as_ref().and_then(|slot| slot.place)));
    let name = move || here.with(|slot| slot.as_ref().map(|slot| slot.name.clone()));
    let turns = move || here.with(|slot| slot.as_ref().is_some_and(|slot| slot.turns_over));
    let sign = match spot {
        Spot::Foundation(suit) => {
            view! { <svg viewBox="0 0 24 24" aria-hidden="true" inner_html=art::shape(suit)></svg> }
                .into_any()
        }
        Spot::Stock => view! {
            <svg viewBox="0 0 24 24" aria-hidden="true">
                <Show
                    when=turns
                    fallback=|| view! { <path d="M7 7l10 10M17 7L7 17" class="stroke"></path> }
                >
                    <path d="M19 12a7 7 0 1 1-2.2-5.100M19 3v5h-5" class="stroke"></path>
                </Show>
            </svg>
        }
        .into_any(),
        Spot::Waste | Spot::Column(_) => ().into_any(),
    };
    view! {
        <div
            class=move || format!("slot {}{}", kind(spot), classes(mark.get()))
            style:transform=move || moved(at.get())
            data-spot=spot.to_string()
            data-place=move || open.get().map(place::name)
            data-target=move || mark.get().target.then_some("")
            data-hint=move || mark.get().hinted.then_some("")
            role=move || open.get().map(|_| "button")
            aria-label=move || open.get().and_then(|_| spoken(name(), mark.get()))
            aria-hidden=move || open.get().is_none().then_some("true")
            tabindex=move || open.get().map(|_| tab(mark.get()))
        >
            {sign}
        </div>
    }
}

fn kind(spot: Spot) -> &'static str {
    match spot {
        Spot::Stock => "stock",
        Spot::Waste => "waste",
        Spot::Foundation(_) => "foundation",
        Spot::Column(_) => "column",
    }
}

fn classes(mark: Mark) -> String {
    let all =
        [(mark.picked, " picked"), (mark.held, " held"), (mark.target, " target"), (mark.hinted, " hinted")];
    all.into_iter().filter(|(on, _)| *on).map(|(_, class)| class).collect()
}

fn moved(at: Point) -> String {
    format!("translate({}px, {}px)", at.x, at.y)
}

/// One stop of the table is in the order of tabs; arrows lead to the others.
fn tab(mark: Mark) -> &'static str {
    if mark.cursor { "0" } else { "-1" }
}

fn spoken(name: Option<String>, mark: Mark) -> Option<String> {
    name.map(|name| if mark.target { client::words::can_go_here(&name) } else { name })
}
