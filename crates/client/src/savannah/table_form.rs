//! The form that opens an online table of Savannah.

use bots::Level;
use games::savannah::{Config, Savannah};
use table::{BySeat, Game as _, Seat};
use text::Text;
use wire::{NewTable, SeatPlan};

use super::form as options;
use crate::shell::{Field, Form, FormData, FormName, SeatField, SelectOption};
use crate::words::{label, online as words};

/// The choices for the time limit of a turn, in seconds.
const CLOCKS: [u32; 5] = [60, 120, 300, 3600, 86400];

/// The form that opens a table.
pub(super) fn form() -> Form {
    let option = |value: String, label: Text, chosen: bool| SelectOption { value, label, chosen };
    let seat = |seat: Seat| {
        let open = option("open".to_owned(), words::FREE, true);
        let bots = Level::ALL.map(|level| option(level.to_string(), words::bot(level), false));
        SeatField {
            seat,
            kinds: if seat == Seat::A { Vec::new() } else { [open].into_iter().chain(bots).collect() },
            fixed: words::YOU,
            name: None,
            shown: seat.number() < 2,
        }
    };
    let clocks = CLOCKS.map(|seconds| option(seconds.to_string(), words::clock(seconds), false));
    let no_clock = option(String::new(), words::NO_CLOCK, true);
    Form {
        name: FormName::NewTable,
        fields: vec![
            options::seat_count(2),
            Field::Seats(Seat::all(Seat::COUNT as u8).map(seat).collect()),
            Field::Check {
                name: "public".to_owned(),
                label: words::PUBLIC,
                about: words::PUBLIC_ABOUT,
                on: false,
            },
            Field::Select {
                name: "clock".to_owned(),
                label: words::CLOCK,
                options: [no_clock].into_iter().chain(clocks).collect(),
            },
        ],
        submit: ("open", words::OPEN_DO),
        more: Config::new(2).ok().map(|config| (label::OPTIONS, options::options(config, true))),
    }
}

/// The table that the form describes.
pub(super) fn read(form: &FormData) -> Result<NewTable, Text> {
    let config = options::read(form)?;
    let plan = |seat: Seat| match seat {
        Seat::A => SeatPlan::Me,
        seat => form.get(&format!("who-{seat}")).parse().map_or(SeatPlan::Open, SeatPlan::Bot),
    };
    Ok(NewTable {
        game: Savannah::NAME.to_owned(),
        config: config.to_string(),
        seats: BySeat::new(config.seats(), plan),
        public: form.is_on("public"),
        clock: form.get("clock").parse().ok(),
    })
}
