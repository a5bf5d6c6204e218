//! Help texts with the names of games from the catalogue.

use client::catalog::{PlayVisitor, visit};
use client::typed::TypedPlay;
use games::catalog::{OFFERS, Offer, pages};

use crate::choice::options_heading;

/// A help text in which `{solo}`, `{second}`, `{variant}` and `{party}` stand for names of games: the first
/// one, the second one, one that is only a set of options of another, and the first one with opponents.
pub(crate) fn with_names(text: &str) -> String {
    let name = |offer: Option<Offer>| offer.map_or("", |offer| offer.name);
    let variant = OFFERS.into_iter().rfind(|offer| !offer.has_page());
    [
        ("{solo}", name(pages().next())),
        ("{second}", name(pages().nth(1))),
        ("{variant}", name(variant)),
        ("{party}", name(pages().find(has_opponents))),
    ]
    .into_iter()
    .fold(text.to_owned(), |text, (role, name)| text.replace(role, name))
}

/// The heading above the options of the first game with opponents.
pub(crate) fn opponents_heading() -> String {
    struct Heading;
    impl PlayVisitor for Heading {
        type Output = String;
        fn visit<P: TypedPlay>(self) -> String {
            options_heading::<P>()
        }
    }
    pages().find(has_opponents).map_or_else(|| "Opponents".to_owned(), |offer| visit(offer.game, Heading))
}

fn has_opponents(offer: &Offer) -> bool {
    struct HasOpponents;
    impl PlayVisitor for HasOpponents {
        type Output = bool;
        fn visit<P: TypedPlay>(self) -> bool {
            P::HAS_BOTS
        }
    }
    visit(offer.game, HasOpponents)
}
