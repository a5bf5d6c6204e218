//! The page.

use client::Course;
use client::Settings;
use leptos::prelude::*;

use crate::route::Route;
use crate::ui::Page;
use crate::ui::keeper::Keeper;
use crate::ui::room::Game;
use crate::update::Update;
use crate::{home, language, online, rules, savannah};

/// Puts the app on the page.
pub(crate) fn start() {
    let settings = Settings::read(&Keeper::new(savannah::SAVES).settings().unwrap_or_default());
    language::begin(settings.language, || {
        leptos::mount::mount_to_body(|| view! { <App update=Update::watch()/> });
    });
}

/// The page of the address. From all games to one of them is a step; from a game to another page everything starts anew, so that nothing
/// of the game before is left.
#[component]
fn App(update: Update) -> impl IntoView {
    let route = RwSignal::new(Route::now());
    let changed = window_event_listener(leptos::ev::hashchange, move |_| {
        let next = Route::now();
        match route.get_untracked() {
            before if before == next => {}
            Route::Home | Route::Rules(_) => route.set(next),
            _ => {
                // A page that is here can be loaded again.
                let _ = window().location().reload();
            }
        }
    });
    on_cleanup(move || changed.remove());
    move || match route.get() {
        Route::Home => view! { <home::Home update/> }.into_any(),
        Route::Klondike => view! { <Page update game=Game::Klondike lesson=false/> }.into_any(),
        Route::OneCard => view! { <Page update game=Game::OneCard lesson=false/> }.into_any(),
        Route::Rules(course) => view! { <rules::Page course/> }.into_any(),
        Route::Savannah => view! { <savannah::Page update lesson=false/> }.into_any(),
        Route::Watch => view! { <savannah::Watch/> }.into_any(),
        Route::Online => view! { <online::Page update table=None/> }.into_any(),
        Route::Table(table) => view! { <online::Page update table=Some(table)/> }.into_any(),
        Route::Move => view! { <online::Moving/> }.into_any(),
        Route::Lesson(Course::Klondike) => {
            view! { <Page update game=Game::Klondike lesson=true/> }.into_any()
        }
        Route::Lesson(Course::OneCard) => view! { <Page update game=Game::OneCard lesson=true/> }.into_any(),
        Route::Lesson(Course::Savannah) => view! { <savannah::Page update lesson=true/> }.into_any(),
    }
}
