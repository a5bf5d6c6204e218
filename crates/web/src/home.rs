//! The page that a visit begins with: all games, and those first that can be gone on with.

// What the component macro makes of a function is public, wherever it is used.
#![allow(unreachable_pub)]

use cards::Card;
use client::words::{self, home, label};
use client::{Course, Settings, kept};
use leptos::prelude::*;

use crate::language::{self, t};
use crate::ui::keeper::Keeper;
use crate::ui::room::Game;
use crate::update::Update;
use crate::{art, look, savannah};

/// A game as it is offered.
#[derive(Clone)]
struct Offer {
    course: Course,
    title: String,
    about: String,
    /// Three cards for a picture.
    cards: [&'static str; 3],
    /// The game that was left, in a few words.
    kept: Option<String>,
}

fn offers() -> Vec<Offer> {
    let one =
        |game: Game| Keeper::new(game.name()).first_game().and_then(|text| kept::klondike(&text)).map(t);
    let many = Keeper::new(savannah::SAVES).first_game().and_then(|text| kept::savannah(&text)).map(t);
    let mut offers = vec![
        Offer {
            course: Course::Klondike,
            title: t(words::preset("klondike").0),
            about: t(home::KLONDIKE),
            cards: ["Qh", "Js", "Td"],
            kept: one(Game::Klondike),
        },
        Offer {
            course: Course::Savannah,
            title: t(words::savannah::TITLE),
            about: t(home::SAVANNAH),
            cards: ["8h", "4c", "Ks"],
            kept: many,
        },
        Offer {
            course: Course::OneCard,
            title: t(words::preset("one-card").0),
            about: t(home::ONE_CARD),
            cards: ["9d", "8s", "7h"],
            kept: one(Game::OneCard),
        },
    ];
    offers.sort_by_key(|offer| offer.kept.is_none());
    offers
}

/// All games.
#[component]
pub(crate) fn Home(update: Update) -> impl IntoView {
    let settings = Keeper::new(savannah::SAVES).settings().unwrap_or_default();
    look::follow(&Settings::read(&settings));
    language::drawn(move || {
        view! {
            <main class="home" data-home="">
                <h1>{t(words::CARDROOM)}</h1>
                <p class="motto">{t(home::MOTTO)}</p>
                <ul class="offers" aria-label=t(home::GAMES)>
                    {offers().into_iter().map(|offer| view! { <Tile offer/> }).collect_view()}
                </ul>
                <section class="friends" aria-labelledby="friends">
                    <h2 id="friends">{t(words::online::FRIENDS)}</h2>
                    <p>{t(words::online::FRIENDS_ABOUT)}</p>
                    <a class="button" href="#online" data-offer="online">{t(words::online::OPEN)}</a>
                </section>
            </main>
            <Show when=move || update.ready.get()>
                <aside class="notices" aria-label=t(label::NOTICES)>
                    <p class="notice" data-notice="update">
                        <span>{t(label::UPDATE)}</span>
                        <button class="main" on:click=move |_| update.take()>{t(label::UPDATE_DO)}</button>
                    </p>
                </aside>
            </Show>
        }
    })
}

#[component]
fn Tile(offer: Offer) -> impl IntoView {
    let go = if offer.kept.is_some() { t(home::GO_ON) } else { t(home::PLAY) };
    let game = offer.course.game();
    view! {
        <li class="offer">
            <div class="fan" aria-hidden="true">{offer.cards.map(face).collect_view()}</div>
            <h2>{offer.title.clone()}</h2>
            <p>{offer.about}</p>
            <p class="kept">{offer.kept}</p>
            <a
                class="button main"
                href=format!("#{game}")
                data-offer=game
                aria-label=format!("{go}: {}", offer.title)
            >
                {go.clone()}
            </a>
            <p class="more">
                {[("lesson", home::LEARN), ("rules", home::RULES)]
                    .map(|(page, text)| {
                        let text = t(text);
                        let whole = format!("{text}: {}", offer.title);
                        view! { <a href=format!("#{page}/{game}") aria-label=whole>{text}</a> }
                    })
                    .collect_view()}
            </p>
        </li>
    }
}

fn face(card: &str) -> impl IntoView + use<> {
    card.parse::<Card>().ok().map(|card| {
        view! {
            <span class=format!("card face {}", card.suit)>
                <svg viewBox="0 0 100 140" inner_html=art::face(card)></svg>
            </span>
        }
    })
}
