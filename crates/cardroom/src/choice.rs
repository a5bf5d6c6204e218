//! Games, options, deals and levels on the command line.

use std::fmt::Display;
use std::marker::PhantomData;
use std::str::FromStr;

use anyhow::{Result, anyhow};
use bots::savannah::Level;
use cards::DealId;
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};
use games::catalog::{GameId, OFFERS, Offer, offer};

use crate::english;
use crate::parlour::{Parlour, ParlourVisitor, visit};

/// An option of a game. Its value is handed on as text, and the game itself says what is wrong with it.
#[derive(Clone, Copy)]
pub(crate) struct GameOption {
    /// As it is typed, and as the game's config reads it.
    pub(crate) name: &'static str,
    /// What stands for its value in the help; `None` for one that has no value.
    pub(crate) value: Option<&'static str>,
    pub(crate) help: &'static str,
}

/// Which game, with which options.
pub(crate) struct GameChoice {
    pub(crate) game: String,
    /// What the player asks for, in the words of the game's config: `draw=3`.
    words: Vec<String>,
}

impl clap::Args for GameChoice {
    fn augment_args(command: Command) -> Command {
        let game = game_argument(&OFFERS).required(true);
        GameId::offered().fold(command.arg(game), |command, game| visit(game, AddOptions(command)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for GameChoice {
    fn from_arg_matches(matches: &ArgMatches) -> Result<GameChoice, clap::Error> {
        let words = GameId::offered().flat_map(|game| visit(game, ReadOptions(matches))).collect();
        Ok(GameChoice { game: matches.get_one::<String>(GAME).cloned().unwrap_or_default(), words })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl GameChoice {
    /// The game in the catalogue.
    pub(crate) fn offer(&self) -> Result<Offer> {
        offer_named(&self.game)
    }

    /// Whether the player asks for something else than the usual game.
    pub(crate) fn has_options(&self) -> bool {
        !self.words.is_empty()
    }

    /// The game's options, with what the player asks for in the place of what is usual.
    pub(crate) fn config<C: FromStr<Err: Display>>(&self) -> Result<C> {
        config(self.offer()?, &self.words)
    }

    /// The same for that many seats, if the player does not ask for another number.
    pub(crate) fn config_for<C: FromStr<Err: Display>>(&self, seats: usize) -> Result<C> {
        let mut words = self.words.clone();
        if !words.iter().any(|word| option_name(word) == SEATS) {
            words.insert(0, format!("{SEATS}={seats}"));
        }
        config(self.offer()?, &words)
    }
}

/// The options of one game, all but the number of seats.
pub(crate) struct TableOptions<G> {
    words: Vec<String>,
    game: PhantomData<G>,
}

impl<G: Parlour> clap::Args for TableOptions<G> {
    fn augment_args(command: Command) -> Command {
        add_options::<G>(command, |option| option.name != SEATS)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<G: Parlour> FromArgMatches for TableOptions<G> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let words = read_options::<G>(matches, |option| option.name != SEATS);
        Ok(TableOptions { words, game: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<G: Parlour> TableOptions<G> {
    /// A table with that many seats.
    pub(crate) fn config(&self, seats: usize) -> Result<G::Config> {
        let words: Vec<String> =
            [format!("{SEATS}={seats}")].into_iter().chain(self.words.iter().cloned()).collect();
        config(offer_named(G::NAME)?, &words)
    }
}

/// A game by the rules of one, with its options. Where a file tells it, it need not be named.
pub(crate) struct VariantChoice<G> {
    game: Option<String>,
    words: Vec<String>,
    rules: PhantomData<G>,
}

impl<G: Parlour> clap::Args for VariantChoice<G> {
    fn augment_args(command: Command) -> Command {
        let variants: Vec<Offer> = OFFERS.into_iter().filter(|offer| offer.game.name() == G::NAME).collect();
        add_options::<G>(command.arg(game_argument(&variants)), |_| true)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<G: Parlour> FromArgMatches for VariantChoice<G> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let game = matches.get_one::<String>(GAME).cloned();
        Ok(VariantChoice { game, words: read_options::<G>(matches, |_| true), rules: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<G: Parlour> VariantChoice<G> {
    /// The game in the catalogue, which may be one by other rules; `None` if the player names none.
    pub(crate) fn offer(&self) -> Result<Option<Offer>> {
        match (&self.game, self.words.first()) {
            (Some(game), _) => offer_named(game).map(Some),
            (None, None) => Ok(None),
            (None, Some(word)) => {
                Err(anyhow!("--{} changes a game: name it, as in `{}`", option_name(word), G::NAME))
            }
        }
    }

    /// The options of the game.
    pub(crate) fn config(&self, offer: Offer) -> Result<G::Config> {
        config(offer, &self.words)
    }
}

/// The name of the argument that names the game.
const GAME: &str = "game";
/// The option that any game with several seats has.
const SEATS: &str = "seats";

/// The argument that names one of these games.
pub(crate) fn game_argument(offers: &[Offer]) -> Arg {
    Arg::new(GAME).value_name("GAME").help(names(offers))
}

/// The names of games: "klondike, one-card or savannah".
pub(crate) fn names(offers: &[Offer]) -> String {
    let names: Vec<String> = offers.iter().map(|offer| offer.name.to_owned()).collect();
    english::list(&names, "or")
}

/// Adds the options of a game to a command.
struct AddOptions(Command);

impl ParlourVisitor for AddOptions {
    type Output = Command;
    fn visit<G: Parlour>(self) -> Command {
        add_options::<G>(self.0, |_| true)
    }
}

fn add_options<G: Parlour>(command: Command, wanted: impl Fn(&GameOption) -> bool) -> Command {
    let argument = |option: &GameOption| {
        let argument =
            Arg::new(option.name).long(option.name).help(option.help).help_heading(G::OPTIONS_HEADING);
        match option.value {
            Some(value) => argument.value_name(value),
            None => argument.action(ArgAction::SetTrue),
        }
    };
    command.args(G::OPTIONS.iter().filter(|option| wanted(option)).map(argument))
}

/// What the player asks for of a game's options.
struct ReadOptions<'a>(&'a ArgMatches);

impl ParlourVisitor for ReadOptions<'_> {
    type Output = Vec<String>;
    fn visit<G: Parlour>(self) -> Vec<String> {
        read_options::<G>(self.0, |_| true)
    }
}

fn read_options<G: Parlour>(matches: &ArgMatches, wanted: impl Fn(&GameOption) -> bool) -> Vec<String> {
    let word = |option: &GameOption| match option.value {
        Some(_) => Some(format!("{}={}", option.name, matches.get_one::<String>(option.name)?)),
        None => matches.get_flag(option.name).then(|| option.name.to_owned()),
    };
    G::OPTIONS.iter().filter(|option| wanted(option)).filter_map(word).collect()
}

/// The option that a word of a config is about.
fn option_name(word: &str) -> &str {
    word.split('=').next().unwrap_or(word)
}

fn config<C: FromStr<Err: Display>>(offer: Offer, asked: &[String]) -> Result<C> {
    let is_asked = |word: &str| asked.iter().any(|other| option_name(other) == option_name(word));
    let usual = offer.config.split(' ').filter(|word| !is_asked(word));
    let words: Vec<&str> = usual.chain(asked.iter().map(String::as_str)).collect();
    words.join(" ").parse().map_err(|error: C::Err| anyhow!("{error}"))
}

/// The game with that name, or an error that lists what there is.
pub(crate) fn offer_named(name: &str) -> Result<Offer> {
    offer(name).ok_or_else(|| anyhow!("there is no game `{name}`: choose {}", names(&OFFERS)))
}

/// The deal with that name.
pub(crate) fn deal_named(name: &str) -> Result<DealId> {
    Ok(name.parse()?)
}

/// Levels of opponents, with commas between them.
pub(crate) fn levels(text: &str) -> Result<Vec<Level>> {
    text.split(',').map(|level| Ok(level.parse()?)).collect()
}
