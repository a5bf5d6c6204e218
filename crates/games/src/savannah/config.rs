use std::fmt;
use std::str::FromStr;

use table::Seat;
use text::{ErrorText, Text};

/// The options of a Savannah table. Every value describes a playable table.
///
/// As text it is `seats=4` for the standard table with that many seats (V1), followed by the
/// options that differ from it: `seats=2 reserve=8 discard=2 aces=no rounds=60 first=B`. The parser
/// accepts the options in any order; the default for `seats` is 2. `quick` means
/// `seats=2 reserve=8 discard=2`, and `rounds=unlimited` a game without the limit of V14.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Config {
    seats: u8,
    reserve: u8,
    discard: u8,
    ace_on_ace: bool,
    rounds: Option<u16>,
    first: Option<Seat>,
}

impl Config {
    /// The standard table with 2 to 8 seats.
    pub const fn new(seats: u8) -> Result<Config, ConfigError> {
        let (reserve, discard) = match seats {
            2 | 3 => (10, 3),
            4 | 5 => (13, 5),
            6..=8 => (15, 5),
            _ => return Err(ConfigError::Seats(seats)),
        };
        Ok(Config { seats, reserve, discard, ace_on_ace: true, rounds: Some(100), first: None })
    }

    /// The quick game for two players: a reserve of 8 and an initial discard of 2 (V1).
    #[must_use]
    pub const fn quick() -> Config {
        Config { seats: 2, reserve: 8, discard: 2, ace_on_ace: true, rounds: Some(100), first: None }
    }

    /// The same table with other pile sizes: a reserve of 5 to 20 and an initial discard of 0 to
    /// 13, if the packs have enough cards (V1).
    pub const fn with_piles(self, reserve: u8, discard: u8) -> Result<Config, ConfigError> {
        if !matches!(reserve, 5..=20) {
            return Err(ConfigError::Reserve(reserve));
        }
        if discard > 13 {
            return Err(ConfigError::Discard(discard));
        }
        let config = Config { reserve, discard, ..self };
        let (needed, there) = (config.cards_needed(), config.cards());
        if needed > there { Err(ConfigError::TooManyCards { needed, there }) } else { Ok(config) }
    }

    /// The same table, with or without playing an ace on an ace (V7).
    #[must_use]
    pub const fn with_ace_on_ace(self, ace_on_ace: bool) -> Config {
        Config { ace_on_ace, ..self }
    }

    /// The same table with another round limit of at least 20, or with none (V14).
    pub const fn with_rounds(self, rounds: Option<u16>) -> Result<Config, ConfigError> {
        match rounds {
            Some(rounds @ ..20) => Err(ConfigError::Rounds(rounds)),
            _ => Ok(Config { rounds, ..self }),
        }
    }

    /// The same table where this seat begins, or where the dice decide (V4).
    pub const fn with_first(self, first: Option<Seat>) -> Result<Config, ConfigError> {
        match first {
            Some(seat) if seat.number() >= self.seats as usize => {
                Err(ConfigError::First { seat, seats: self.seats })
            }
            _ => Ok(Config { first, ..self }),
        }
    }

    /// How many players there are.
    #[must_use]
    pub const fn seats(&self) -> u8 {
        self.seats
    }

    /// How many packs are shuffled together: one for every two players, rounded up (V1).
    #[must_use]
    pub const fn packs(&self) -> u8 {
        self.seats.div_ceil(2)
    }

    /// How many cards there are.
    #[must_use]
    pub const fn cards(&self) -> u16 {
        self.packs() as u16 * 52
    }

    /// How many cards each reserve starts with.
    #[must_use]
    pub const fn reserve(&self) -> u8 {
        self.reserve
    }

    /// How many cards each discard starts with.
    #[must_use]
    pub const fn discard(&self) -> u8 {
        self.discard
    }

    /// Whether an ace may be played on an ace (V7).
    #[must_use]
    pub const fn ace_on_ace(&self) -> bool {
        self.ace_on_ace
    }

    /// The round limit; `None` for unlimited (V14).
    #[must_use]
    pub const fn rounds(&self) -> Option<u16> {
        self.rounds
    }

    /// Who begins; `None` if the dice decide it (V4).
    #[must_use]
    pub const fn first(&self) -> Option<Seat> {
        self.first
    }

    const fn cards_needed(&self) -> u16 {
        self.seats as u16 * (self.reserve as u16 + self.discard as u16 + 4) + 3
    }
}

/// Why options are invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConfigError {
    /// Too few or too many players.
    Seats(u8),
    /// A reserve that is too small or too large.
    Reserve(u8),
    /// An initial discard that is too large.
    Discard(u8),
    /// The packs do not have enough cards.
    TooManyCards {
        /// Players × (reserve + discard + 4) + 3.
        needed: u16,
        /// Packs × 52, the number of cards that exist.
        there: u16,
    },
    /// The quick game is for two players only.
    Quick(u8),
    /// Too few rounds.
    Rounds(u16),
    /// The seat that should begin does not exist.
    First {
        /// The seat.
        seat: Seat,
        /// How many seats there are.
        seats: u8,
    },
    /// The option is unknown.
    Unknown(String),
    /// Neither yes nor no.
    Aces(String),
    /// Not a seat.
    FirstSeat(String),
    /// Not a number, or one that is too large.
    Number(String),
    /// An option that is given more than once.
    Twice(String),
}

impl ConfigError {
    /// The reason, as a sentence without a full stop.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            ConfigError::Seats(seats) => {
                Text::with("Savannah is for 2 to 8 players, not for {} (V1)", [(*seats).into()])
            }
            ConfigError::Reserve(cards) => {
                Text::with("a reserve starts with 5 to 20 cards, not with {} (V1)", [(*cards).into()])
            }
            ConfigError::Discard(cards) => {
                Text::with("a discard starts with 0 to 13 cards, not with {} (V1)", [(*cards).into()])
            }
            ConfigError::TooManyCards { needed, there } => Text::with(
                "this table needs {} cards, but its packs have only {} (V1)",
                [(*needed).into(), (*there).into()],
            ),
            ConfigError::Quick(seats) => {
                Text::with("the quick game is for two players, not for {} (V1)", [(*seats).into()])
            }
            ConfigError::Rounds(rounds) => {
                Text::with("the round limit is at least 20, or `unlimited`, not {} (V14)", [(*rounds).into()])
            }
            ConfigError::First { seat, seats } => {
                Text::with("seat {} cannot begin at a table of {} (V4)", [(*seat).into(), (*seats).into()])
            }
            ConfigError::Unknown(word) => Text::with(
                "`{}` is not an option of Savannah: there are seats, reserve, discard, aces, rounds, first and quick",
                [Text::name(word)],
            ),
            ConfigError::Aces(word) => Text::with("`{}`: aces is yes or no", [Text::name(word)]),
            ConfigError::FirstSeat(word) => Text::with("`{}`: seats are A to H", [Text::name(word)]),
            ConfigError::Number(word) => {
                Text::with("`{}`: not a whole number, or too large", [Text::name(word)])
            }
            ConfigError::Twice(word) => Text::with("`{}` is given twice", [Text::name(word)]),
        }
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl std::error::Error for ConfigError {}

impl ErrorText for ConfigError {
    fn text(&self) -> Text {
        self.text()
    }
}

impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seats={}", self.seats)?;
        let usual = Config::new(self.seats).map_err(|_| fmt::Error)?;
        if self.reserve != usual.reserve {
            write!(f, " reserve={}", self.reserve)?;
        }
        if self.discard != usual.discard {
            write!(f, " discard={}", self.discard)?;
        }
        if !self.ace_on_ace {
            write!(f, " aces=no")?;
        }
        match self.rounds {
            rounds if rounds == usual.rounds => {}
            Some(rounds) => write!(f, " rounds={rounds}")?,
            None => write!(f, " rounds=unlimited")?,
        }
        self.first.map_or(Ok(()), |seat| write!(f, " first={seat}"))
    }
}

impl FromStr for Config {
    type Err = ConfigError;

    fn from_str(text: &str) -> Result<Config, ConfigError> {
        let options = Options::from_str(text)?;
        let config = match (options.quick, options.seats.unwrap_or(2)) {
            (true, 2) => Config::quick(),
            (true, seats) => return Err(ConfigError::Quick(seats)),
            (false, seats) => Config::new(seats)?,
        };
        config
            .with_piles(options.reserve.unwrap_or(config.reserve), options.discard.unwrap_or(config.discard))?
            .with_ace_on_ace(options.aces.unwrap_or(config.ace_on_ace))
            .with_rounds(options.rounds.unwrap_or(config.rounds))?
            .with_first(options.first)
    }
}

/// The options as they appear in a text, before they are validated together.
#[derive(Default)]
struct Options {
    seats: Option<u8>,
    quick: bool,
    reserve: Option<u8>,
    discard: Option<u8>,
    aces: Option<bool>,
    rounds: Option<Option<u16>>,
    first: Option<Seat>,
}

impl FromStr for Options {
    type Err = ConfigError;

    fn from_str(text: &str) -> Result<Options, ConfigError> {
        let mut options = Options::default();
        for word in text.split_whitespace() {
            let twice = match word.split_once('=') {
                None if word == "quick" => std::mem::replace(&mut options.quick, true),
                Some(("seats", value)) => options.seats.replace(number(word, value)?).is_some(),
                Some(("reserve", value)) => options.reserve.replace(number(word, value)?).is_some(),
                Some(("discard", value)) => options.discard.replace(number(word, value)?).is_some(),
                Some(("aces", "yes")) => options.aces.replace(true).is_some(),
                Some(("aces", "no")) => options.aces.replace(false).is_some(),
                Some(("aces", _)) => return Err(ConfigError::Aces(word.to_owned())),
                Some(("rounds", "unlimited")) => options.rounds.replace(None).is_some(),
                Some(("rounds", value)) => options.rounds.replace(Some(number(word, value)?)).is_some(),
                Some(("first", value)) => {
                    let seat = value.parse();
                    let seat = seat.map_err(|_| ConfigError::FirstSeat(word.to_owned()))?;
                    options.first.replace(seat).is_some()
                }
                _ => return Err(ConfigError::Unknown(word.to_owned())),
            };
            if twice {
                return Err(ConfigError::Twice(word.split('=').next().unwrap_or(word).to_owned()));
            }
        }
        Ok(options)
    }
}

fn number<T: FromStr>(word: &str, value: &str) -> Result<T, ConfigError> {
    value.parse().map_err(|_| ConfigError::Number(word.to_owned()))
}

text::serde_as_text!(Config);
