//! Games, options, deals and levels on the command line.

use std::fmt::Display;
use std::marker::PhantomData;
use std::str::FromStr;

use anyhow::{Result, anyhow};
use bots::Level;
use cards::DealId;
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};
use client::catalog::{PlayVisitor, visit};
use client::shell::ConfigOf;
use client::typed::{GameOption, TypedPlay};
use games::catalog::{GameId, OFFERS, Offer, first_offer, offer};
use table::Game as _;

use crate::english;

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
        let mut words: Vec<String> = Vec::new();
        for word in GameId::offered().flat_map(|game| visit(game, ReadOptions(matches))) {
            if !words.contains(&word) {
                words.push(word);
            }
        }
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
pub(crate) struct TableOptions<P> {
    words: Vec<String>,
    game: PhantomData<P>,
}

impl<P: TypedPlay> clap::Args for TableOptions<P> {
    fn augment_args(command: Command) -> Command {
        add_options::<P>(command, |option| option.name != SEATS)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<P: TypedPlay> FromArgMatches for TableOptions<P> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let words = read_options::<P>(matches, |option| option.name != SEATS);
        Ok(TableOptions { words, game: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<P: TypedPlay> TableOptions<P> {
    /// A table with that many seats.
    pub(crate) fn config(&self, seats: usize) -> Result<ConfigOf<P>> {
        let words: Vec<String> =
            [format!("{SEATS}={seats}")].into_iter().chain(self.words.iter().cloned()).collect();
        config(offer_named(P::Game::NAME)?, &words)
    }

    /// The options of a game for one player, which is one by the rules of `P`.
    pub(crate) fn config_of(&self, offer: Offer) -> Result<ConfigOf<P>> {
        config(offer, &self.words)
    }
}

/// A game by the rules of one, with its options. Where a file tells it, it need not be named.
pub(crate) struct VariantChoice<P> {
    game: Option<String>,
    words: Vec<String>,
    rules: PhantomData<P>,
}

impl<P: TypedPlay> clap::Args for VariantChoice<P> {
    fn augment_args(command: Command) -> Command {
        let variants: Vec<Offer> =
            OFFERS.into_iter().filter(|offer| offer.game.name() == P::Game::NAME).collect();
        add_options::<P>(command.arg(game_argument(&variants)), |_| true)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<P: TypedPlay> FromArgMatches for VariantChoice<P> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let game = matches.get_one::<String>(GAME).cloned();
        Ok(VariantChoice { game, words: read_options::<P>(matches, |_| true), rules: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<P: TypedPlay> VariantChoice<P> {
    /// The game in the catalogue, which may be one by other rules; `None` if the player names none.
    pub(crate) fn offer(&self) -> Result<Option<Offer>> {
        match (&self.game, self.words.first()) {
            (Some(game), _) => offer_named(game).map(Some),
            (None, None) => Ok(None),
            (None, Some(word)) => Err(anyhow!(
                "--{} is an option of a game: name the game, as in `{}`",
                option_name(word),
                P::Game::NAME
            )),
        }
    }

    /// The options of the game.
    pub(crate) fn config(&self, offer: Offer) -> Result<ConfigOf<P>> {
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

impl PlayVisitor for AddOptions {
    type Output = Command;
    fn visit<P: TypedPlay>(self) -> Command {
        add_options::<P>(self.0, |_| true)
    }
}

/// Adds the options that no game before has added.
fn add_options<P: TypedPlay>(command: Command, wanted: impl Fn(&GameOption) -> bool) -> Command {
    let heading = options_heading::<P>();
    let argument = |option: &GameOption| {
        let argument = Arg::new(option.name).long(option.name).help(option.help).help_heading(&heading);
        match option.value {
            Some(value) => argument.value_name(value),
            None => argument.action(ArgAction::SetTrue),
        }
    };
    let is_new = |option: &&GameOption| command.get_arguments().all(|other| other.get_id() != option.name);
    let arguments: Vec<Arg> =
        P::OPTIONS.iter().filter(|option| wanted(option)).filter(is_new).map(argument).collect();
    command.args(arguments)
}

/// The heading above the options of a game in the help.
pub(crate) fn options_heading<P: TypedPlay>() -> String {
    let name = P::Game::NAME;
    format!("{} options", first_offer(name).map_or(name, |offer| offer.title))
}

/// What the player asks for of a game's options.
struct ReadOptions<'a>(&'a ArgMatches);

impl PlayVisitor for ReadOptions<'_> {
    type Output = Vec<String>;
    fn visit<P: TypedPlay>(self) -> Vec<String> {
        read_options::<P>(self.0, |_| true)
    }
}

fn read_options<P: TypedPlay>(matches: &ArgMatches, wanted: impl Fn(&GameOption) -> bool) -> Vec<String> {
    let word = |option: &GameOption| match option.value {
        Some(_) => Some(format!("{}={}", option.name, matches.get_one::<String>(option.name)?)),
        None => matches.get_flag(option.name).then(|| option.name.to_owned()),
    };
    P::OPTIONS.iter().filter(|option| wanted(option)).filter_map(word).collect()
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

#[cfg(test)]
mod tests {
    use clap::Command;
    use client::catalog::{PlayVisitor, visit};
    use client::typed::{GameOption, TypedPlay};
    use games::catalog::GameId;

    use super::AddOptions;

    struct Options;

    impl PlayVisitor for Options {
        type Output = &'static [GameOption];
        fn visit<P: TypedPlay>(self) -> &'static [GameOption] {
            P::OPTIONS
        }
    }

    #[test]
    fn games_can_share_the_name_of_an_option() {
        let options: Vec<&GameOption> =
            GameId::ALL.into_iter().flat_map(|game| visit(game, Options)).collect();
        for option in &options {
            let mut same = options.iter().filter(|other| other.name == option.name);
            assert!(same.all(|other| other.value.is_some() == option.value.is_some()), "{}", option.name);
        }
        assert!(options.iter().filter(|option| option.name == "seats").count() > 1, "no name is shared");
        let command = GameId::ALL
            .into_iter()
            .fold(Command::new("play"), |command, game| visit(game, AddOptions(command)));
        command.debug_assert();
    }
}
