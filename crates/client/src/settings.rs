use games::klondike::{Config, Moves};
use serde::{Deserialize, Serialize};

use crate::Language;

/// What a player has chosen, whatever is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Face-down top cards are turned for the player (R2).
    pub turn_for_me: bool,
    /// Cards that no column can need any more go to their foundations by themselves.
    pub safe_moves: bool,
    /// One tap moves a card where it fits best.
    pub one_tap: bool,
    /// Whether the game can be won is always shown.
    pub verdict: bool,
    /// New deals of Klondike can be won.
    pub winnable: bool,
    /// New deals of One-card Klondike can be won.
    pub winnable_one_card: bool,
    /// Time and moves are shown.
    pub counts: bool,
    /// What was played is counted.
    pub statistics: bool,
    /// Each suit has a colour of its own.
    pub four_colours: bool,
    /// Ranks and suits are larger.
    pub large_print: bool,
    /// The table is mirrored.
    pub left_handed: bool,
    /// There are sounds.
    pub sound: bool,
    /// Light or dark.
    pub theme: Theme,
    /// How cards move.
    pub motion: Motion,
    /// How quickly the others play, at tables with others.
    pub pace: Pace,
    /// In which language the words are.
    pub language: Language,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            turn_for_me: true,
            safe_moves: true,
            one_tap: false,
            verdict: false,
            winnable: false,
            winnable_one_card: true,
            counts: true,
            statistics: true,
            four_colours: false,
            large_print: false,
            left_handed: false,
            sound: false,
            theme: Theme::System,
            motion: Motion::System,
            pace: Pace::Normal,
            language: Language::System,
        }
    }
}

/// Light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// As the system has it.
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// How cards move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Motion {
    /// As fast as usual, or not at all where the system asks for calm.
    System,
    /// Twice as fast.
    Quick,
    /// Not at all.
    Off,
}

/// How quickly the others play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Pace {
    Slow,
    Normal,
    Fast,
    AtOnce,
}

impl Pace {
    /// All of them, the slowest first.
    pub const ALL: [Pace; 4] = [Pace::Slow, Pace::Normal, Pace::Fast, Pace::AtOnce];

    /// How long each thing that another player does can be looked at, in milliseconds.
    #[must_use]
    pub const fn beat(self) -> u64 {
        match self {
            Pace::Slow => 2000,
            Pace::Normal => 1100,
            Pace::Fast => 500,
            Pace::AtOnce => 0,
        }
    }
}

impl Theme {
    /// All of them.
    pub const ALL: [Theme; 3] = [Theme::System, Theme::Light, Theme::Dark];
}

impl Motion {
    /// All of them.
    pub const ALL: [Motion; 3] = [Motion::System, Motion::Quick, Motion::Off];
}

/// A setting that is on or off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Switch {
    TurnForMe,
    SafeMoves,
    OneTap,
    Verdict,
    Winnable,
    WinnableOneCard,
    Counts,
    Statistics,
    FourColours,
    LargePrint,
    LeftHanded,
    Sound,
}

impl Switch {
    /// All switches.
    pub const ALL: [Switch; 12] = [
        Switch::Counts,
        Switch::FourColours,
        Switch::LargePrint,
        Switch::LeftHanded,
        Switch::OneTap,
        Switch::SafeMoves,
        Switch::Sound,
        Switch::Statistics,
        Switch::TurnForMe,
        Switch::Verdict,
        Switch::Winnable,
        Switch::WinnableOneCard,
    ];
}

impl Settings {
    /// Settings from a text that was kept. What cannot be read is as it is for a newcomer.
    #[must_use]
    pub fn read(text: &str) -> Settings {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// The settings as text.
    #[must_use]
    pub fn write(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Whether new deals of a game are looked for until one can be won.
    #[must_use]
    pub fn winnable_only(&self, config: Config) -> bool {
        if config.moves() == Moves::One { self.winnable_one_card } else { self.winnable }
    }

    /// Whether a switch is on.
    #[must_use]
    pub fn get(&self, switch: Switch) -> bool {
        let mut copy = *self;
        *copy.at(switch)
    }

    /// Flips a switch.
    pub fn toggle(&mut self, switch: Switch) {
        let on = self.at(switch);
        *on = !*on;
    }

    fn at(&mut self, switch: Switch) -> &mut bool {
        match switch {
            Switch::TurnForMe => &mut self.turn_for_me,
            Switch::SafeMoves => &mut self.safe_moves,
            Switch::OneTap => &mut self.one_tap,
            Switch::Verdict => &mut self.verdict,
            Switch::Winnable => &mut self.winnable,
            Switch::WinnableOneCard => &mut self.winnable_one_card,
            Switch::Counts => &mut self.counts,
            Switch::Statistics => &mut self.statistics,
            Switch::FourColours => &mut self.four_colours,
            Switch::LargePrint => &mut self.large_print,
            Switch::LeftHanded => &mut self.left_handed,
            Switch::Sound => &mut self.sound,
        }
    }
}

#[cfg(test)]
mod tests {
    use games::klondike::Config;

    use super::{Settings, Switch, Theme};

    #[test]
    fn settings_are_read_back() {
        let mut settings = Settings { theme: Theme::Dark, ..Settings::default() };
        for switch in Switch::ALL {
            let before = settings.get(switch);
            settings.toggle(switch);
            assert_ne!(settings.get(switch), before, "{switch:?}");
            assert_eq!(Settings::read(&settings.write()), settings);
        }
    }

    #[test]
    fn what_is_missing_or_broken_is_as_for_a_newcomer() {
        let four = Settings { four_colours: true, ..Settings::default() };
        assert_eq!(Settings::read(r#"{"four_colours":true,"of a later version":1}"#), four);
        assert_eq!(Settings::read("{"), Settings::default());
        assert_eq!(Settings::read(r#"{"theme":"purple"}"#), Settings::default());
    }

    #[test]
    fn only_the_beginners_game_looks_for_deals_that_can_be_won_from_the_start() {
        assert!(Settings::default().winnable_only(Config::ONE_CARD));
        assert!(!Settings::default().winnable_only(Config::KLONDIKE));
    }
}
