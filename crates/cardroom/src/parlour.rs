use bots::Level;
use cards::Source;
use games::catalog::GameId;
use games::events::Describe;
use games::klondike::Klondike;
use games::savannah::Savannah;
use lab::simulate::Simulation;
use lab::{RunError, RunOptions};
use solver::Strength;
use table::{Eye, Refusal, Seat, Table};

use crate::choice::GameOption;
use crate::english::sentence;
use crate::ink::Ink;
use crate::story::Story;

/// What a game brings to the terminal: its picture, its words, and how typed moves are read.
pub(crate) trait Parlour: Describe {
    /// The options on the command line.
    const OPTIONS: &'static [GameOption];

    /// What stands above them in the help.
    const OPTIONS_HEADING: &'static str;

    /// The typed moves, for the help: a line each.
    const MOVES: &'static str;

    /// Whether others play along.
    const HAS_OPPONENTS: bool = false;

    /// What is played: "Klondike", "Savannah for 4".
    fn title(config: &Self::Config) -> String;

    /// How far the game is: "pass 2", "round 3 of 100".
    fn status(view: &Self::View) -> String;

    /// The table as a picture, at most 80 places wide.
    fn picture(view: &Self::View, ink: Ink) -> Vec<String>;

    /// The table in words, one pile a line.
    fn in_words(view: &Self::View) -> Vec<String>;

    /// The table in words, with all that may be looked through.
    fn look(view: &Self::View) -> Vec<String> {
        Self::in_words(view)
    }

    /// The move that a player means by a line that is no command.
    fn read(view: &Self::View, line: &str) -> Result<Self::Move, Misread>;

    /// What a legal move would do, in a few words.
    fn describe(view: &Self::View, mv: Self::Move) -> String;

    /// How the game ended, to the player in that seat, or to everybody.
    fn tell_end(view: &Self::View, you: Option<Seat>) -> Option<String>;

    /// What the player should be told now, since it was not so before.
    fn remarks(before: Option<&Self::View>, now: &Self::View) -> Vec<String>;

    /// What must be asked before a legal move is played.
    fn question(_view: &Self::View, _mv: Self::Move) -> Option<String> {
        None
    }

    /// A move to be made for the player.
    fn helper(_view: &Self::View, _helpers: Helpers) -> Option<Self::Move> {
        None
    }

    /// The next move of a finish that is certain.
    fn finish(_view: &Self::View) -> Option<Self::Move> {
        None
    }

    /// The move of an opponent who sees this view and may think until `stop` says so; `None` if the game
    /// has no opponents.
    fn opponent(
        _level: Level,
        _view: &Self::View,
        _thoughts: &mut dyn Source,
        _stop: &mut dyn FnMut() -> bool,
    ) -> Option<Self::Move> {
        None
    }

    /// Why another player has made this move, as far as everybody can see it who has this view of the table
    /// before it: a sentence without a full stop.
    fn reason(_before: &Self::View, _mv: Self::Move) -> Option<String> {
        None
    }

    /// What the player in that seat could do in a game that is not over, and why, a sentence each; it may be
    /// thought about until `stop` says so.
    fn hint(
        table: &Table<Self>,
        seat: Seat,
        strength: Strength,
        thoughts: &mut dyn Source,
        stop: &mut dyn FnMut() -> bool,
    ) -> Vec<String>;

    /// The cards of a deal, pile by pile, if this chance is one; without `all`, only what no other player
    /// could want to know.
    fn spell(config: &Self::Config, chance: &Self::Chance, all: bool) -> Option<Vec<(String, String)>>;

    /// What happened, as the seat has seen it: a line for each turn, the last one last.
    fn log(table: &Table<Self>, seat: Seat) -> Vec<String> {
        let told = Story::new(table, Eye::Seat(seat)).go_on(table);
        told.iter().map(|told| sentence(&told.text)).collect()
    }

    /// Lets simple players play many games.
    fn simulate(config: &Self::Config, options: &RunOptions) -> Result<Simulation, RunError>;

    /// What may be given to others of a game, and what that is: the record, or a log of what the seat has
    /// seen.
    fn export(table: &Table<Self>, seat: Seat) -> (String, &'static str);
}

/// Something that is done with any game of the terminal.
pub(crate) trait ParlourVisitor {
    /// What comes of it.
    type Output;

    /// Does it with this game.
    fn visit<G: Parlour>(self) -> Self::Output;
}

/// Does something with a game of the terminal. This is the only place here that knows all games.
pub(crate) fn visit<V: ParlourVisitor>(game: GameId, visitor: V) -> V::Output {
    match game {
        GameId::Klondike => visitor.visit::<Klondike>(),
        GameId::Savannah => visitor.visit::<Savannah>(),
        // A build of the whole workspace with all features has it; no program that is given to anybody does.
        #[allow(unreachable_patterns)]
        _ => unreachable!("the terminal has no table for the game that only tests play"),
    }
}

/// What stands over a table: what is played, by which deal, and how far it is.
pub(crate) fn title<G: Parlour>(table: &Table<G>, view: &G::View) -> Vec<String> {
    let record = table.record();
    let origin = record.origin.name();
    // A deal that names all its cards is too long for a title.
    let origin = match origin.char_indices().nth(40) {
        Some(_) => format!("{}...", origin.chars().take(30).collect::<String>()),
        None => origin,
    };
    vec![G::title(&record.config), origin, G::status(view)]
}

/// Which moves are made for the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Helpers {
    /// Face-down top cards are turned (R2).
    pub(crate) turn: bool,
    /// Cards go to the foundations when no column can need them any more.
    pub(crate) auto: bool,
}

/// Why a line is no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Misread {
    /// A rule refuses it.
    Refused(Refusal),
    /// It is not written as a move.
    Unclear(String),
}

impl From<Refusal> for Misread {
    fn from(refusal: Refusal) -> Misread {
        Misread::Refused(refusal)
    }
}
