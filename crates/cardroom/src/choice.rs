use std::fmt::Display;
use std::str::FromStr;

use anyhow::{Result, anyhow};
use bots::savannah::Level;
use cards::DealId;
use games::catalog::{GameId, OFFERS, Offer, offer};
use games::klondike::Config;
use games::savannah;

use crate::english;

/// Which game, with which options.
#[derive(clap::Args)]
pub(crate) struct Choice {
    /// klondike, one-card, klondike-1, klondike-3 or savannah
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    #[command(flatten)]
    klondike: KlondikeOptions,
    #[command(flatten)]
    savannah: SavannahOptions,
}

/// Which game of Klondike, with which options. Where a file tells it, it need not be named.
#[derive(clap::Args)]
pub(crate) struct KlondikeChoice {
    /// klondike, one-card, klondike-1 or klondike-3
    #[arg(value_name = "GAME")]
    game: Option<String>,
    #[command(flatten)]
    options: KlondikeOptions,
}

/// The options of Klondike. They are handed on as words, and the game itself says what is wrong with them.
#[derive(clap::Args)]
struct KlondikeOptions {
    /// How many cards are drawn at once: 1, 2 or 3
    #[arg(long, value_name = "N", help_heading = KLONDIKE)]
    draw: Option<String>,
    /// How often the stock is gone through: a number, or unlimited
    #[arg(long, value_name = "N", help_heading = KLONDIKE)]
    passes: Option<String>,
    /// What moves between columns: builds, or one card
    #[arg(long, value_name = "builds|one", help_heading = KLONDIKE)]
    moves: Option<String>,
    /// Whether cards come back from the foundations
    #[arg(long, value_name = "yes|no", help_heading = KLONDIKE)]
    back: Option<String>,
    /// How face-down cards are turned: by hand, or at once
    #[arg(long, value_name = "hand|once", help_heading = KLONDIKE)]
    turn: Option<String>,
}

/// The options of Savannah.
#[derive(clap::Args)]
struct SavannahOptions {
    /// How many players, from 2 to 8
    #[arg(long, value_name = "N", help_heading = SAVANNAH)]
    seats: Option<String>,
    #[command(flatten)]
    table: TableOptions,
}

/// The options of a table of Savannah with any number of seats.
#[derive(clap::Args)]
pub(crate) struct TableOptions {
    /// How many cards each reserve starts with, from 5 to 20
    #[arg(long, value_name = "N", help_heading = SAVANNAH)]
    reserve: Option<String>,
    /// How many cards each discard starts with, from 0 to 13
    #[arg(long, value_name = "N", help_heading = SAVANNAH)]
    discard: Option<String>,
    /// After how many rounds the game ends: 20 or more, or unlimited
    #[arg(long, value_name = "N", help_heading = SAVANNAH)]
    rounds: Option<String>,
    /// Whether an ace goes on an ace
    #[arg(long, value_name = "yes|no", help_heading = SAVANNAH)]
    aces: Option<String>,
    /// Who begins; without it, the dice decide
    #[arg(long, value_name = "SEAT", help_heading = SAVANNAH)]
    first: Option<String>,
    /// A short game for two: a reserve of 8, a discard of 2
    #[arg(long, help_heading = SAVANNAH)]
    quick: bool,
}

const KLONDIKE: &str = "Options of Klondike";
const SAVANNAH: &str = "Options of Savannah";

impl Choice {
    /// The game in the catalogue.
    pub(crate) fn offer(&self) -> Result<Offer> {
        offer_named(&self.game)
    }

    /// Whether the player asks for something else than the usual game.
    pub(crate) fn has_options(&self) -> bool {
        self.quick().is_some() || self.named(&self.savannah.seats).iter().any(|(_, value)| value.is_some())
    }

    /// The game's options, with what the player asks for in the place of what is usual.
    pub(crate) fn config<C: FromStr<Err: Display>>(&self) -> Result<C> {
        config(self.offer()?, &self.named(&self.savannah.seats), self.quick())
    }

    /// The same for that many seats, if the player does not ask for another number.
    pub(crate) fn config_for<C: FromStr<Err: Display>>(&self, seats: usize) -> Result<C> {
        let seats = self.savannah.seats.clone().or_else(|| Some(seats.to_string()));
        config(self.offer()?, &self.named(&seats), self.quick())
    }

    fn quick(&self) -> Option<&'static str> {
        self.savannah.table.quick.then_some("quick")
    }

    fn named<'a>(&'a self, seats: &'a Option<String>) -> Vec<Named<'a>> {
        let mut named = self.klondike.named().to_vec();
        named.push(("seats", seats));
        named.extend(self.savannah.table.named());
        named
    }
}

impl KlondikeChoice {
    /// The name of the game and its options; `None` if the player names neither.
    pub(crate) fn config(&self) -> Result<Option<(&str, Config)>> {
        let named = self.options.named();
        let Some(game) = &self.game else {
            return match named.iter().find(|(_, value)| value.is_some()) {
                Some((name, _)) => Err(anyhow!("--{name} changes a game: name it, as in `klondike`")),
                None => Ok(None),
            };
        };
        let offer = offer_named(game)?;
        match offer.game {
            GameId::Klondike => Ok(Some((game, config(offer, &named, None)?))),
            _ => Err(anyhow!("{game} has dice and opponents: only the games of Klondike can be solved")),
        }
    }
}

/// An option, and what the player asks for.
type Named<'a> = (&'static str, &'a Option<String>);

impl KlondikeOptions {
    fn named(&self) -> [Named<'_>; 5] {
        [
            ("draw", &self.draw),
            ("passes", &self.passes),
            ("moves", &self.moves),
            ("back", &self.back),
            ("turn", &self.turn),
        ]
    }
}

impl TableOptions {
    fn named(&self) -> [Named<'_>; 5] {
        [
            ("reserve", &self.reserve),
            ("discard", &self.discard),
            ("rounds", &self.rounds),
            ("aces", &self.aces),
            ("first", &self.first),
        ]
    }

    /// A table of Savannah with that many seats.
    pub(crate) fn config(&self, seats: usize) -> Result<savannah::Config> {
        let seats = Some(seats.to_string());
        let mut named = vec![("seats", &seats)];
        named.extend(self.named());
        config(offer_named("savannah")?, &named, self.quick.then_some("quick"))
    }
}

fn config<C: FromStr<Err: Display>>(offer: Offer, asked: &[Named<'_>], word: Option<&str>) -> Result<C> {
    let is_asked = |word: &str| {
        asked.iter().any(|(name, value)| {
            value.is_some() && word.split_once('=').is_some_and(|(usual, _)| usual == *name)
        })
    };
    let mut words: Vec<String> =
        offer.config.split(' ').filter(|word| !is_asked(word)).map(str::to_owned).collect();
    words.extend(asked.iter().filter_map(|(name, value)| Some(format!("{name}={}", value.as_ref()?))));
    words.extend(word.map(str::to_owned));
    words.join(" ").parse().map_err(|error: C::Err| anyhow!("{error}"))
}

/// The game with that name, or an error that lists what there is.
pub(crate) fn offer_named(name: &str) -> Result<Offer> {
    offer(name).ok_or_else(|| {
        let names = english::list(&OFFERS.map(|offer| offer.name.to_owned()), "or");
        anyhow!("there is no game `{name}`: choose {names}")
    })
}

/// The deal with that name.
pub(crate) fn deal_named(name: &str) -> Result<DealId> {
    Ok(name.parse()?)
}

/// Levels of opponents, with commas between them.
pub(crate) fn levels(text: &str) -> Result<Vec<Level>> {
    text.split(',').map(|level| Ok(level.parse()?)).collect()
}
