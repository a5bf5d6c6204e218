//! The form fields for the number of players and the options, for local games and online tables.

use games::savannah::{Config, MAX_ROUNDS_ONLINE};
use table::Seat;
use text::Text;

use super::words::label as own;
use crate::shell::{Field, FormData, SelectOption};

fn select(name: &str, label: Text, options: Vec<SelectOption>) -> Field {
    Field::Select { name: name.to_owned(), label, options }
}

fn option(value: impl ToString, label: Text, chosen: bool) -> SelectOption {
    SelectOption { value: value.to_string(), label, chosen }
}

/// The field for the number of players.
#[must_use]
pub fn seat_count(chosen: u8) -> Field {
    let options = (2..=8u8).map(|count| option(count, count.into(), count == chosen));
    select("seats", own::PLAYERS, options.collect())
}

/// The fields for the options of V1, V4, V7 and V14. On a server, every game has a limit.
#[must_use]
pub fn options(config: Config, is_online: bool) -> Vec<Field> {
    let number = |number: u16, chosen: bool| option(number, number.into(), chosen);
    let usual = || option("", own::USUAL, true);
    let piles = |range: std::ops::RangeInclusive<u16>| {
        [usual()].into_iter().chain(range.map(|count| number(count, false))).collect()
    };
    let rounds = [20, 40, 60, 80, 100, 150, 200].map(|count| number(count, config.rounds() == Some(count)));
    let most = match is_online {
        true => number(MAX_ROUNDS_ONLINE, config.rounds() == Some(MAX_ROUNDS_ONLINE)),
        false => option("", own::NO_LIMIT, config.rounds().is_none()),
    };
    let seats = Seat::all(Seat::COUNT as u8).map(|seat| option(seat, seat.into(), false));
    let first = [option("", own::BY_DICE, true)].into_iter().chain(seats);
    vec![
        select("reserve", own::RESERVE, piles(5..=20)),
        select("discard", own::DISCARD, piles(0..=13)),
        select("rounds", own::ROUNDS, rounds.into_iter().chain([most]).collect()),
        select("first", own::FIRST, first.collect()),
        Field::Check {
            name: "aces".to_owned(),
            label: own::ACES,
            about: Text::EMPTY,
            on: config.ace_on_ace(),
        },
    ]
}

/// The options that a form describes.
pub fn read(form: &FormData) -> Result<Config, Text> {
    let usual = Config::new(form.get("seats").parse().unwrap_or(2)).map_err(|error| error.text())?;
    let reserve = form.get("reserve").parse().unwrap_or(usual.reserve());
    let discard = form.get("discard").parse().unwrap_or(usual.discard());
    usual
        .with_piles(reserve, discard)
        .and_then(|config| config.with_rounds(form.get("rounds").parse().ok()))
        .and_then(|config| config.with_first(form.get("first").parse().ok()))
        .map(|config| config.with_ace_on_ace(form.is_on("aces")))
        .map_err(|error| error.text())
}
