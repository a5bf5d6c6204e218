use client::savannah::{Input, Kind, Level, NewGame, Player};
use client::words;
use client::words::savannah::{self as own, label};
use games::savannah::Config;
use leptos::prelude::*;
use table::Seat;

use super::super::room::Room;

/// Who sits on a seat of the game to come.
#[derive(Clone, Copy)]
struct Chair {
    seat: Seat,
    name: RwSignal<String>,
    kind: RwSignal<Kind>,
}

/// What the game to come is to be.
#[derive(Clone, Copy)]
struct Choice {
    seats: RwSignal<u8>,
    /// `None` for what is usual with that many players.
    reserve: RwSignal<Option<u8>>,
    discard: RwSignal<Option<u8>>,
    aces: RwSignal<bool>,
    rounds: RwSignal<Option<u16>>,
    first: RwSignal<Option<Seat>>,
    deal: RwSignal<String>,
}

impl Choice {
    fn config(self) -> Result<Config, String> {
        let usual = Config::new(self.seats.get_untracked()).map_err(|error| error.to_string())?;
        let reserve = self.reserve.get_untracked().unwrap_or(usual.reserve());
        let discard = self.discard.get_untracked().unwrap_or(usual.discard());
        let first = self.first.get_untracked().filter(|seat| seat.number() < usize::from(usual.seats()));
        usual
            .with_piles(reserve, discard)
            .and_then(|config| config.with_rounds(self.rounds.get_untracked()))
            .and_then(|config| config.with_first(first))
            .map(|config| config.with_ace_on_ace(self.aces.get_untracked()))
            .map_err(|error| error.to_string())
    }
}

/// Another game: who plays, and by which options.
#[component]
pub(super) fn New(room: Room) -> impl IntoView {
    let (players, config) = room.desk.with_untracked(|desk| (desk.players().to_vec(), desk.config()));
    let chairs: Vec<Chair> = Seat::all(Seat::MOST as u8)
        .map(|seat| {
            let player = players.get(seat.number()).cloned().unwrap_or_else(|| Player::bot(Level::Keen));
            Chair { seat, name: RwSignal::new(player.name), kind: RwSignal::new(player.kind) }
        })
        .collect();
    let choice = Choice {
        seats: RwSignal::new(config.seats()),
        reserve: RwSignal::new(None),
        discard: RwSignal::new(None),
        aces: RwSignal::new(config.ace_on_ace()),
        rounds: RwSignal::new(config.rounds()),
        first: RwSignal::new(None),
        deal: RwSignal::new(String::new()),
    };
    let error = RwSignal::new(None::<String>);
    let chosen = StoredValue::new(chairs);
    let game = move || -> Result<NewGame, String> {
        let config = choice.config()?;
        let deal = NewGame::read_deal(&choice.deal.get_untracked())?;
        let player = |chair: &Chair| {
            Player { name: String::new(), kind: chair.kind.get_untracked() }
                .named(&chair.name.get_untracked())
        };
        let players =
            chosen.with_value(|chairs| chairs.iter().take(config.seats().into()).map(player).collect());
        Ok(NewGame { config, deal, players })
    };
    let go = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        match game() {
            Ok(game) => {
                room.panel.set(None);
                room.send(Input::New(Box::new(game)));
            }
            Err(wrong) => error.set(Some(words::sentence(&wrong))),
        }
    };
    view! {
        <form class="deal" on:submit=go>
            <label class="field row">
                <span>{label::PLAYERS}</span>
                <select
                    name="seats"
                    on:change=move |event| choice.seats.set(event_target_value(&event).parse().unwrap_or(2))
                >
                    {(2..=8u8)
                        .map(|count| {
                            let selected = move || choice.seats.get() == count;
                            view! { <option value=count prop:selected=selected>{count}</option> }
                        })
                        .collect_view()}
                </select>
            </label>
            <ul class="chairs">
                {chosen
                    .get_value()
                    .into_iter()
                    .map(|chair| {
                        let there = move || chair.seat.number() < usize::from(choice.seats.get());
                        view! { <Show when=there><ChairRow chair/></Show> }
                    })
                    .collect_view()}
            </ul>
            <p class="error" role="alert" data-error="">{move || error.get()}</p>
            <button class="main" type="submit" data-do="begin">{label::BEGIN}</button>
            <Options choice/>
        </form>
    }
}

#[component]
fn ChairRow(chair: Chair) -> impl IntoView {
    let value = |kind: Kind| match kind {
        Kind::Person => "person".to_owned(),
        Kind::Bot(level) => level.to_string(),
    };
    let read = |text: &str| text.parse::<Level>().map_or(Kind::Person, Kind::Bot);
    let kinds = [Kind::Person].into_iter().chain(Level::ALL.map(Kind::Bot));
    let seat = chair.seat;
    view! {
        <li class="chair">
            <b aria-hidden="true">{seat.to_string()}</b>
            <select
                name=format!("who-{seat}")
                aria-label=format!("{} {seat}: {}", label::SEAT, label::WHO)
                on:change=move |event| chair.kind.set(read(&event_target_value(&event)))
            >
                {kinds
                    .map(|kind| {
                        let name = if kind == Kind::Person { label::PERSON } else { own::kind(kind) };
                        let selected = move || chair.kind.get() == kind;
                        view! { <option value=value(kind) prop:selected=selected>{name}</option> }
                    })
                    .collect_view()}
            </select>
            <input
                type="text"
                name=format!("name-{seat}")
                aria-label=format!("{} {seat}: {}", label::SEAT, label::NAME)
                placeholder=label::NAME
                maxlength="16"
                autocomplete="off"
                prop:value=move || chair.name.get()
                on:input=move |event| chair.name.set(event_target_value(&event))
            />
        </li>
    }
}

/// The options of V1, V4, V7 and V14, for those who want them.
#[component]
fn Options(choice: Choice) -> impl IntoView {
    let number = |event: &leptos::ev::Event| event_target_value(event).parse::<u16>().ok();
    let small = move |event: &leptos::ev::Event| number(event).and_then(|number| u8::try_from(number).ok());
    let count = |count: u8, chosen: RwSignal<Option<u8>>| {
        let selected = move || chosen.get() == Some(count);
        view! { <option value=count prop:selected=selected>{count}</option> }
    };
    view! {
        <details class="options">
            <summary>{words::label::OPTIONS}</summary>
            <label class="field row">
                <span>{label::RESERVE}</span>
                <select name="reserve" on:change=move |event| choice.reserve.set(small(&event))>
                    <option value="" prop:selected=move || choice.reserve.get().is_none()>{label::USUAL}</option>
                    {(5..=20).map(|cards| count(cards, choice.reserve)).collect_view()}
                </select>
            </label>
            <label class="field row">
                <span>{label::DISCARD}</span>
                <select name="discard" on:change=move |event| choice.discard.set(small(&event))>
                    <option value="" prop:selected=move || choice.discard.get().is_none()>{label::USUAL}</option>
                    {(0..=13).map(|cards| count(cards, choice.discard)).collect_view()}
                </select>
            </label>
            <label class="field row">
                <span>{label::ROUNDS}</span>
                <select name="rounds" on:change=move |event| choice.rounds.set(number(&event))>
                    {[20u16, 40, 60, 80, 100, 150, 200]
                        .map(|rounds| {
                            let selected = move || choice.rounds.get() == Some(rounds);
                            view! { <option value=rounds prop:selected=selected>{rounds}</option> }
                        })
                        .collect_view()}
                    <option value="" prop:selected=move || choice.rounds.get().is_none()>{label::NO_LIMIT}</option>
                </select>
            </label>
            <label class="field row">
                <span>{label::FIRST}</span>
                <select
                    name="first"
                    on:change=move |event| choice.first.set(event_target_value(&event).parse().ok())
                >
                    <option value="" prop:selected=move || choice.first.get().is_none()>{label::BY_DICE}</option>
                    {move || {
                        Seat::all(choice.seats.get())
                            .map(|seat| {
                                let selected = move || choice.first.get() == Some(seat);
                                view! { <option value=seat.to_string() prop:selected=selected>{seat.to_string()}</option> }
                            })
                            .collect_view()
                    }}
                </select>
            </label>
            <label class="switch">
                <input
                    type="checkbox"
                    role="switch"
                    name="aces"
                    prop:checked=move || choice.aces.get()
                    on:change=move |event| choice.aces.set(event_target_checked(&event))
                />
                <span class="track" aria-hidden="true"></span>
                <span class="words"><b>{label::ACES}</b></span>
            </label>
            <label class="field">
                <span>{label::DEAL}</span>
                <input
                    type="text"
                    name="deal"
                    autocomplete="off"
                    spellcheck="false"
                    aria-describedby="deal-help"
                    prop:value=move || choice.deal.get()
                    on:input=move |event| choice.deal.set(event_target_value(&event))
                />
            </label>
            <p id="deal-help" class="dim">{label::DEAL_HELP}</p>
        </details>
    }
}
