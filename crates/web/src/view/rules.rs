//! The rules, as a page and in the panel of a game.

use client::catalog;
use client::shell::Action;
use client::words::home;
use games::catalog::Offer;

use super::render;
use crate::dom::{Tag, tag};
use crate::language::{self, t};

/// The page with the rules of a game.
pub(super) fn page(offer: &Offer) -> Tag<Action> {
    let link = |class: &str, hash: String, text: String| tag("a").class(class).attr("href", hash).put(text);
    let (title, _) = catalog::about(offer);
    tag("main")
        .class("book")
        .key("rules")
        .attr("data-rules", offer.name)
        .put(
            tag("nav")
                .attr("aria-label", t(title))
                .put(link("button", "#".to_owned(), format!("‹ {}", t(home::HOME))))
                .put(link("button", format!("#lesson/{}", offer.name), t(home::LEARN)))
                .put(link("button main", format!("#{}", offer.name), t(home::PLAY))),
        )
        .put(tag("div").class("prose").drawing(html(offer.name, 1)))
}

/// The rules of a game by its name in the catalogue, as HTML in the language of the page. Headings are of
/// this level and the next.
pub(crate) fn html(game: &str, level: u8) -> String {
    render::page(&language::rules(|rules| rules.page(game)).unwrap_or_default(), level)
}
