//! The part of the page's address after its `#`: a deal or a whole game.

mod base64;
mod packed;

use std::fmt::{self, Display};

use cards::{DealId, ParseDealError};
use games::catalog::{GameId, OFFERS};
use table::{Record, Table};
use text::Text;

use crate::catalog::{PlayVisitor, visit};
use crate::shell::{ConfigOf, Play, Present};
use crate::words;

/// How links to a game are encoded. Each game implements it.
pub trait LinkFormat: Play {
    /// The start of links to whole games: `replay`.
    const PREFIX: &'static str;
    /// The first byte of a packed game. It differs for every game.
    const ID: u8;

    /// The options in a link to a deal; `None` if they are of another game, or if this game has no such
    /// links.
    fn deal_config(_text: &str) -> Option<ConfigOf<Self>> {
        None
    }
    /// Packs the moves that were played, without undone ones; `None` if that is not possible.
    fn pack_moves(record: &Record<Self::Game>, deal: &DealId, bytes: &mut Vec<u8>) -> Option<()>;
    /// Plays packed moves at a new table; `None` if they are damaged.
    fn unpack_moves(table: &mut Table<Self::Game>, bytes: &[u8]) -> Option<()>;
}

/// A parsed address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Address {
    /// `klondike/v1:42`: options and a deal.
    Deal {
        /// The options, in the game's own spelling.
        config: String,
        /// The deal.
        deal: DealId,
    },
    /// `replay/…`: a game that was played.
    Game {
        /// Which game it is.
        game: GameId,
        /// Its record.
        record: String,
    },
}

/// Why an address cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseAddressError {
    /// There is no such deal.
    Deal(ParseDealError),
    /// The link is longer than any game.
    TooLong,
    /// The game in the link is damaged.
    Damaged,
}

impl ParseAddressError {
    /// What is wrong, in sentences for the player.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            ParseAddressError::Deal(error) => words::address::no_deal(error),
            ParseAddressError::TooLong => words::address::TOO_LONG,
            ParseAddressError::Damaged => words::address::DAMAGED,
        }
    }
}

impl fmt::Display for ParseAddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl std::error::Error for ParseAddressError {}

/// The maximum length of a link to a game, in characters. No real game needs more.
const LONGEST: usize = 8_000;

impl Address {
    /// Parses the part after the `#`; `None` if it is neither a deal nor a game, for example a page of the
    /// app.
    pub fn read(hash: &str) -> Result<Option<Address>, ParseAddressError> {
        let hash = hash.strip_prefix('#').unwrap_or(hash);
        if let Some((prefix, packed)) = hash.split_once('/')
            && let Some(game) = game_of(prefix)
        {
            let record = visit(game, Unpack(&bytes(packed)?)).ok_or(ParseAddressError::Damaged)?;
            return Ok(Some(Address::Game { game, record }));
        }
        let text = plain(hash);
        let Some((config, deal)) = text.split_once('/') else { return Ok(None) };
        let Some(config) = GameId::ALL.into_iter().find_map(|game| visit(game, ReadConfig(config))) else {
            return Ok(None);
        };
        Ok(Some(Address::Deal { config, deal: deal.parse().map_err(ParseAddressError::Deal)? }))
    }

    /// Parses a deal from the query after the `?`: `game=one-card&deal=v1:42`. The default is the first game
    /// of the catalogue.
    #[must_use]
    pub fn read_query(game: Option<&str>, deal: &str) -> Option<Address> {
        let read = |config: &str| GameId::ALL.into_iter().find_map(|id| visit(id, ReadDeal(config, deal)));
        let is_known =
            |config: &&str| GameId::ALL.into_iter().any(|id| visit(id, ReadConfig(config)).is_some());
        read(game.filter(is_known).unwrap_or(OFFERS[0].config))
    }

    /// Whether links to whole games start with this word: `replay`.
    #[must_use]
    pub fn is_game_prefix(prefix: &str) -> bool {
        game_of(prefix).is_some()
    }

    /// The address of a deal.
    #[must_use]
    pub fn of_deal(config: &impl Display, deal: &impl Display) -> String {
        format!("{config}/{deal}").replace(' ', "+")
    }

    /// The address of a game as played so far; `None` if others cannot deal its cards, or if it is too long.
    #[must_use]
    pub fn of_game<P: LinkFormat>(table: &Table<P::Game>) -> Option<String> {
        let text = base64::write(&packed::write::<P>(table)?);
        (text.len() <= LONGEST).then(|| format!("{}/{text}", P::PREFIX))
    }
}

/// The game whose links start with this word.
fn game_of(prefix: &str) -> Option<GameId> {
    struct Prefix;
    impl PlayVisitor for Prefix {
        type Output = &'static str;
        fn visit<P: Present>(self) -> &'static str {
            P::PREFIX
        }
    }
    GameId::ALL.into_iter().find(|game| visit(*game, Prefix) == prefix)
}

/// Unpacks a game and returns its record.
struct Unpack<'a>(&'a [u8]);

impl PlayVisitor for Unpack<'_> {
    type Output = Option<String>;
    fn visit<P: Present>(self) -> Option<String> {
        packed::read::<P>(self.0).map(|table| table.save())
    }
}

/// Parses options and returns them in the game's own spelling.
struct ReadConfig<'a>(&'a str);

impl PlayVisitor for ReadConfig<'_> {
    type Output = Option<String>;
    fn visit<P: Present>(self) -> Option<String> {
        P::deal_config(self.0).map(|config| config.to_string())
    }
}

/// Parses options, and a deal as players type it.
struct ReadDeal<'a>(&'a str, &'a str);

impl PlayVisitor for ReadDeal<'_> {
    type Output = Option<Address>;
    fn visit<P: Present>(self) -> Option<Address> {
        let config = P::deal_config(self.0)?.to_string();
        Some(Address::Deal { config, deal: P::read_deal(self.1).ok()?? })
    }
}

fn bytes(packed: &str) -> Result<Vec<u8>, ParseAddressError> {
    if packed.len() > LONGEST {
        return Err(ParseAddressError::TooLong);
    }
    base64::read(packed).ok_or(ParseAddressError::Damaged)
}

/// Decodes spaces (`+` or `%20`), and `:` and `=`, which some programs write as `%3A` and `%3D`.
fn plain(text: &str) -> String {
    let mut plain = text.replace('+', " ");
    for (code, letter) in [("%20", " "), ("%3A", ":"), ("%3a", ":"), ("%3D", "="), ("%3d", "="), ("%2F", "/")]
    {
        plain = plain.replace(code, letter);
    }
    plain
}
