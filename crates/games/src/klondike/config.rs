use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use text::{ErrorText, Text};

/// The options of Klondike (R4). The presets are values.
///
/// As text it is the name of a preset or all five options:
/// `draw=3 passes=2 moves=builds back=no turn=hand`. The parser also accepts a preset with changes:
/// `klondike passes=3`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Config {
    draw: u8,
    passes: Option<NonZeroU16>,
    moves: Moves,
    back: bool,
    turn: Turning,
}

/// What can be moved from one column to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Moves {
    /// Runs of face-up cards of any length (K13).
    Builds,
    /// One card at a time (T1).
    One,
}

/// How a face-down top card of a column is turned up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turning {
    /// By a player's move (K15).
    ByHand,
    /// Automatically, at once (T4).
    AtOnce,
}

impl Config {
    /// Klondike with the rules K1–K22.
    pub const KLONDIKE: Config =
        Config { draw: 1, passes: None, moves: Moves::Builds, back: false, turn: Turning::ByHand };

    /// The beginner's game with the rules T1–T18.
    pub const ONE_CARD: Config = Config { moves: Moves::One, turn: Turning::AtOnce, ..Config::KLONDIKE };

    /// Draw one, with cards coming back from the foundations, as most other programs and
    /// papers define it.
    pub const KLONDIKE_1: Config = Config { back: true, turn: Turning::AtOnce, ..Config::KLONDIKE };

    /// Draw three, with cards coming back from the foundations, as most other programs and
    /// papers define it.
    pub const KLONDIKE_3: Config = Config { draw: 3, ..Config::KLONDIKE_1 };

    /// The presets and their names.
    pub const PRESETS: [(&'static str, Config); 4] = [
        ("klondike", Config::KLONDIKE),
        ("one-card", Config::ONE_CARD),
        ("klondike-1", Config::KLONDIKE_1),
        ("klondike-3", Config::KLONDIKE_3),
    ];

    /// Combines options, if they are valid: draw must be 1 to 3.
    #[must_use]
    pub fn new(
        draw: u8,
        passes: Option<NonZeroU16>,
        moves: Moves,
        back: bool,
        turn: Turning,
    ) -> Option<Config> {
        matches!(draw, 1..=3).then_some(Config { draw, passes, moves, back, turn })
    }

    /// How many cards are drawn at once.
    #[must_use]
    pub const fn draw(self) -> u8 {
        self.draw
    }

    /// How many passes through the stock are allowed; `None` for unlimited.
    #[must_use]
    pub const fn passes(self) -> Option<NonZeroU16> {
        self.passes
    }

    /// What can be moved from one column to another.
    #[must_use]
    pub const fn moves(self) -> Moves {
        self.moves
    }

    /// Whether the top card of a foundation may go back to a column.
    #[must_use]
    pub const fn back(self) -> bool {
        self.back
    }

    /// How a face-down top card is turned up.
    #[must_use]
    pub const fn turn(self) -> Turning {
        self.turn
    }

    /// The name of the preset with these options, if there is one.
    #[must_use]
    pub fn preset(self) -> Option<&'static str> {
        Config::PRESETS.into_iter().find(|(_, config)| *config == self).map(|(name, _)| name)
    }
}

impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = self.preset() {
            return f.write_str(name);
        }
        write!(f, "draw={} ", self.draw)?;
        match self.passes {
            Some(passes) => write!(f, "passes={passes} ")?,
            None => write!(f, "passes=unlimited ")?,
        }
        let moves = if self.moves == Moves::Builds { "builds" } else { "one" };
        let back = if self.back { "yes" } else { "no" };
        let turn = if self.turn == Turning::ByHand { "hand" } else { "once" };
        write!(f, "moves={moves} back={back} turn={turn}")
    }
}

/// The text is not a valid set of options.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.text())]
pub enum ParseConfigError {
    /// Neither a preset nor an option.
    Unknown(String),
    /// The number of cards to draw is invalid.
    Draw(String),
    /// The number of passes is invalid.
    Passes(String),
    /// Neither builds nor one card.
    Moves(String),
    /// Neither yes nor no.
    Back(String),
    /// Neither by hand nor at once.
    Turn(String),
}

impl ErrorText for ParseConfigError {
    fn text(&self) -> Text {
        match self {
            ParseConfigError::Unknown(word) => Text::with(
                "`{}` is neither a preset (klondike, one-card, klondike-1, klondike-3) nor an option (draw, passes, moves, back, turn)",
                [Text::name(word)],
            ),
            ParseConfigError::Draw(word) => {
                Text::with("`{}` is not possible: draw is 1, 2 or 3", [Text::name(word)])
            }
            ParseConfigError::Passes(word) => Text::with(
                "`{}` is not possible: passes is a number from 1 to 65535, or unlimited",
                [Text::name(word)],
            ),
            ParseConfigError::Moves(word) => {
                Text::with("`{}` is not possible: moves is builds or one", [Text::name(word)])
            }
            ParseConfigError::Back(word) => {
                Text::with("`{}` is not possible: back is yes or no", [Text::name(word)])
            }
            ParseConfigError::Turn(word) => {
                Text::with("`{}` is not possible: turn is hand or once", [Text::name(word)])
            }
        }
    }
}

impl FromStr for Config {
    type Err = ParseConfigError;

    fn from_str(text: &str) -> Result<Config, ParseConfigError> {
        let mut config = Config::KLONDIKE;
        for (at, word) in text.split(' ').enumerate() {
            match word.split_once('=') {
                Some((name, value)) => config.set(name, value).ok_or_else(|| bad(name, word))?,
                None => {
                    let preset = Config::PRESETS.into_iter().find(|(name, _)| at == 0 && *name == word);
                    config = preset.ok_or_else(|| ParseConfigError::Unknown(word.to_owned()))?.1;
                }
            }
        }
        Ok(config)
    }
}

impl Config {
    fn set(&mut self, name: &str, value: &str) -> Option<()> {
        match (name, value) {
            ("draw", "1" | "2" | "3") => self.draw = value.parse().ok()?,
            ("passes", "unlimited") => self.passes = None,
            ("passes", _) => self.passes = Some(value.parse().ok()?),
            ("moves", "builds") => self.moves = Moves::Builds,
            ("moves", "one") => self.moves = Moves::One,
            ("back", "yes") => self.back = true,
            ("back", "no") => self.back = false,
            ("turn", "hand") => self.turn = Turning::ByHand,
            ("turn", "once") => self.turn = Turning::AtOnce,
            _ => return None,
        }
        Some(())
    }
}

fn bad(name: &str, word: &str) -> ParseConfigError {
    let error = match name {
        "draw" => ParseConfigError::Draw,
        "passes" => ParseConfigError::Passes,
        "moves" => ParseConfigError::Moves,
        "back" => ParseConfigError::Back,
        "turn" => ParseConfigError::Turn,
        _ => ParseConfigError::Unknown,
    };
    error(word.to_owned())
}

text::serde_as_text!(Config);
