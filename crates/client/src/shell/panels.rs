//! The panels that all games share.

use table::Eye;
use text::{Separator, Text};

use super::{
    Action, Block, Button, ChoiceOption, Overlay, OverlayKind, Panel, Present, Session, Setting, Shareable,
};
use crate::words::{self, label, online};
use crate::{AnimationSpeed, Language, Pace, Theme};

impl<P: Present> Session<P> {
    /// The content of a panel.
    #[must_use]
    pub fn panel(&self, panel: Panel) -> Vec<Block> {
        match panel {
            Panel::Menu => P::menu(self),
            Panel::NewGame => vec![Block::Form(P::new_game_form(self))],
            Panel::Settings => self.settings_panel(),
            Panel::Statistics => vec![Block::Statistics],
            Panel::Record => self.record_panel(),
            Panel::Rules => P::rules_panel(self),
            Panel::Help => self.help_panel(),
            Panel::Log => vec![Block::Log(self.story().into_iter().rev().collect())],
            Panel::SeenCards | Panel::WinningLine => P::own_panel(self, panel),
            Panel::Phrases => vec![Block::Phrases],
            Panel::Invite => vec![Block::Invite],
        }
    }

    /// The buttons that open other panels, as the menu shows them.
    pub(crate) fn panel_buttons(&self) -> Vec<Button> {
        let shown =
            |panel: &&Panel| !(self.is_remote() && matches!(panel, Panel::Record | Panel::Statistics));
        P::PANELS.iter().filter(shown).map(|panel| open(*panel)).collect()
    }

    /// The default menu.
    pub(crate) fn usual_menu(&self) -> Vec<Block> {
        let is_running = !self.is_over();
        let is_seated = matches!(self.eye(), Eye::Seat(_));
        let resign = if self.players.len() <= 2 { label::RESIGN } else { label::LEAVE };
        let resign = Button::new("resign", resign, Action::Resign);
        let mut first = Vec::new();
        if self.is_remote() {
            if is_seated {
                first.push(open(Panel::Phrases));
            }
            first.push(open(Panel::Invite));
            if is_seated && is_running {
                first.push(resign);
            }
            if self.can_end_by_agreement() {
                first.push(Button::new("end-game", online::END_GAME, Action::EndGame));
            }
            first.push(Button::new("lobby", online::TO_LOBBY, Action::Go("online".to_owned())));
        } else {
            first.push(open(Panel::NewGame).main());
            first.push(Button::new("again", label::AGAIN, Action::Again));
            first.push(Button::new("restart", label::RESTART, Action::Restart));
            if self.has_previous() {
                first.push(Button::new("previous", label::PREVIOUS, Action::Previous));
            }
            if is_running && !self.is_solo() {
                first.push(resign);
            }
        }
        first.push(Button::new("home", words::home::HOME, Action::Go(String::new())));
        let mut more = self.panel_buttons();
        if self.is_solo() && P::deal_config(&self.config().to_string()).is_some() {
            more.push(Button::new("link", label::COPY_LINK, Action::Copy(Shareable::DealLink)));
            more.push(Button::new("share", label::SHARE, Action::Share(Shareable::DealLink)));
        }
        vec![Block::Buttons(first), Block::Heading(label::MORE), Block::Buttons(more)]
    }

    /// The dialog at the end of a game.
    pub(crate) fn usual_result(&self) -> Overlay {
        let is_remote = self.is_remote();
        let mut buttons = Vec::new();
        if !is_remote || matches!(self.eye(), Eye::Seat(_)) {
            let again = if is_remote { online::REMATCH } else { label::AGAIN };
            buttons.push(Button::new("again", again, Action::Again).main());
        }
        buttons.push(if is_remote {
            Button::new("lobby", online::TO_LOBBY, Action::Go("online".to_owned()))
        } else {
            Button::new("new", open(Panel::NewGame).label, Action::Open(Panel::NewGame))
        });
        if self.game_address().is_some() {
            buttons.push(Button::new("watch", words::replay::WATCH, Action::Watch));
        }
        buttons.push(Button::new("look", label::LOOK_AT_TABLE, Action::LookAtTable));
        Overlay {
            kind: OverlayKind::Result,
            title: if self.is_won() { label::WON } else { words::OVER.sentence() },
            text: Text::EMPTY,
            pairs: Vec::new(),
            buttons,
        }
    }

    /// The log as the viewer saw it, one line per event.
    pub(crate) fn story_text(&self) -> String {
        self.story().into_iter().map(|line| format!("{}\n", line.text)).collect()
    }

    fn settings_panel(&self) -> Vec<Block> {
        let settings = self.settings;
        let (playing, look) = P::SWITCHES;
        let switch = |switch: &crate::Switch| Block::Switch(*switch, settings.get(*switch));
        let mut blocks = vec![Block::Heading(label::PLAYING)];
        blocks.extend(playing.iter().map(switch));
        if !self.is_solo() {
            let option = |pace| (words::pace(pace), Setting::Pace(pace), pace == settings.pace);
            blocks.push(choice("pace", label::PACE, Pace::ALL.map(option)));
        }
        blocks.push(Block::Heading(label::LOOK));
        blocks.extend(look.iter().map(switch));
        let theme = |theme| (words::theme(theme), Setting::Theme(theme), theme == settings.theme);
        blocks.push(choice("theme", label::THEME, Theme::ALL.map(theme)));
        let motion = |motion| (words::motion(motion), Setting::Motion(motion), motion == settings.motion);
        blocks.push(choice("motion", label::MOTION, AnimationSpeed::ALL.map(motion)));
        let language = |language| {
            (words::language(language), Setting::Language(language), language == settings.language)
        };
        blocks.push(choice("language", label::LANGUAGE, Language::ALL.map(language)));
        blocks
    }

    fn record_panel(&self) -> Vec<Block> {
        let (title, text, note) = P::record_text(self);
        let mut blocks = vec![Block::RecordText(title, text)];
        let mut row = vec![
            Button::new("copy", label::COPY, Action::Copy(Shareable::Record)),
            Button::new("save-file", label::SAVE_FILE, Action::SaveFile(Shareable::Record)),
        ];
        if self.game_address().is_some() {
            row.push(Button::new("watch", words::replay::WATCH, Action::Watch));
            row.push(Button::new("copy-game", words::replay::COPY, Action::Copy(Shareable::GameLink)));
            row.push(Button::new("share-game", words::replay::SHARE, Action::Share(Shareable::GameLink)));
        }
        blocks.push(Block::Row(row));
        if !note.is_empty() {
            blocks.push(Block::Note(note));
        }
        blocks.extend([Block::Heading(label::IMPORT), Block::ImportField]);
        blocks
    }

    fn help_panel(&self) -> Vec<Block> {
        let (how_to, keys) = P::help();
        let mut blocks: Vec<Block> = how_to.iter().cloned().map(Block::Paragraph).collect();
        blocks.push(Block::Row(vec![open(Panel::Rules)]));
        blocks.push(Block::Heading(label::KEYS));
        blocks.push(Block::Pairs("keys", keys.to_vec()));
        blocks
    }
}

/// A button that opens a panel.
pub(crate) fn open(panel: Panel) -> Button {
    let label = match panel {
        Panel::NewGame => Text::row([words::panel(panel), Text::name("…")], Separator::Space),
        _ => words::panel(panel),
    };
    Button::new(panel.name(), label, Action::Open(panel))
}

fn choice<const N: usize>(name: &'static str, title: Text, options: [(Text, Setting, bool); N]) -> Block {
    let option = |(label, setting, chosen): (Text, Setting, bool)| ChoiceOption {
        value: label.to_string().to_ascii_lowercase().replace(' ', "-"),
        label,
        action: Action::Set(setting),
        chosen,
    };
    Block::Choice { name, title, options: options.into_iter().map(option).collect() }
}
