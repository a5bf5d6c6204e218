use super::{Direction, Input, Play};

/// A key press, named as browsers name keys: a letter, or a name such as `ArrowLeft`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Press<'a> {
    /// The key.
    pub key: &'a str,
    /// Whether Control (or Command) is held.
    pub control: bool,
    /// Whether Shift is held.
    pub shift: bool,
}

/// What a key does at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KeyBinding<P: Play> {
    /// It is an input of the session.
    Input(Input<P>),
    /// It opens a panel.
    Open(Panel),
}

/// Something that is shown over the table. Not every game has all of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Panel {
    Menu,
    NewGame,
    Settings,
    Statistics,
    Record,
    Rules,
    Help,
    Log,
    SeenCards,
    WinningLine,
    Phrases,
    Invite,
}

impl Panel {
    /// All panels.
    pub const ALL: [Panel; 12] = [
        Panel::Menu,
        Panel::NewGame,
        Panel::Settings,
        Panel::Statistics,
        Panel::Record,
        Panel::Rules,
        Panel::Help,
        Panel::Log,
        Panel::SeenCards,
        Panel::WinningLine,
        Panel::Phrases,
        Panel::Invite,
    ];

    /// A short name, for programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Panel::Menu => "menu",
            Panel::NewGame => "new",
            Panel::Settings => "settings",
            Panel::Statistics => "statistics",
            Panel::Record => "record",
            Panel::Rules => "rules",
            Panel::Help => "help",
            Panel::Log => "log",
            Panel::SeenCards => "seen",
            Panel::WinningLine => "line",
            Panel::Phrases => "say",
            Panel::Invite => "link",
        }
    }
}

impl Press<'_> {
    /// The key as a lower-case letter or digit.
    #[must_use]
    pub fn letter(self) -> Option<char> {
        let mut letters = self.key.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) => Some(letter.to_ascii_lowercase()),
            _ => None,
        }
    }

    fn direction(self) -> Option<Direction> {
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

    /// What the key does at a table of the game. The game's own keys come before those that all games share.
    #[must_use]
    pub fn key<P: Play>(self) -> Option<KeyBinding<P>> {
        if self.control {
            return match (self.letter()?, self.shift) {
                ('z', false) => Some(KeyBinding::Input(Input::Undo)),
                ('y', false) | ('z', true) => Some(KeyBinding::Input(Input::Redo)),
                _ => None,
            };
        }
        if let Some(direction) = self.direction() {
            return Some(KeyBinding::Input(Input::Walk(direction)));
        }
        let input = match self.key {
            "Enter" => Input::Enter,
            "Escape" => Input::Escape,
            _ => {
                let letter = self.letter()?;
                if let Some(key) = P::key(letter) {
                    return Some(key);
                }
                match letter {
                    'u' | 'z' => Input::Undo,
                    'y' => Input::Redo,
                    'h' => Input::Hint,
                    'm' => return Some(KeyBinding::Open(Panel::Menu)),
                    '?' => return Some(KeyBinding::Open(Panel::Help)),
                    _ => return None,
                }
            }
        };
        Some(KeyBinding::Input(input))
    }
}
