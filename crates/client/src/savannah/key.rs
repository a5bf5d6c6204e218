//! What a key means.

use games::savannah::Foundation;

use super::Input;
use super::input::Choice;
use crate::klondike::Press;

/// What a key asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Something of the table.
    Input(Input),
    /// Something beside it.
    Show(Panel),
}

/// What can be shown beside the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Panel {
    Menu,
    New,
    Log,
    Look,
    Rules,
    Help,
    Settings,
    Record,
    Say,
    Link,
}

impl Panel {
    /// All of them.
    pub const ALL: [Panel; 10] = [
        Panel::Menu,
        Panel::New,
        Panel::Log,
        Panel::Look,
        Panel::Rules,
        Panel::Help,
        Panel::Settings,
        Panel::Record,
        Panel::Say,
        Panel::Link,
    ];

    /// A short name, for programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Panel::Menu => "menu",
            Panel::New => "new",
            Panel::Log => "log",
            Panel::Look => "look",
            Panel::Rules => "rules",
            Panel::Help => "help",
            Panel::Settings => "settings",
            Panel::Record => "record",
            Panel::Say => "say",
            Panel::Link => "link",
        }
    }
}

/// What the key means at the table.
#[must_use]
pub fn command(press: Press<'_>) -> Option<Command> {
    let letter = press.letter();
    if press.control {
        return match (letter?, press.shift) {
            ('z', false) => Some(Command::Input(Input::Undo)),
            ('y', false) | ('z', true) => Some(Command::Input(Input::Redo)),
            _ => None,
        };
    }
    if let Some(direction) = press.direction() {
        return Some(Command::Input(Input::Walk(direction)));
    }
    let input = match press.key {
        "Enter" => Input::Enter,
        "Escape" => Input::Escape,
        _ => match letter? {
            digit @ '1'..='3' => Input::Foundation(Foundation::from_number(digit as u8 - b'0')?),
            digit @ '4'..='7' => Input::Choose(Choice::Hand(digit as u8 - b'4')),
            'r' => Input::Choose(Choice::Reserve),
            'd' => Input::Choose(Choice::Discard),
            'o' => Input::Choose(Choice::Other),
            'e' => Input::EndTurn,
            ' ' => Input::Skip,
            'u' | 'z' => Input::Undo,
            'y' => Input::Redo,
            'h' => Input::Hint,
            'w' => Input::Why,
            'n' => return Some(Command::Show(Panel::New)),
            'l' => return Some(Command::Show(Panel::Log)),
            's' => return Some(Command::Show(Panel::Look)),
            'm' => return Some(Command::Show(Panel::Menu)),
            '?' => return Some(Command::Show(Panel::Help)),
            _ => return None,
        },
    };
    Some(Command::Input(input))
}

#[cfg(test)]
mod tests {
    use super::{Choice, Command, Input, Panel, command};
    use crate::klondike::Press;

    fn press(key: &str, control: bool) -> Option<Command> {
        command(Press { key, control, shift: false })
    }

    #[test]
    fn keys_mean_what_the_list_says() {
        assert_eq!(press("4", false), Some(Command::Input(Input::Choose(Choice::Hand(0)))));
        assert_eq!(press("R", false), Some(Command::Input(Input::Choose(Choice::Reserve))));
        assert!(matches!(press("3", false), Some(Command::Input(Input::Foundation(_)))));
        assert_eq!(press("e", false), Some(Command::Input(Input::EndTurn)));
        assert_eq!(press("z", true), Some(Command::Input(Input::Undo)));
        assert_eq!(press("?", false), Some(Command::Show(Panel::Help)));
        for key in ["8", "0", "Tab", "F5", "é", ""] {
            assert_eq!(press(key, false), None, "{key}");
        }
        assert_eq!(press("r", true), None);
    }
}
