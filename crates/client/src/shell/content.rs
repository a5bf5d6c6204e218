//! What is shown around the cards, as data. Browser and terminal draw it.

use table::Seat;
use text::Text;

use super::{Action, FormName, LogLine};
use crate::Switch;

/// A button.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Button {
    /// A short name, for programs.
    pub name: &'static str,
    /// What it says.
    pub label: Text,
    /// What it does.
    pub action: Action,
    /// How it looks.
    pub style: ButtonStyle,
    /// Whether pressing it would do nothing now.
    pub disabled: bool,
    /// Whether its last press is still being worked on.
    pub busy: bool,
}

/// How a button looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ButtonStyle {
    /// The one that is meant most often.
    Main,
    /// As any other.
    Plain,
    /// Without a frame.
    Quiet,
    /// It waits for something else to be done.
    Waiting,
}

impl Button {
    /// A button as any other.
    #[must_use]
    pub const fn new(name: &'static str, label: Text, action: Action) -> Button {
        Button { name, label, action, style: ButtonStyle::Plain, disabled: false, busy: false }
    }

    /// The same button in another style.
    #[must_use]
    pub fn style(self, style: ButtonStyle) -> Button {
        Button { style, ..self }
    }

    /// The same button as the main one.
    #[must_use]
    pub fn main(self) -> Button {
        self.style(ButtonStyle::Main)
    }

    /// The same button, disabled or not.
    #[must_use]
    pub fn disabled(self, disabled: bool) -> Button {
        Button { disabled, ..self }
    }

    /// The same button, busy or not.
    #[must_use]
    pub fn busy(self, busy: bool) -> Button {
        Button { busy, ..self }
    }
}

/// A part of a panel or a page.
#[derive(Clone, PartialEq, Debug)]
pub enum Block {
    /// A heading.
    Heading(Text),
    /// A paragraph.
    Paragraph(Text),
    /// A paragraph that explains.
    Note(Text),
    /// Buttons in a grid.
    Buttons(Vec<Button>),
    /// Buttons in a row.
    Row(Vec<Button>),
    /// Games to choose from: name, what it is, whether it is being played.
    Presets(Vec<Preset>),
    /// A switch of the settings.
    Switch(Switch, bool),
    /// One of several.
    Choice {
        /// A short name, for programs.
        name: &'static str,
        /// What is chosen.
        title: Text,
        /// The choices.
        options: Vec<ChoiceOption>,
    },
    /// A form.
    Form(Form),
    /// Names and values.
    Pairs(&'static str, Vec<(Text, Text)>),
    /// A list.
    List(&'static str, Vec<Text>),
    /// A numbered list.
    Steps(Vec<Text>),
    /// What has happened, the newest first.
    Log(Vec<LogLine>),
    /// The game as text, to be copied.
    RecordText(Text, String),
    /// A field for a record, with what was wrong with the last one.
    ImportField,
    /// The rules of a preset.
    Rules(&'static str),
    /// Pictures and charts of the statistics; the device holds them.
    Statistics,
    /// What can be said to others.
    Phrases,
    /// The link to the table on the server.
    Invite,
}

/// A preset of a game to choose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preset {
    /// Its name in the catalogue.
    pub id: &'static str,
    /// What it is called.
    pub title: Text,
    /// A line about it.
    pub about: Text,
    /// Whether it is being played.
    pub current: bool,
}

/// One of several choices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChoiceOption {
    /// A short name, for programs.
    pub value: String,
    /// What it says.
    pub label: Text,
    /// What choosing it does.
    pub action: Action,
    /// Whether it is chosen.
    pub chosen: bool,
}

/// A form: fields that are read together when it is sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Form {
    /// Which form.
    pub name: FormName,
    /// The fields.
    pub fields: Vec<Field>,
    /// The button that sends it: its name for programs, and what it says.
    pub submit: (&'static str, Text),
    /// Fields that few people need, under a heading.
    pub more: Option<(Text, Vec<Field>)>,
}

/// A field of a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Field {
    /// A line of text.
    Line {
        /// Its name in the form.
        name: String,
        /// Its label.
        label: Text,
        /// What can be typed.
        help: Text,
        /// What is in it at first.
        value: String,
    },
    /// One of several.
    Select {
        /// Its name in the form.
        name: String,
        /// Its label.
        label: Text,
        /// The options.
        options: Vec<SelectOption>,
    },
    /// Something that is on or off.
    Check {
        /// Its name in the form.
        name: String,
        /// Its label.
        label: Text,
        /// A line about it.
        about: Text,
        /// Whether it is on at first.
        on: bool,
    },
    /// The seats of the table: who sits on each. Only as many are shown as the field `seats` says.
    Seats(Vec<SeatField>),
}

/// An option of a select field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelectOption {
    /// What is sent.
    pub value: String,
    /// What it says.
    pub label: Text,
    /// Whether it is chosen at first.
    pub chosen: bool,
}

/// Who sits on a seat, in a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatField {
    /// The seat.
    pub seat: Seat,
    /// Who can sit there; nobody can be chosen if there are none.
    pub kinds: Vec<SelectOption>,
    /// What is said instead, if nobody can be chosen.
    pub fixed: Text,
    /// The name, if one can be typed.
    pub name: Option<String>,
    /// Whether the seat is shown at first.
    pub shown: bool,
}

/// What was filled into a form, by the names of its fields.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FormData(pub Vec<(String, String)>);

impl FormData {
    /// The value of a field; empty if there is none.
    #[must_use]
    pub fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(other, _)| other == name).map_or("", |(_, value)| value)
    }

    /// Whether a check box is on.
    #[must_use]
    pub fn is_on(&self, name: &str) -> bool {
        !self.get(name).is_empty()
    }
}

/// What is above and below the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bar {
    /// The name of the game.
    pub title: Text,
    /// What follows it, each with a short name for programs.
    pub details: Vec<(&'static str, Text)>,
    /// Whether time and moves are shown.
    pub counts: bool,
    /// Whether the game can be won.
    pub chip: Option<Chip>,
    /// Whose turn it is.
    pub status: Text,
    /// The buttons.
    pub buttons: Vec<Button>,
    /// The buttons on the table, where a turn is ended.
    pub table_buttons: Vec<Button>,
}

/// A short word with a symbol that can be pressed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chip {
    /// A short name, for programs and the style sheet.
    pub name: &'static str,
    /// What it says.
    pub label: Text,
    /// What pressing it does, in a word; empty if that is not said.
    pub call: Text,
    /// What pressing it does, in a sentence.
    pub help: Text,
    /// What pressing it does.
    pub action: Action,
}

/// What is shown over the table until it is answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Overlay {
    /// What it is.
    pub kind: OverlayKind,
    /// The heading.
    pub title: Text,
    /// A sentence under it.
    pub text: Text,
    /// Names and values under that.
    pub pairs: Vec<(Text, Text)>,
    /// The buttons.
    pub buttons: Vec<Button>,
}

/// What an overlay is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OverlayKind {
    /// A question.
    Question,
    /// The screen is handed to the player on a seat.
    Handover(Seat),
    /// The game is over.
    Result,
    /// The game is over, and won by the player at this screen: cards fly first.
    Victory,
}

/// A message that stays until the position changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Banner {
    /// A short name, for programs and the style sheet.
    pub name: &'static str,
    /// What it says.
    pub text: Text,
    /// What can be done about it.
    pub buttons: Vec<Button>,
}
