//! What an address of the page asks for, behind its `#`: a deal, or a whole game.

mod base64;
mod packed;

use std::fmt;

use cards::{DealId, ParseDealError};
use games::klondike::{Config, Klondike};
use games::savannah::Savannah;
use table::{Origin, Table};
use text::Text;

use crate::words;

/// What an address asks for.
#[derive(Clone)]
pub enum Address {
    /// `klondike/v1:42`: a deal by the options before it.
    Deal(Config, DealId),
    /// `replay/…`: a game that somebody has played.
    Replay(Box<Table<Klondike>>),
    /// `watch/…`: a game of Savannah that was played.
    Watch(Box<Table<Savannah>>),
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
const REPLAY: &str = "replay/";
const WATCH: &str = "watch/";

impl Address {
    /// Reads what stands behind the `#`. What is not a deal and not a game is not ours to judge: `None`.
    pub fn read(hash: &str) -> Result<Option<Address>, ParseAddressError> {
        let hash = hash.strip_prefix('#').unwrap_or(hash);
        if let Some(packed) = hash.strip_prefix(REPLAY) {
            let table = packed::klondike::read(&bytes(packed)?).ok_or(ParseAddressError::Damaged)?;
            return Ok(Some(Address::Replay(Box::new(table))));
        }
        if let Some(packed) = hash.strip_prefix(WATCH) {
            let table = packed::savannah::read(&bytes(packed)?).ok_or(ParseAddressError::Damaged)?;
            return Ok(Some(Address::Watch(Box::new(table))));
        }
        let text = plain(hash);
        let Some((config, deal)) = text.split_once('/') else { return Ok(None) };
        let Ok(config) = config.parse() else { return Ok(None) };
        Ok(Some(Address::Deal(config, deal.parse().map_err(ParseAddressError::Deal)?)))
    }

    /// The address of a game; `None` where nobody else could deal its cards, or where it is too long for one.
    #[must_use]
    pub fn of_game(table: &Table<Klondike>) -> Option<String> {
        let Origin::Deal(deal) = &table.record().origin else { return None };
        written(REPLAY, &packed::klondike::write(table.record(), deal)?)
    }

    /// The address of a game of Savannah, as far as it has been played.
    #[must_use]
    pub fn of_savannah(table: &Table<Savannah>) -> Option<String> {
        let Origin::Deal(deal) = &table.record().origin else { return None };
        written(WATCH, &packed::savannah::write(table.record(), deal)?)
    }
}

fn bytes(packed: &str) -> Result<Vec<u8>, ParseAddressError> {
    if packed.len() > LONGEST {
        return Err(ParseAddressError::TooLong);
    }
    base64::read(packed).ok_or(ParseAddressError::Damaged)
}

fn written(kind: &str, bytes: &[u8]) -> Option<String> {
    let text = base64::write(bytes);
    (text.len() <= LONGEST).then(|| format!("{kind}{text}"))
}

/// What stands behind the `#`.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Deal(config, deal) => f.write_str(&format!("{config}/{deal}").replace(' ', "+")),
            Address::Replay(table) => f.write_str(&Address::of_game(table).unwrap_or_default()),
            Address::Watch(table) => f.write_str(&Address::of_savannah(table).unwrap_or_default()),
        }
    }
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
