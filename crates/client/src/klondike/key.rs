//! What a key means.

use games::klondike::Column;

use super::{Direction, Input};

/// A key, as browsers name it: a letter, or a name such as `ArrowLeft`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Press<'a> {
    /// The key.
    pub key: &'a str,
    /// Whether Control (or Command) is held.
    pub control: bool,
    /// Whether Shift is held.
    pub shift: bool,
}

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
    Help,
    Rules,
    Deal,
    Settings,
    Statistics,
    Record,
    Line,
    Replay,
}

impl Press<'_> {
    /// The letter or digit that it is, small.
    pub(crate) fn letter(self) -> Option<char> {
        let mut letters = self.key.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) => Some(letter.to_ascii_lowercase()),
            _ => None,
        }
    }

    /// Where it walks to.
    pub(crate) fn direction(self) -> Option<Direction> {
        match self.key {
            "ArrowLeft" => Some(Direction::Left),
            "ArrowRight" => Some(Direction::Right),
            "ArrowUp" => Some(Direction::Up),
            "ArrowDown" => Some(Direction::Down),
            "Home" => Some(Direction::First),
            "End" => Some(Direction::Last),
            _ => None,
        }
    }

    /// What the key means at the table.
    #[must_use]
    pub fn command(self) -> Option<Command> {
        let letter = self.letter();
        if self.control {
            return match (letter?, self.shift) {
                ('z', false) => Some(Command::Input(Input::Undo)),
                ('y', false) | ('z', true) => Some(Command::Input(Input::Redo)),
                _ => None,
            };
        }
        if let Some(direction) = self.direction() {
            return Some(Command::Input(Input::Walk(direction)));
        }
        let input = match self.key {
            "Enter" => Input::Enter,
            "Escape" => Input::Escape,
            _ => match letter? {
                ' ' | 'd' => Input::Draw,
                'u' | 'z' => Input::Undo,
                'y' => Input::Redo,
                'h' => Input::Hint,
                'v' => Input::Verdict,
                'b' => Input::BackToWinnable,
                'a' => Input::Finish,
                'n' => Input::New,
                'r' => Input::Restart,
                'w' => Input::Waste,
                'f' => Input::Foundation,
                'm' => return Some(Command::Show(Panel::Menu)),
                '?' => return Some(Command::Show(Panel::Help)),
                digit => Input::Column(Column::from_digit(digit)?),
            },
        };
        Some(Command::Input(input))
    }
}

#[cfg(test)]
mod tests {
    use super::{Command, Direction, Input, Panel, Press};

    fn press(key: &str, control: bool, shift: bool) -> Option<Command> {
        Press { key, control, shift }.command()
    }

    #[test]
    fn keys_mean_what_the_list_says() {
        for key in ["u", "z", "U"] {
            assert_eq!(press(key, false, false), Some(Command::Input(Input::Undo)));
        }
        assert_eq!(press("z", true, false), Some(Command::Input(Input::Undo)));
        assert_eq!(press("Z", true, true), Some(Command::Input(Input::Redo)));
        assert_eq!(press("y", true, false), Some(Command::Input(Input::Redo)));
        assert_eq!(press(" ", false, false), Some(Command::Input(Input::Draw)));
        assert_eq!(press("ArrowUp", false, false), Some(Command::Input(Input::Walk(Direction::Up))));
        assert_eq!(press("?", false, true), Some(Command::Show(Panel::Help)));
        assert!(matches!(press("7", false, false), Some(Command::Input(Input::Column(_)))));
    }

    #[test]
    fn other_keys_are_left_to_the_browser() {
        for key in ["8", "0", "Tab", "F5", "é", ""] {
            assert_eq!(press(key, false, false), None, "{key}");
        }
        assert_eq!(press("r", true, false), None);
        assert_eq!(press("n", true, false), None);
    }
}
