//! The content around the cards, as data that browser and terminal render.

use table::Seat;
use text::Text;

use super::{Action, FormName, LogLine};
use crate::Switch;

/// A button.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Button {
    /// A short identifier.
    pub name: &'static str,
    /// Its label.
    pub label: Text,
    /// Its action.
    pub action: Action,
    /// Its style.
    pub style: ButtonStyle,
    /// Whether it is disabled.
    pub disabled: bool,
    /// Whether it still works on the last press.
    pub busy: bool,
}

/// The style of a button.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ButtonStyle {
    /// The main button.
    Main,
    /// An ordinary button.
    Plain,
    /// Without a frame.
    Quiet,
    /// Dimmed: something else has to be done first.
    Waiting,
}

impl Button {
    /// An ordinary button.
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
    /// Presets to choose from.
    Presets(Vec<Preset>),
    /// A switch of the settings.
    Switch(Switch, bool),
    /// A choice.
    Choice {
        /// A short identifier.
        name: &'static str,
        /// Its label.
        title: Text,
        /// The choices.
        options: Vec<ChoiceOption>,
    },
    /// A form.
    Form(Form),
    /// Pairs of names and values.
    Pairs(&'static str, Vec<(Text, Text)>),
    /// A list.
    List(&'static str, Vec<Text>),
    /// A numbered list.
    Steps(Vec<Text>),
    /// The log, the newest event first.
    Log(Vec<LogLine>),
    /// The game as text that can be copied.
    RecordText(Text, String),
    /// A field for a record to import, with the error of the last attempt.
    ImportField,
    /// The rules of a preset.
    Rules(&'static str),
    /// The statistics, which only the device knows.
    Statistics,
    /// The phrases that can be said to others.
    Phrases,
    /// The link to the table on the server.
    Invite,
}

/// A preset of a game to choose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preset {
    /// Its name in the catalogue.
    pub id: &'static str,
    /// Its title.
    pub title: Text,
    /// An explanation.
    pub about: Text,
    /// Whether it is being played.
    pub current: bool,
}

/// One of several choices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChoiceOption {
    /// A short identifier.
    pub value: String,
    /// Its label.
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
    /// The button that submits it: its identifier and its label.
    pub submit: (&'static str, Text),
    /// Fields that few people need, collapsed under a heading.
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
        /// A placeholder that shows what can be typed.
        help: Text,
        /// Its initial value.
        value: String,
    },
    /// A choice.
    Select {
        /// Its name in the form.
        name: String,
        /// Its label.
        label: Text,
        /// The options.
        options: Vec<SelectOption>,
    },
    /// A check box.
    Check {
        /// Its name in the form.
        name: String,
        /// Its label.
        label: Text,
        /// An explanation.
        about: Text,
        /// Whether it is initially on.
        on: bool,
    },
    /// Who sits on each seat. The field `seats` says how many are shown.
    Seats(Vec<SeatField>),
}

/// An option of a select field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelectOption {
    /// Its value.
    pub value: String,
    /// Its label.
    pub label: Text,
    /// Whether it is initially chosen.
    pub chosen: bool,
}

/// Who sits on a seat, in a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatField {
    /// The seat.
    pub seat: Seat,
    /// Who can sit there; empty if there is no choice.
    pub kinds: Vec<SelectOption>,
    /// The text shown if there is no choice.
    pub fixed: Text,
    /// The player's name, if it can be typed.
    pub name: Option<String>,
    /// Whether the seat is initially shown.
    pub shown: bool,
}

/// The values of a submitted form, by the names of its fields.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FormData(pub Vec<(String, String)>);

impl FormData {
    /// The value of a field; empty if it is missing.
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

/// The bars above and below the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bar {
    /// The name of the game.
    pub title: Text,
    /// Further texts, each with a short identifier.
    pub details: Vec<(&'static str, Text)>,
    /// Whether time and moves are shown.
    pub counts: bool,
    /// The verdict: whether the game can be won.
    pub chip: Option<Chip>,
    /// Whose turn it is.
    pub status: Text,
    /// The buttons.
    pub buttons: Vec<Button>,
    /// The buttons on the table itself, such as the one that ends a turn.
    pub table_buttons: Vec<Button>,
}

/// A pressable label with a symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chip {
    /// A short identifier, also for the style sheet.
    pub name: &'static str,
    /// Its label.
    pub label: Text,
    /// A short hint at what pressing it does; may be empty.
    pub call: Text,
    /// What pressing it does, in a sentence.
    pub help: Text,
    /// What pressing it does.
    pub action: Action,
}

/// A dialog over the table that has to be answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Overlay {
    /// Its kind.
    pub kind: OverlayKind,
    /// The heading.
    pub title: Text,
    /// A sentence under it.
    pub text: Text,
    /// Names and values below it.
    pub pairs: Vec<(Text, Text)>,
    /// The buttons.
    pub buttons: Vec<Button>,
}

/// The kind of an overlay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OverlayKind {
    /// A question.
    Question,
    /// The screen is handed to the player on a seat.
    Handover(Seat),
    /// The game is over.
    Result,
    /// The player at this screen has won: an animation comes first.
    Victory,
}

/// A message that stays until the position changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Banner {
    /// A short identifier, also for the style sheet.
    pub name: &'static str,
    /// Its text.
    pub text: Text,
    /// Its buttons.
    pub buttons: Vec<Button>,
}
