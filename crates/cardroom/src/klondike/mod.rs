//! Klondike in the terminal.

mod hint;
mod picture;
pub(crate) mod solve;
pub(crate) mod survey;
mod typed;
mod words;

use cards::{DealId, Source};
use games::klondike::{Config, Deal, Klondike, Move, Moves, View};
use lab::simulate::Simulation;
use lab::{RunError, RunOptions};
use solver::Strength;
use table::{Ending, Seat, Table};

use crate::choice::GameOption;
use crate::ink::Ink;
use crate::parlour::{Helpers, Misread, Parlour};

impl Parlour for Klondike {
    const OPTIONS: &'static [GameOption] = &[
        GameOption { name: "draw", value: Some("N"), help: "How many cards are drawn at once: 1, 2 or 3" },
        GameOption {
            name: "passes",
            value: Some("N"),
            help: "How often the stock is gone through: a number, or unlimited",
        },
        GameOption {
            name: "moves",
            value: Some("builds|one"),
            help: "What moves between columns: builds, or one card",
        },
        GameOption {
            name: "back",
            value: Some("yes|no"),
            help: "Whether cards come back from the foundations",
        },
        GameOption {
            name: "turn",
            value: Some("hand|once"),
            help: "How face-down cards are turned: by hand, or at once",
        },
    ];

    const OPTIONS_HEADING: &'static str = "Options of Klondike";

    const MOVES: &'static str =
        "  d      draw from the stock, or turn the waste over (r); so does an empty line
  w3     the top of the waste to column 3
  wf     the top of the waste to its foundation
  52     from column 5 to column 2, as many cards as fit; 52:3 is three cards
  3f     the top of column 3 to its foundation
  t3     turn up the top card of column 3
  fh3    the top of the hearts back to column 3, where the game allows it
  w, 5   from the waste, from column 5: where it fits best";

    fn title(config: &Config) -> String {
        let mut title = match config.moves() {
            Moves::Builds => "Klondike".to_owned(),
            Moves::One => "One-card Klondike".to_owned(),
        };
        if config.draw() > 1 {
            title += &format!(", draw {}", config.draw());
        }
        if config.back() {
            title += ", cards come back";
        }
        title
    }

    fn status(view: &View) -> String {
        match view.config.passes() {
            Some(passes) => format!("pass {} of {passes}", view.pass),
            None => format!("pass {}", view.pass),
        }
    }

    fn picture(view: &View, ink: Ink) -> Vec<String> {
        picture::draw(view, ink)
    }

    fn in_words(view: &View) -> Vec<String> {
        words::table(view)
    }

    fn read(view: &View, line: &str) -> Result<Move, Misread> {
        typed::read(view, line)
    }

    fn describe(view: &View, mv: Move) -> String {
        words::describe(view, mv)
    }

    fn tell_end(view: &View, you: Option<Seat>) -> Option<String> {
        let outcome = view.outcome?;
        let (who, have) = if you.is_some() { ("you", "have") } else { ("the player", "has") };
        Some(match outcome.ending {
            Ending::Resigned(_) => "the game is over".to_owned(),
            Ending::Rule(rule) if outcome.winners.is_empty() => format!("no move is left ({rule})"),
            Ending::Rule(rule) => format!("{who} {have} won: all 52 cards are on the foundations ({rule})!"),
        })
    }

    fn remarks(before: Option<&View>, now: &View) -> Vec<String> {
        let mut remarks = Vec::new();
        if now.finish_move().is_some() && before.is_none_or(|before| before.finish_move().is_none()) {
            remarks.push("all that is left can go up by itself: `a` does it".to_owned());
        }
        if now.is_stuck() && !before.is_some_and(View::is_stuck) {
            let stuck = "you are stuck (R3): whatever you draw, no card can go to a column or a foundation; \
                         `u` takes moves back, `restart` deals the same cards again, `n` others";
            remarks.push(stuck.to_owned());
        }
        remarks
    }

    fn helper(view: &View, helpers: Helpers) -> Option<Move> {
        let turn = view.turn_for_me().filter(|_| helpers.turn);
        turn.or_else(|| view.safe_move().filter(|_| helpers.auto))
    }

    fn finish(view: &View) -> Option<Move> {
        view.finish_move()
    }

    fn hint(
        table: &Table<Klondike>,
        _seat: Seat,
        strength: Strength,
        _thoughts: &mut dyn Source,
        stop: &mut dyn FnMut() -> bool,
    ) -> Vec<String> {
        hint::hint(table, strength, stop)
    }

    /// All 52 cards, as a deal can be typed in.
    fn spell(_config: &Config, deal: &Deal, _all: bool) -> Option<Vec<(String, String)>> {
        Some(vec![("deal".to_owned(), DealId::Cards(deal.0.clone()).to_string())])
    }

    fn simulate(config: &Config, options: &RunOptions) -> Result<Simulation, RunError> {
        lab::simulate::klondike(*config, options)
    }

    /// The player's own record, finished or not: nobody else's cards are in it.
    fn export(table: &Table<Klondike>, _seat: Seat) -> (String, &'static str) {
        (table.save(), "the record")
    }
}
