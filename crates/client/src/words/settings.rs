//! The names of panels and of all that can be chosen.

use text::Text;

use super::label;
use crate::klondike::words as klondike;
use crate::shell::Panel;
use crate::{AnimationSpeed, Language, Pace, Switch, Theme};

/// The name of a panel.
#[must_use]
pub const fn panel(panel: Panel) -> Text {
    match panel {
        Panel::Menu => Text::of("Menu"),
        Panel::NewGame => Text::of("New game"),
        Panel::Settings => Text::of("Settings"),
        Panel::Statistics => Text::of("Statistics"),
        Panel::Record => Text::of("Export and import"),
        Panel::Rules => Text::of("Rules"),
        Panel::Help => Text::of("Help and keys"),
        Panel::Log => Text::of("What happened"),
        Panel::SeenCards => Text::of("Cards that were seen"),
        Panel::WinningLine => label::LINE,
        Panel::Phrases => super::online::SAY,
        Panel::Invite => super::online::LINK,
    }
}

/// A setting, and a line about it.
#[must_use]
pub const fn switch(switch: Switch) -> (Text, Text) {
    match switch {
        Switch::TurnForMe => {
            (Text::of("Turn cards for me"), Text::of("A face-down top card is turned at once."))
        }
        Switch::SafeMoves => {
            (Text::of("Safe cards go up"), Text::of("Cards that no column can need go to the foundations."))
        }
        Switch::OneTap => (Text::of("One tap moves"), Text::of("A tap moves a card where it fits best.")),
        Switch::Verdict => {
            (Text::of("Always show the verdict"), Text::of("Whether the game can still be won."))
        }
        Switch::Winnable => klondike::WINNABLE,
        Switch::WinnableOneCard => klondike::WINNABLE_ONE_CARD,
        Switch::Counts => (Text::of("Time and moves"), Text::of("Shown above the table.")),
        Switch::Statistics => {
            (Text::of("Count games"), Text::of("For the statistics, which stay in this browser."))
        }
        Switch::FourColours => (Text::of("Four colours"), Text::of("Each suit has a colour of its own.")),
        Switch::LargePrint => (Text::of("Large print"), Text::of("Larger ranks and suits.")),
        Switch::LeftHanded => (Text::of("Left-handed"), Text::of("The table is mirrored.")),
        Switch::Sound => (Text::of("Sound"), Text::of("Small ticks.")),
    }
}

/// The name of a theme.
#[must_use]
pub const fn theme(theme: Theme) -> Text {
    match theme {
        Theme::System => Text::of("As the system"),
        Theme::Light => Text::of("Light"),
        Theme::Dark => Text::of("Dark"),
    }
}

/// The name of a way in which cards move.
#[must_use]
pub const fn motion(motion: AnimationSpeed) -> Text {
    match motion {
        AnimationSpeed::System => Text::of("Smooth"),
        AnimationSpeed::Quick => Text::of("Quick"),
        AnimationSpeed::Off => Text::of("Off"),
    }
}

/// The name of a pace.
#[must_use]
pub const fn pace(pace: Pace) -> Text {
    match pace {
        Pace::Slow => Text::of("Slow"),
        Pace::Normal => Text::of("Normal"),
        Pace::Fast => Text::of("Fast"),
        Pace::AtOnce => Text::of("At once"),
    }
}

/// The name of a language, in that language.
#[must_use]
pub fn language(language: Language) -> Text {
    match language {
        Language::System => Text::of("As the browser"),
        Language::English => Text::name("English"),
        Language::German => Text::name("Deutsch"),
    }
}
