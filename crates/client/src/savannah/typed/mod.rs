//! Savannah in the typed terminal.

mod in_words;
mod picture;
mod read_move;

use bots::Level;
use bots::savannah::explain;
use cards::{Card, Source};
use games::savannah::{Chance, Config, Move, Savannah, TurnLog, View, describe, tell_end, tell_limit};
use solver::Strength;
use table::{Eye, Seat, Table, Turn, View as _};

use super::SavannahPlay;
use super::words as texts;
use crate::shell::Player;
use crate::typed::{GameOption, GlyphSet, Misread, StyledLine, TypedPlay};
use crate::words;

impl TypedPlay for SavannahPlay {
    const OPTIONS: &'static [GameOption] = &[
        GameOption { name: "seats", value: Some("N"), help: "The number of players, from 2 to 8" },
        GameOption {
            name: "reserve",
            value: Some("N"),
            help: "The number of cards in each reserve at the start, from 5 to 20",
        },
        GameOption {
            name: "discard",
            value: Some("N"),
            help: "The number of cards in each discard at the start, from 0 to 13",
        },
        GameOption {
            name: "rounds",
            value: Some("N"),
            help: "The number of rounds after which the game ends: 20 or more, or unlimited",
        },
        GameOption { name: "aces", value: Some("yes|no"), help: "Whether an ace can go on an ace" },
        GameOption {
            name: "first",
            value: Some("SEAT"),
            help: "Who begins; the default is to roll the dice for it",
        },
        GameOption {
            name: "quick",
            value: None,
            help: "A short game for two players, with a reserve of 8 and a discard of 2",
        },
    ];

    const MOVES_HELP: &'static str =
        "  Ah>2, Ah2   play the ace of hearts from your hand to foundation 2, or just A>2
  R>1         play from your reserve to foundation 1, or just R if only one fits
  D>3         play from your discard to foundation 3
  DB>2        play from B's discard to foundation 2: once in a turn with doubles
  /7c         end your turn and discard the seven of clubs, or just /7
  /-          end your turn with an empty hand";

    fn title(config: &Config) -> String {
        let aces = if config.ace_on_ace() { "" } else { ", no ace on an ace" };
        format!("{} for {}{aces}", texts::TITLE, config.seats())
    }

    fn status(view: &View) -> String {
        let public = view.public();
        let turn = match public.turn() {
            Turn::Seat(seat) if view.eye() == Eye::Seat(seat) => ", your turn".to_owned(),
            Turn::Seat(seat) => format!(", {seat}'s turn"),
            Turn::Chance(_) | Turn::Over => String::new(),
        };
        format!("{}{turn}", texts::round(public))
    }

    fn picture(view: &View, glyphs: GlyphSet) -> Vec<StyledLine> {
        picture::draw(view, glyphs)
    }

    fn in_words(view: &View) -> Vec<String> {
        in_words::table(view)
    }

    fn look(view: &View) -> Vec<String> {
        in_words::look(view)
    }

    fn read_move(view: &View, line: &str) -> Result<Move, Misread> {
        read_move::read(view, line)
    }

    fn preview(view: &View, mv: Move) -> String {
        match mv {
            Move::Play { .. } => format!("play {}", describe(view, mv)),
            Move::Discard(_) | Move::End => describe(view, mv).to_string(),
        }
    }

    /// V11.
    fn confirmation(view: &View, mv: Move) -> Option<String> {
        let winner = view.sight()?.gives_win(mv)?;
        Some(texts::gives_win(winner, &Player::person()).to_string())
    }

    fn describe_end(view: &View, you: Option<Seat>) -> Option<String> {
        tell_end(view.public(), you).map(|text| text.to_string())
    }

    /// The limit of rounds is announced some time before it is reached (V14).
    fn remarks(before: Option<&View>, now: &View) -> Vec<String> {
        let same = before.is_some_and(|before| before.public().round == now.public().round);
        tell_limit(now.public()).filter(|_| !same).map(|text| text.to_string()).into_iter().collect()
    }

    /// In the notation of the rules, which needs only one line for each turn.
    fn log(table: &Table<Savannah>, seat: Seat) -> Vec<String> {
        TurnLog::of(table, Eye::Seat(seat)).turns().to_vec()
    }

    /// What the best bot would do with what the player sees.
    fn hint(
        table: &Table<Savannah>,
        seat: Seat,
        _strength: Strength,
        random: &mut dyn Source,
        stop: &mut dyn FnMut() -> bool,
    ) -> Vec<String> {
        let view = table.view(Eye::Seat(seat));
        match Self::bot_move(Level::Expert, &view, random, stop) {
            Some(mv) => vec![format!("{} ({mv})", Self::preview(&view, mv)), explain(&view, mv).to_string()],
            None => vec![words::NOT_YOUR_TURN.to_string()],
        }
    }

    fn spell_deal(config: &Config, chance: &Chance, all: bool) -> Option<Vec<(String, String)>> {
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
