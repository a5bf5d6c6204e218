//! The home page: all games, those that can be resumed first.

use cards::Card;
use client::catalog;
use client::shell::Action;
use client::words::{self, home};
use games::catalog::Offer;
use text::Text;

use crate::app::App;
use crate::art;
use crate::dom::{Tag, tag};
use crate::language::t;

/// The home page.
pub(super) fn page(app: &App) -> Tag<Action> {
    tag("main")
        .class("home")
        .key("home")
        .attr("data-home", "")
        .put(tag("h1").put(t(words::CARDROOM)))
        .put(tag("p").class("motto").put(t(home::MOTTO)))
        .put(
            tag("ul")
                .class("offers")
                .attr("aria-label", t(home::GAMES))
                .put_all(app.saved_games.iter().map(|(offer, saved)| tile(offer, saved.as_ref()))),
        )
        .put(
            tag("section")
                .class("friends")
                .attr("aria-labelledby", "friends")
                .put(tag("h2").attr("id", "friends").put(t(words::online::FRIENDS)))
                .put(tag("p").put(t(words::online::friends_about())))
                .put(
                    tag("a")
                        .class("button")
                        .attr("href", "#online")
                        .attr("data-offer", "online")
                        .put(t(words::online::OPEN)),
                ),
        )
}

fn tile(offer: &Offer, saved: Option<&Text>) -> Tag<Action> {
    let (title, about) = catalog::about(offer);
    let title = t(title);
    let play = if saved.is_some() { t(home::GO_ON) } else { t(home::PLAY) };
    let more = [("lesson", home::LEARN), ("rules", home::RULES)].map(|(page, text)| {
        let text = t(text);
        tag("a")
            .attr("href", format!("#{page}/{}", offer.name))
            .attr("aria-label", format!("{text}: {title}"))
            .put(text)
    });
    tag("li")
        .class("offer")
        .key(offer.name)
        .put(
            tag("div")
                .class("fan")
                .attr("aria-hidden", "true")
                .put_all(offer.cards.into_iter().filter_map(face)),
        )
        .put(tag("h2").put(title.clone()))
        .put(tag("p").put(t(about)))
        .put(tag("p").class("kept").put(saved.map(t).unwrap_or_default()))
        .put(
            tag("a")
                .class("button main")
                .attr("href", format!("#{}", offer.name))
                .attr("data-offer", offer.name)
                .attr("aria-label", format!("{play}: {title}"))
                .put(play),
        )
        .put(tag("p").class("more").put_all(more))
}

fn face(card: &str) -> Option<Tag<Action>> {
    let card: Card = card.parse().ok()?;
    let drawing = tag("svg").attr("viewBox", "0 0 100 140").drawing(art::face(card));
    Some(tag("span").class(format!("card face {}", card.suit)).put(drawing))
}
