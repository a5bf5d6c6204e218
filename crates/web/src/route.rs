//! Finds the page of an address.

use client::Address;
use client::online::TableId;
use games::catalog::{self, Offer};

/// A page of the app.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Route {
    /// The home page.
    Home,
    /// A game: `#klondike`, and `#klondike-3/v1:42` for a deal with its options.
    Game(Offer),
    /// A replay: `#replay/…`, `#watch/…`.
    Replay,
    /// The lobby: `#online`.
    Lobby,
    /// An online table: `#table/…`.
    Table(TableId),
    /// A link from another device: `#move/…/…`, with a one-time code and the table.
    Move,
    /// A lesson: `#lesson/savannah`.
    Lesson(Offer),
    /// The rules of a game: `#rules/savannah`.
    Rules(Offer),
}

impl Route {
    /// The page of an address, given the parts after its `?` and its `#`.
    pub(crate) fn of(search: &str, hash: &str) -> Route {
        let hash = hash.trim_start_matches('#');
        let page = |name: &str| catalog::pages().find(|page| page.name == name);
        match hash.split_once('/').map(|(kind, name)| (kind, page(name))) {
            Some(("lesson", Some(offer))) => return Route::Lesson(offer),
            Some(("rules", Some(offer))) => return Route::Rules(offer),
            _ => {}
        }
        match hash.split(['/', '?']).next().unwrap_or_default() {
            prefix if Address::is_game_prefix(prefix) => Route::Replay,
            "online" => Route::Lobby,
            // A damaged link leads to the lobby.
            "table" => TableId::from_link(hash).map_or(Route::Lobby, Route::Table),
            "move" => Route::Move,
            "" if field(search, "deal").is_some() => {
                let name = field(search, "game").unwrap_or(catalog::OFFERS[0].name);
                game(name).map_or(Route::Home, Route::Game)
            }
            name => game(name).map_or(Route::Home, Route::Game),
        }
    }

    /// The page of the current address.
    pub(crate) fn now() -> Route {
        let location = crate::dom::window().location();
        Route::of(&location.search().unwrap_or_default(), &location.hash().unwrap_or_default())
    }
}

/// The game of an address: a preset by its name, or options such as `klondike+draw=3`.
fn game(name: &str) -> Option<Offer> {
    let preset = name.split(['+', '%', ' ']).next().unwrap_or_default();
    let offer = catalog::offer(preset)?;
    catalog::offer(offer.page)
}

fn field<'a>(search: &'a str, name: &str) -> Option<&'a str> {
    let fields = search.trim_start_matches('?').split('&').filter_map(|field| field.split_once('='));
    fields.into_iter().find(|(other, _)| *other == name).map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use games::catalog::offer;

    use super::Route;

    #[test]
    fn every_page_has_an_address() {
        let [klondike, one_card, savannah] =
            ["klondike", "one-card", "savannah"].map(|name| offer(name).unwrap());
        for (search, hash, route) in [
            ("", "", Route::Home),
            ("", "#", Route::Home),
            ("", "#nowhere", Route::Home),
            ("", "#klondike", Route::Game(klondike)),
            ("", "#klondike/v1:42", Route::Game(klondike)),
            ("", "#klondike+draw=3/v1:42", Route::Game(klondike)),
            ("", "#one-card", Route::Game(one_card)),
            ("", "#savannah", Route::Game(savannah)),
            ("", "#online", Route::Lobby),
            ("", "#table/abc", Route::Lobby),
            ("", "#move/abc/def", Route::Move),
            ("", "#klondike-3/v1:42", Route::Game(klondike)),
            ("", "#replay/abc", Route::Replay),
            ("", "#watch/abc", Route::Replay),
            ("", "#lesson/savannah", Route::Lesson(savannah)),
            ("", "#lesson/one-card", Route::Lesson(one_card)),
            ("", "#lesson/chess", Route::Home),
            ("", "#rules/one-card", Route::Rules(one_card)),
            ("", "#rules/", Route::Home),
            ("?deal=v1:42", "", Route::Game(klondike)),
            ("?game=one-card&deal=v1:7", "", Route::Game(one_card)),
            ("?game=klondike-3&deal=v1:7", "#klondike", Route::Game(klondike)),
            ("?game=one-card", "", Route::Home),
        ] {
            assert_eq!(Route::of(search, hash), route, "{search}{hash}");
        }
    }
}
