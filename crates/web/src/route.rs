//! Which page an address leads to.

use client::Course;
use client::online::TableId;

/// A page of the app.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Route {
    /// All games.
    Home,
    /// Klondike: `#klondike`, `#klondike-3/v1:42` for a deal by any options, and `#replay/…` for a game that is watched.
    Klondike,
    /// The beginner's game: `#one-card`.
    OneCard,
    /// Savannah: `#savannah`.
    Savannah,
    /// A game of Savannah that is watched: `#watch/…`.
    Watch,
    /// Where people meet: `#online`.
    Online,
    /// A table there: `#table/…`.
    Table(TableId),
    /// Somebody goes on here who began on another device: `#move/…/…`, with a word that is good once, and the table.
    Move,
    /// A lesson: `#lesson/savannah`.
    Lesson(Course),
    /// The rules of a game: `#rules/savannah`.
    Rules(Course),
}

impl Route {
    /// The page of an address, by what follows its `?` and its `#`. An address that asks for a deal is one of Klondike.
    pub(crate) fn of(search: &str, hash: &str) -> Route {
        let hash = hash.trim_start_matches('#');
        let course = |name: &str| Course::ALL.into_iter().find(|course| course.game() == name);
        match hash.split_once('/').map(|(page, name)| (page, course(name))) {
            Some(("lesson", Some(course))) => return Route::Lesson(course),
            Some(("rules", Some(course))) => return Route::Rules(course),
            _ => {}
        }
        match hash.split(['/', '?']).next().unwrap_or_default() {
            "replay" => Route::Klondike,
            "savannah" => Route::Savannah,
            "watch" => Route::Watch,
            "online" => Route::Online,
            // A link that is not whole leads to where one can ask for another.
            "table" => TableId::from_link(hash).map_or(Route::Online, Route::Table),
            "move" => Route::Move,
            name if name.starts_with("one-card") => Route::OneCard,
            name if name.starts_with("klondike") => Route::Klondike,
            "" if has_deal(search) => {
                if has(search, "game", "one-card") {
                    Route::OneCard
                } else {
                    Route::Klondike
                }
            }
            _ => Route::Home,
        }
    }

    /// The page that is asked for now.
    pub(crate) fn now() -> Route {
        let location = leptos::prelude::window().location();
        Route::of(&location.search().unwrap_or_default(), &location.hash().unwrap_or_default())
    }
}

fn fields(search: &str) -> impl Iterator<Item = (&str, &str)> {
    search.trim_start_matches('?').split('&').filter_map(|field| field.split_once('='))
}

fn has_deal(search: &str) -> bool {
    fields(search).any(|(name, _)| name == "deal")
}

fn has(search: &str, name: &str, value: &str) -> bool {
    fields(search).any(|field| field == (name, value))
}

#[cfg(test)]
mod tests {
    use client::Course;

    use super::Route;

    #[test]
    fn every_page_has_an_address() {
        for (search, hash, route) in [
            ("", "", Route::Home),
            ("", "#", Route::Home),
            ("", "#nowhere", Route::Home),
            ("", "#klondike", Route::Klondike),
            ("", "#klondike/v1:42", Route::Klondike),
            ("", "#one-card", Route::OneCard),
            ("", "#savannah", Route::Savannah),
            ("", "#online", Route::Online),
            ("", "#table/abc", Route::Online),
            ("", "#move/abc/def", Route::Move),
            ("", "#klondike-3/v1:42", Route::Klondike),
            ("", "#replay/abc", Route::Klondike),
            ("", "#lesson/savannah", Route::Lesson(Course::Savannah)),
            ("", "#lesson/one-card", Route::Lesson(Course::OneCard)),
            ("", "#lesson/chess", Route::Home),
            ("", "#rules/one-card", Route::Rules(Course::OneCard)),
            ("", "#rules/", Route::Home),
            ("", "#watch/abc", Route::Watch),
            ("?deal=v1:42", "", Route::Klondike),
            ("?game=one-card&deal=v1:7", "", Route::OneCard),
            ("?game=klondike-3&deal=v1:7", "#klondike", Route::Klondike),
            ("?game=one-card", "", Route::Home),
        ] {
            assert_eq!(Route::of(search, hash), route, "{search}{hash}");
        }
    }
}
