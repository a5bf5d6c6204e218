use std::num::NonZeroU16;

use client::klondike::{Desk, Input};
use client::words::label;
use games::klondike::{Config, Moves, Turning};
use leptos::prelude::*;

use super::super::room::Room;
use crate::language::t;

/// A deal by its number, its name or its cards, and the options of R4.
#[component]
pub(super) fn AnotherDeal(room: Room) -> impl IntoView {
    let config = room.desk.with_untracked(|desk| desk.view().config);
    let text = RwSignal::new(String::new());
    let error = RwSignal::new(None::<String>);
    let draw = RwSignal::new(config.draw());
    let passes = RwSignal::new(config.passes().map(NonZeroU16::get));
    let one = RwSignal::new(config.moves() == Moves::One);
    let back = RwSignal::new(config.back());
    let at_once = RwSignal::new(config.turn() == Turning::AtOnce);
    let chosen = move || {
        let moves = if one.get() { Moves::One } else { Moves::Builds };
        let turn = if at_once.get() { Turning::AtOnce } else { Turning::ByHand };
        Config::new(draw.get(), passes.get().and_then(NonZeroU16::new), moves, back.get(), turn)
    };
    let go = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let Some(config) = untrack(chosen) else { return };
        let text = text.get_untracked();
        if text.trim().is_empty() {
            room.panel.set(None);
            return room.send(Input::NewGame(config));
        }
        match Desk::read_deal(&text) {
            Ok(deal) => {
                room.panel.set(None);
                room.send(Input::Deal(config, deal));
            }
            Err(wrong) => error.set(Some(t(wrong.text().sentence()))),
        }
    };
    let number = |event: &leptos::ev::Event| event_target_value(event).parse::<u16>().ok();
    view! {
        <form class="deal" on:submit=go>
            <label class="field">
                <span>{t(label::DEAL_NAME)}</span>
                <input
                    type="text"
                    name="deal"
                    autocomplete="off"
                    spellcheck="false"
                    aria-describedby="deal-help deal-error"
                    prop:value=move || text.get()
                    on:input=move |event| {
                        error.set(None);
                        text.set(event_target_value(&event));
                    }
                />
            </label>
            <p id="deal-help" class="dim">{t(label::DEAL_HELP)}</p>
            <p id="deal-error" class="error" role="alert">{move || error.get()}</p>
            <fieldset>
                <legend>{t(label::OPTIONS)}</legend>
                <label class="field row">
                    <span>{t(label::DRAW)}</span>
                    <select
                        name="draw"
                        on:change=move |event| draw.set(number(&event).map_or(1, |number| number as u8))
                    >
                        {[1u8, 2, 3]
                            .map(|count| {
                                let selected = move || draw.get() == count;
                                view! { <option value=count prop:selected=selected>{count}</option> }
                            })
                            .collect_view()}
                    </select>
                </label>
                <label class="field row">
                    <span>{t(label::PASSES)}</span>
                    <select name="passes" on:change=move |event| passes.set(number(&event))>
                        <option value="" prop:selected=move || passes.get().is_none()>{t(label::UNLIMITED)}</option>
                        {[1u16, 2, 3, 4, 5]
                            .map(|count| {
                                let selected = move || passes.get() == Some(count);
                                view! { <option value=count prop:selected=selected>{count}</option> }
                            })
                            .collect_view()}
                    </select>
                </label>
                <label class="field row">
                    <span>{t(label::MOVES)}</span>
                    <select name="moves" on:change=move |event| one.set(event_target_value(&event) == "one")>
                        <option value="builds" prop:selected=move || !one.get()>{t(label::BUILDS)}</option>
                        <option value="one" prop:selected=move || one.get()>{t(label::ONE)}</option>
                    </select>
                </label>
                <Tick text=t(label::BACK_OPTION) on=back/>
                <Tick text=t(label::TURN_OPTION) on=at_once/>
            </fieldset>
            <button class="main" type="submit" data-do="play">{t(label::PLAY)}</button>
        </form>
    }
}

#[component]
fn Tick(text: String, on: RwSignal<bool>) -> impl IntoView {
    view! {
        <label class="switch">
            <input
                type="checkbox"
                role="switch"
                prop:checked=move || on.get()
                on:change=move |event| on.set(event_target_checked(&event))
            />
            <span class="track" aria-hidden="true"></span>
            <span class="words"><b>{text}</b></span>
        </label>
    }
}
