//! The rules, on a page of their own and beside a game.

// What the component macro makes of a function is public, wherever it is used.
#![allow(unreachable_pub)]

mod picture;
mod render;

use client::words::home;
use client::{Course, Settings};
use leptos::prelude::*;

use crate::language::{self, t};
use crate::ui::keeper::Keeper;
use crate::{look, savannah};

/// The rules of a game, for whoever wants to read before playing.
#[component]
pub(crate) fn Page(course: Course) -> impl IntoView {
    look::follow(&Settings::read(&Keeper::new(savannah::SAVES).settings().unwrap_or_default()));
    language::drawn(move || {
        let game = course.game();
        view! {
            <main class="book" data-rules=game>
                <nav>
                    <a class="button" href="#">{"‹ "}{t(home::HOME)}</a>
                    <a class="button" href=format!("#lesson/{game}")>{t(home::LEARN)}</a>
                    <a class="button main" href=format!("#{game}")>{t(home::PLAY)}</a>
                </nav>
                <div class="prose" inner_html=html(game, 1)></div>
            </main>
        }
    })
}

/// The rules of a game by its name in the catalogue, as HTML in the language of the page. Headings are of
/// this level and the next.
pub(crate) fn html(game: &str, level: u8) -> String {
    render::page(&language::rules(|rules| rules.page(game)).unwrap_or_default(), level)
}
