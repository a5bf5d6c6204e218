use bots::{Bots, Level};
use cards::Source;
use solver::Strength;
use table::{Ending, Eye, Game, Seat, Table, View as _};
use text::ErrorText as _;

use super::{EventFeed, GlyphSet, Misread, StyledLine};
use crate::shell::{ConfigOf, MoveOf, Present, ViewOf};
use crate::words;

/// What a game provides to the typed terminal. All texts are English; sentences have no full stop.
///
/// The defaults suit a game for one player without options, hints and automatic moves.
pub trait TypedPlay: Present {
    /// The options on the command line.
    const OPTIONS: &'static [GameOption] = &[];
    /// How moves are typed, for the help: a line for each kind of move, indented by two spaces.
    const MOVES_HELP: &'static str;
    /// The other kinds of hints, for the help; empty if there is only one kind.
    const HINTS_HELP: &'static str = "";
    /// Whether there are bots to play against. They play by [`TypedPlay::bot_move`].
    const HAS_BOTS: bool = !<Self::Game as Bots>::LEVELS.is_empty();

    /// The name of the game with these options: "Klondike, draw 3".
    fn title(config: &ConfigOf<Self>) -> String {
        Self::about(&config.to_string()).0.to_string()
    }
    /// How far the game is: "pass 2", "round 3 of 100".
    fn status(view: &ViewOf<Self>) -> String;
    /// The table as a picture, at most 80 columns wide.
    fn picture(view: &ViewOf<Self>, glyphs: GlyphSet) -> Vec<StyledLine>;
    /// The table in words, with one line for each pile.
    fn in_words(view: &ViewOf<Self>) -> Vec<String>;
    /// The table in words, with all cards that the player may look through.
    fn look(view: &ViewOf<Self>) -> Vec<String> {
        Self::in_words(view)
    }

    /// The move that a player means by a line. It need not be legal.
    fn read_move(_view: &ViewOf<Self>, line: &str) -> Result<MoveOf<Self>, Misread> {
        match line.trim() {
            "" => Err(Misread::Empty),
            line => line
                .parse()
                .map_err(|error: <MoveOf<Self> as std::str::FromStr>::Err| Misread::NotAMove(error.text())),
        }
    }
    /// What a legal move would do: "move the ace of spades to its foundation".
    fn preview(view: &ViewOf<Self>, mv: MoveOf<Self>) -> String;
    /// A question before a legal move that the player may not want to make.
    fn confirmation(_view: &ViewOf<Self>, _mv: MoveOf<Self>) -> Option<String> {
        None
    }
    /// The next move that is made for the player.
    fn auto_move(_view: &ViewOf<Self>, _wanted: AutoMoves) -> Option<MoveOf<Self>> {
        None
    }
    /// The next move of an automatic finish, if it is certain to win.
    fn finishing_move(_view: &ViewOf<Self>) -> Option<MoveOf<Self>> {
        None
    }
    /// Why there is no [finishing move](TypedPlay::finishing_move).
    fn why_no_finish(_view: &ViewOf<Self>) -> String {
        "this game cannot be finished automatically".to_owned()
    }

    /// How the game ended, as told to the player in that seat, or to everybody; `None` if it is not over.
    fn describe_end(view: &ViewOf<Self>, you: Option<Seat>) -> Option<String> {
        let outcome = view.outcome()?;
        let name = |seat: Seat| if Some(seat) == you { "you".to_owned() } else { seat.to_string() };
        let winners: Vec<String> = outcome.winners.iter().map(name).collect();
        let rule = match outcome.ending {
            Ending::Rule(rule) => format!(" ({rule})"),
            Ending::Agreed => return Some(words::ENDED.to_string()),
            Ending::Resigned(_) if winners.is_empty() => return Some(words::OVER.to_string()),
            Ending::Resigned(_) => " by resignation".to_owned(),
        };
        let winners = if winners.is_empty() { "nobody".to_owned() } else { winners.join(" and ") };
        Some(format!("{winners} won{rule}"))
    }
    /// What the player should be told now that was not so before.
    fn remarks(_before: Option<&ViewOf<Self>>, _now: &ViewOf<Self>) -> Vec<String> {
        Vec::new()
    }
    /// What has happened, as the player in that seat saw it: one line for each event or turn.
    fn log(table: &Table<Self::Game>, seat: Seat) -> Vec<String> {
        let events = EventFeed::new(table, Eye::Seat(seat)).update(table);
        events.into_iter().map(|event| event.text.sentence().to_string()).collect()
    }

    /// The move of a bot with this view. It may think until `stop` returns true.
    fn bot_move(
        level: Level,
        view: &ViewOf<Self>,
        random: &mut dyn Source,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<MoveOf<Self>> {
        <Self::Game as Bots>::bot(level)?.choose(view, random, stop)
    }
    /// Advice to the player in that seat in a game that is not over, one sentence each. The search may go on
    /// until `stop` returns true.
    fn hint(
        _table: &Table<Self::Game>,
        _seat: Seat,
        _strength: Strength,
        _random: &mut dyn Source,
        _stop: &mut dyn FnMut() -> bool,
    ) -> Vec<String> {
        vec![words::NO_HINTS.to_string()]
    }
    /// The cards of a deal, pile by pile, if this outcome of chance is a deal. Unless `all` is set, it shows
    /// nothing that another player must not know.
    fn spell_deal(
        _config: &ConfigOf<Self>,
        _chance: &<Self::Game as Game>::Chance,
        _all: bool,
    ) -> Option<Vec<(String, String)>> {
        None
    }
}

/// An option of a game on the command line. Its value is passed on as text, and the game's config says what
/// is wrong with it. Options of different games can have the same name if both or neither have a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameOption {
    /// Its name on the command line and in the game's config.
    pub name: &'static str,
    /// A placeholder for its value in the help; `None` for a switch without a value.
    pub value: Option<&'static str>,
    /// What it does, for the help.
    pub help: &'static str,
}

/// Which moves are made for the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AutoMoves {
    /// Turns face-down top cards (R2).
    pub turn_cards: bool,
    /// Moves cards to the foundations when no column can need them any more.
    pub safe_cards: bool,
}
