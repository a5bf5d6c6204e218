//! Savannah in the terminal.

pub(crate) mod arena;
pub(crate) mod dice;
mod picture;
mod typed;
mod words;

use bots::savannah::{Level, explain, reason};
use cards::{Card, Source};
use games::savannah::{Chance, Config, Move, Savannah, TurnLog, View, describe, tell_end, tell_limit};
use lab::simulate::Simulation;
use lab::{RunError, RunOptions};
use solver::Strength;
use table::{Eye, Seat, Table, Turn, View as _};

use crate::choice::GameOption;
use crate::ink::Ink;
use crate::parlour::{Misread, Parlour};

impl Parlour for Savannah {
    const OPTIONS: &'static [GameOption] = &[
        GameOption { name: "seats", value: Some("N"), help: "How many players, from 2 to 8" },
        GameOption {
            name: "reserve",
            value: Some("N"),
            help: "How many cards each reserve starts with, from 5 to 20",
        },
        GameOption {
            name: "discard",
            value: Some("N"),
            help: "How many cards each discard starts with, from 0 to 13",
        },
        GameOption {
            name: "rounds",
            value: Some("N"),
            help: "After how many rounds the game ends: 20 or more, or unlimited",
        },
        GameOption { name: "aces", value: Some("yes|no"), help: "Whether an ace goes on an ace" },
        GameOption { name: "first", value: Some("SEAT"), help: "Who begins; without it, the dice decide" },
        GameOption {
            name: "quick",
            value: None,
            help: "A short game for two: a reserve of 8, a discard of 2",
        },
    ];

    const OPTIONS_HEADING: &'static str = "Options of Savannah";

    const MOVES: &'static str =
        "  Ah>2, Ah2   the ace of hearts from your hand to foundation 2; A>2 is enough
  R>1         the top of your reserve to foundation 1; R, if only one takes it
  D>3         the top of your discard to foundation 3
  DB>2        after doubles, once: the top of B's discard to foundation 2
  /7c         end the turn: discard the seven of clubs; /7 is enough
  /-          end the turn with an empty hand";

    const HAS_OPPONENTS: bool = true;

    fn title(config: &Config) -> String {
        let aces = if config.ace_on_ace() { "" } else { ", no ace on an ace" };
        format!("Savannah for {}{aces}", config.seats())
    }

    fn status(view: &View) -> String {
        let public = view.public();
        let limit = public.config.rounds().map_or_else(String::new, |rounds| format!(" of {rounds}"));
        let turn = match public.turn() {
            Turn::Seat(seat) if view.eye() == Eye::Seat(seat) => ", your turn".to_owned(),
            Turn::Seat(seat) => format!(", {seat}'s turn"),
            Turn::Chance(_) | Turn::Over => String::new(),
        };
        format!("round {}{limit}{turn}", public.round)
    }

    fn picture(view: &View, ink: Ink) -> Vec<String> {
        picture::draw(view, ink)
    }

    fn in_words(view: &View) -> Vec<String> {
        words::table(view)
    }

    fn look(view: &View) -> Vec<String> {
        words::look(view)
    }

    fn read(view: &View, line: &str) -> Result<Move, Misread> {
        typed::read(view, line)
    }

    fn describe(view: &View, mv: Move) -> String {
        describe(view, mv).to_string()
    }

    fn tell_end(view: &View, you: Option<Seat>) -> Option<String> {
        tell_end(view.public(), you).map(|text| text.to_string())
    }

    /// The limit of rounds is told some time before it bites (V14).
    fn remarks(before: Option<&View>, now: &View) -> Vec<String> {
        let same = before.is_some_and(|before| before.public().round == now.public().round);
        tell_limit(now.public()).filter(|_| !same).map(|text| text.to_string()).into_iter().collect()
    }

    /// V11.
    fn question(view: &View, mv: Move) -> Option<String> {
        let winner = view.sight()?.gives_win(mv)?;
        Some(format!("This makes {winner} win: play it?"))
    }

    fn opponent(
        level: Level,
        view: &View,
        thoughts: &mut dyn Source,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Move> {
        level.player().choose(view, thoughts, stop)
    }

    fn reason(before: &View, mv: Move) -> Option<String> {
        let you = before.eye().seat();
        Some(reason(before.public(), mv, you).to_string())
    }

    /// What the best player would do, from what the player sees.
    fn hint(
        table: &Table<Savannah>,
        seat: Seat,
        _strength: Strength,
        thoughts: &mut dyn Source,
        stop: &mut dyn FnMut() -> bool,
    ) -> Vec<String> {
        let view = table.view(Eye::Seat(seat));
        match Level::Expert.player().choose(&view, thoughts, stop) {
            Some(mv) => vec![format!("{} ({mv})", describe(&view, mv)), explain(&view, mv).to_string()],
            None => vec!["it is not your turn".to_owned()],
        }
    }

    /// In the notation of the rules, which has room for a turn in a line.
    fn log(table: &Table<Savannah>, seat: Seat) -> Vec<String> {
        TurnLog::of(table, Eye::Seat(seat)).turns().to_vec()
    }

    fn simulate(config: &Config, options: &RunOptions) -> Result<Simulation, RunError> {
        lab::simulate::savannah(*config, options)
    }

    /// The record of a game that is not over would show what others hold: then it is a log of what
    /// the seat has seen.
    fn export(table: &Table<Savannah>, seat: Seat) -> (String, &'static str) {
        match table.outcome() {
            Some(_) => (table.save(), "the record"),
            None => {
                let log = TurnLog::of(table, Eye::Seat(seat)).to_string();
                (log, "your log of the turns; the record can be written when the game is over")
            }
        }
    }

    fn spell(config: &Config, chance: &Chance, all: bool) -> Option<Vec<(String, String)>> {
        let Chance::Deal(cards) = chance else { return None };
        all.then(|| spell(config, cards))
    }
}

/// The piles of a deal, each from the bottom up, and the stock in the order in which it is drawn.
fn spell(config: &Config, cards: &[Card]) -> Vec<(String, String)> {
    let mut cards = cards.iter();
    let mut take = |count: usize| {
        let taken: Vec<String> = cards.by_ref().take(count).map(ToString::to_string).collect();
        taken.join(" ")
    };
    let mut piles = Vec::new();
    for seat in Seat::all(config.seats()) {
        piles.push((format!("reserve {seat}"), take(config.reserve().into())));
        piles.push((format!("discard {seat}"), take(config.discard().into())));
    }
    piles.push(("foundations".to_owned(), take(3)));
    piles.push(("stock".to_owned(), take(usize::MAX)));
    piles
}
