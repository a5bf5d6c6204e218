use games::klondike::{Config, Moves};
use serde::{Deserialize, Serialize};

use crate::Language;

/// The player's settings for all games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Turn face-down top cards automatically (R2).
    pub turn_for_me: bool,
    /// Move cards to the foundations automatically if no column can need them any more.
    pub safe_moves: bool,
    /// One tap moves a card to its best place.
    pub one_tap: bool,
    /// Always show whether the game can be won.
    pub verdict: bool,
    /// Deal only winnable games of Klondike.
    pub winnable: bool,
    /// Deal only winnable games of One-card Klondike.
    pub winnable_one_card: bool,
    /// Show the time and the number of moves.
    pub counts: bool,
    /// Keep statistics.
    pub statistics: bool,
    /// Use a different colour for each suit.
    pub four_colours: bool,
    /// Print ranks and suits larger.
    pub large_print: bool,
    /// Mirror the table.
    pub left_handed: bool,
    /// Play sounds.
    pub sound: bool,
    /// Light or dark colours.
    pub theme: Theme,
    /// The speed of animations.
    pub motion: AnimationSpeed,
    /// How quickly the other players' moves are shown.
    pub pace: Pace,
    /// The language of the texts.
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
            motion: AnimationSpeed::System,
            pace: Pace::Normal,
            language: Language::System,
        }
    }
}

/// Light or dark colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// The system's preference.
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// The speed of animations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AnimationSpeed {
    /// Normal speed, or no animations if the system prefers reduced motion.
    System,
    /// Twice the normal speed.
    Quick,
    /// No animations.
    Off,
}

/// How quickly the other players' moves are shown.
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
    /// All paces, from slow to fast.
    pub const ALL: [Pace; 4] = [Pace::Slow, Pace::Normal, Pace::Fast, Pace::AtOnce];

    /// How long each action of another player is shown, in milliseconds.
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
    /// All themes.
    pub const ALL: [Theme; 3] = [Theme::System, Theme::Light, Theme::Dark];
}

impl AnimationSpeed {
    /// All speeds.
    pub const ALL: [AnimationSpeed; 3] = [AnimationSpeed::System, AnimationSpeed::Quick, AnimationSpeed::Off];
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
    /// Reads saved settings. Settings that are missing or invalid have their default value.
    #[must_use]
    pub fn read(text: &str) -> Settings {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// The settings as text.
    #[must_use]
    pub fn write(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Whether only winnable deals of a game are dealt.
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
    fn missing_or_invalid_settings_have_default_values() {
        let four = Settings { four_colours: true, ..Settings::default() };
        assert_eq!(Settings::read(r#"{"four_colours":true,"of a later version":1}"#), four);
        assert_eq!(Settings::read("{"), Settings::default());
        assert_eq!(Settings::read(r#"{"theme":"purple"}"#), Settings::default());
    }

    #[test]
    fn only_one_card_klondike_deals_winnable_games_by_default() {
        assert!(Settings::default().winnable_only(Config::ONE_CARD));
        assert!(!Settings::default().winnable_only(Config::KLONDIKE));
    }
}
