//! Help texts with the names of games from the catalogue.

use games::catalog::{OFFERS, Offer, pages};

use crate::parlour::{Parlour, ParlourVisitor, visit};

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

/// What stands above the options of the first game with opponents.
pub(crate) fn opponents_heading() -> &'static str {
    struct Heading;
    impl ParlourVisitor for Heading {
        type Output = &'static str;
        fn visit<G: Parlour>(self) -> &'static str {
            G::OPTIONS_HEADING
        }
    }
    pages().find(has_opponents).map_or("Opponents", |offer| visit(offer.game, Heading))
}

fn has_opponents(offer: &Offer) -> bool {
    struct HasOpponents;
    impl ParlourVisitor for HasOpponents {
        type Output = bool;
        fn visit<G: Parlour>(self) -> bool {
            G::HAS_OPPONENTS
        }
    }
    visit(offer.game, HasOpponents)
}
