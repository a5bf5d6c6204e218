//! Klondike in the typed terminal.

mod hint;
mod in_words;
mod picture;
mod read_move;

use cards::{DealId, Source};
use games::klondike::{Config, Deal, Klondike, Move, Stock, View};
use solver::Strength;
use table::{Ending, Seat, Table};

use super::KlondikePlay;
use super::words as texts;
use crate::typed::{AutoMoves, GameOption, GlyphSet, Misread, StyledLine, TypedPlay};
use crate::words;

impl TypedPlay for KlondikePlay {
    const OPTIONS: &'static [GameOption] = &[
        GameOption { name: "draw", value: Some("N"), help: "The number of cards to draw at once: 1, 2 or 3" },
        GameOption {
            name: "passes",
            value: Some("N"),
            help: "The number of passes through the stock, or unlimited",
        },
        GameOption {
            name: "moves",
            value: Some("builds|one"),
            help: "What you can move between columns: builds, or one card at a time",
        },
        GameOption {
            name: "back",
            value: Some("yes|no"),
            help: "Whether you can move cards back from the foundations",
        },
        GameOption {
            name: "turn",
            value: Some("hand|once"),
            help: "How face-down cards are turned up: by hand, or at once",
        },
    ];

    const MOVES_HELP: &'static str = "  d      draw, or turn the waste over; an empty line does the same
  w3     move the top card of the waste to column 3
  wf     move the top card of the waste to its foundation
  52     move as many cards as fit from column 5 to column 2; 52:3 moves three
  3f     move the top card of column 3 to its foundation
  t3     turn up the top card of column 3
  fh3    move the top heart back to column 3, if the game allows it
  w, 5   move from the waste or from column 5 to the best place";

    const HINTS_HELP: &'static str =
        "  hint all   all moves that keep the win  hint line  all moves to the win";

    fn title(config: &Config) -> String {
        let back = if config.back() { ", cards come back" } else { "" };
        format!("{}{back}", texts::title(*config))
    }

    fn status(view: &View) -> String {
        match view.config.passes() {
            Some(passes) => format!("pass {} of {passes}", view.pass),
            None => format!("pass {}", view.pass),
        }
    }

    fn picture(view: &View, glyphs: GlyphSet) -> Vec<StyledLine> {
        picture::draw(view, glyphs)
    }

    fn in_words(view: &View) -> Vec<String> {
        in_words::table(view)
    }

    fn read_move(view: &View, line: &str) -> Result<Move, Misread> {
        read_move::read(view, line)
    }

    fn preview(view: &View, mv: Move) -> String {
        texts::advice(view, mv).to_string()
    }

    fn auto_move(view: &View, wanted: AutoMoves) -> Option<Move> {
        let turn = view.turn_for_me().filter(|_| wanted.turn_cards);
        turn.or_else(|| view.safe_move().filter(|_| wanted.safe_cards))
    }

    fn finishing_move(view: &View) -> Option<Move> {
        view.finish_move()
    }

    fn why_no_finish(view: &View) -> String {
        let why = match view.stock {
            _ if view.outcome.is_some() => return words::OVER.to_string(),
            _ if view.columns.0.iter().any(|pile| pile.face_down > 0) => "a card is face down",
            Stock::Unseen(count) if count > 0 => "you have not seen every card of the stock",
            _ => "not every card of the stock can be drawn in time",
        };
        format!("can't finish automatically yet: {why}")
    }

    fn describe_end(view: &View, you: Option<Seat>) -> Option<String> {
        let outcome = view.outcome?;
        Some(match outcome.ending {
            Ending::Resigned(_) | Ending::Agreed => words::OVER.to_string(),
            Ending::Rule(_) if outcome.winners.is_empty() => texts::NO_MOVE_LEFT.to_string(),
            Ending::Rule(rule) => {
                let who = if you.is_some() { "you have" } else { "the player has" };
                format!("{who} won: all 52 cards are on the foundations ({rule})!")
            }
        })
    }

    fn remarks(before: Option<&View>, now: &View) -> Vec<String> {
        let mut remarks = Vec::new();
        if now.finish_move().is_some() && before.is_none_or(|before| before.finish_move().is_none()) {
            remarks.push("all remaining cards can go to the foundations: type `a` to finish".to_owned());
        }
        if now.is_stuck() && !before.is_some_and(View::is_stuck) {
            let stuck = "you are stuck (R3): whatever you draw, no card can go to a column or a foundation; \
                         type `u` to undo, `restart` for the same deal, or `n` for a new one";
            remarks.push(stuck.to_owned());
        }
        remarks
    }

    fn hint(
        table: &Table<Klondike>,
        _seat: Seat,
        strength: Strength,
        _random: &mut dyn Source,
        stop: &mut dyn FnMut() -> bool,
    ) -> Vec<String> {
        hint::hint(table, strength, stop)
    }

    /// All 52 cards, as a deal can be typed in: there is no other player.
    fn spell_deal(_config: &Config, deal: &Deal, _all: bool) -> Option<Vec<(String, String)>> {
        Some(vec![("deal".to_owned(), DealId::Cards(deal.0.clone()).to_string())])
    }
}
