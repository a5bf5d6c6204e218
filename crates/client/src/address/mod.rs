//! What an address of the page asks for, behind its `#`: a deal, or a whole game.

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

/// How links to a game are written. Each game implements it.
pub trait LinkFormat: Play {
    /// What links to whole games start with: `replay`.
    const PREFIX: &'static str;
    /// The first byte of a packed game. No two games have the same.
    const ID: u8;

    /// The options that a link to a deal names; `None` if they are not of this game, or if it has no such
    /// links.
    fn deal_config(_text: &str) -> Option<ConfigOf<Self>> {
        None
    }
    /// Packs the moves that were played, without what was taken back; `None` if that is not possible.
    fn pack_moves(record: &Record<Self::Game>, deal: &DealId, bytes: &mut Vec<u8>) -> Option<()>;
    /// Plays packed moves at a table where nothing was played yet; `None` if they are damaged.
    fn unpack_moves(table: &mut Table<Self::Game>, bytes: &[u8]) -> Option<()>;
}

/// What an address asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Address {
    /// `klondike/v1:42`: a deal by the options before it.
    Deal {
        /// The options, as the game writes them.
        config: String,
        /// The deal.
        deal: DealId,
    },
    /// `replay/…`: a game that somebody has played.
    Game {
        /// Which game it is.
        game: GameId,
        /// Its record.
        record: String,
    },
}

/// An address that cannot be followed; the text is a sentence for the player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseAddressError {
    /// There is no such deal.
    Deal(ParseDealError),
    /// The game is longer than any.
    TooLong,
    /// The game cannot be read.
    Damaged,
}

impl ParseAddressError {
    /// What is wrong, in sentences.
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

/// No game needs more than so many characters.
const LONGEST: usize = 8_000;

impl Address {
    /// Reads what stands behind the `#`. What is not a deal and not a game is not ours to judge: `None`.
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

    /// Reads a deal from what stands behind the `?`: `game=one-card&deal=v1:42`. Without the name of a game
    /// it is the first one of the catalogue.
    #[must_use]
    pub fn read_query(game: Option<&str>, deal: &str) -> Option<Address> {
        let read = |config: &str| GameId::ALL.into_iter().find_map(|id| visit(id, ReadDeal(config, deal)));
        let is_known =
            |config: &&str| GameId::ALL.into_iter().any(|id| visit(id, ReadConfig(config)).is_some());
        read(game.filter(is_known).unwrap_or(OFFERS[0].config))
    }

    /// Whether addresses of whole games start like this: `replay`.
    #[must_use]
    pub fn is_game_prefix(prefix: &str) -> bool {
        game_of(prefix).is_some()
    }

    /// The address of a deal.
    #[must_use]
    pub fn of_deal(config: &impl Display, deal: &impl Display) -> String {
        format!("{config}/{deal}").replace(' ', "+")
    }

    /// The address of a game, as far as it has been played; `None` where nobody else could deal its cards, or
    /// where it is too long for one.
    #[must_use]
    pub fn of_game<P: LinkFormat>(table: &Table<P::Game>) -> Option<String> {
        let text = base64::write(&packed::write::<P>(table)?);
        (text.len() <= LONGEST).then(|| format!("{}/{text}", P::PREFIX))
    }
}

/// The game whose links start with this.
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

/// Reads a packed game; its record comes out.
struct Unpack<'a>(&'a [u8]);

impl PlayVisitor for Unpack<'_> {
    type Output = Option<String>;
    fn visit<P: Present>(self) -> Option<String> {
        packed::read::<P>(self.0).map(|table| table.save())
    }
}

/// Reads options, and writes them as the game does.
struct ReadConfig<'a>(&'a str);

impl PlayVisitor for ReadConfig<'_> {
    type Output = Option<String>;
    fn visit<P: Present>(self) -> Option<String> {
        P::deal_config(self.0).map(|config| config.to_string())
    }
}

/// Reads options, and a deal as players type it.
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

/// Spaces may come as `+` or `%20`, and some programs write `:` and `=` as `%3A` and `%3D`.
fn plain(text: &str) -> String {
    let mut plain = text.replace('+', " ");
    for (code, letter) in [("%20", " "), ("%3A", ":"), ("%3a", ":"), ("%3D", "="), ("%3d", "="), ("%2F", "/")]
    {
        plain = plain.replace(code, letter);
    }
    plain
}
