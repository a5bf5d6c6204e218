use table::{Game as _, Table};
use text::Text;

use super::{
    Action, Banner, Bar, Block, Button, ConfigOf, Field, Form, FormData, FormName, NewGame, Overlay, Panel,
    Play, ReplaySpan, Session,
};
use crate::words::{self, label};
use crate::{LinkFormat, Switch};

/// What a game shows around its cards: texts, buttons, menus and forms, as data.
pub trait Present: Play + LinkFormat {
    /// The panels of the menu, in order.
    const PANELS: &'static [Panel] = &[Panel::Rules, Panel::Log, Panel::Settings, Panel::Record, Panel::Help];
    /// The commands that buttons run.
    const COMMANDS: &'static [Self::Command] = &[];
    /// The switches that matter in this game: those for playing and those for the look.
    const SWITCHES: (&'static [Switch], &'static [Switch]) =
        (&[Switch::OneTap], &[Switch::FourColours, Switch::LargePrint, Switch::LeftHanded, Switch::Sound]);

    /// A new game with the options of a preset.
    fn preset(name: &str) -> Option<NewGame<ConfigOf<Self>>> {
        let config: ConfigOf<Self> = name.parse().ok()?;
        let players = Self::usual_players(usize::from(Self::Game::new(&config).seats()));
        Some(NewGame { config, deal: None, players })
    }
    /// The first game of a new player, with the options of its row in the catalogue.
    fn first_game(config: &str) -> Option<NewGame<ConfigOf<Self>>> {
        Self::preset(config)
    }
    /// The name of the game with these options, and a sentence about it.
    fn about(config: &str) -> (Text, Text);
    /// The form that opens an online table, if the game can be played online.
    fn new_table_form() -> Option<Form> {
        None
    }
    /// The table that the form describes.
    fn read_new_table(_form: &FormData) -> Result<Option<wire::NewTable>, Text> {
        Ok(None)
    }
    /// What is played with these options, in a few words.
    fn set_up(config: &str) -> Text {
        Self::about(config).0
    }
    /// Whether only winnable deals are dealt.
    fn wants_winnable_deal(_session: &Session<Self>) -> bool {
        false
    }
    /// A replay has started.
    fn watched(_session: &mut Session<Self>) {}
    /// The address of the page on which games with these options are played.
    fn page(_config: &ConfigOf<Self>) -> &'static str {
        games::catalog::first_offer(Self::Game::NAME).map_or("", |offer| offer.page)
    }
    /// Whether a game is worth a replay.
    fn can_be_watched(_table: &Table<Self::Game>) -> bool {
        true
    }

    /// The bars above and below the table.
    fn bar(session: &Session<Self>) -> Bar {
        let is_solo = session.is_solo();
        let second = match is_solo {
            true => Button::new("redo", label::REDO, Action::Redo).disabled(!session.can_redo()),
            false => Button::new("log", label::LOG, Action::Open(Panel::Log)),
        };
        Bar {
            title: Self::about(&session.config().to_string()).0,
            details: is_solo.then(|| ("deal", words::deal_short(session.deal_name()))).into_iter().collect(),
            counts: is_solo && session.settings.counts,
            buttons: vec![
                Button::new("undo", label::UNDO, Action::Undo).disabled(!session.can_undo()),
                second,
                Button::new("menu", label::MENU, Action::Open(Panel::Menu)),
            ],
            ..Bar::default()
        }
    }
    /// The content of the menu.
    fn menu(session: &Session<Self>) -> Vec<Block> {
        session.usual_menu()
    }
    /// The form for a new game: its deal. A game with options also asks for those.
    fn new_game_form(_session: &Session<Self>) -> Form {
        let deal = Field::Line {
            name: "deal".to_owned(),
            label: label::DEAL_NAME,
            help: label::DEAL_HELP,
            value: String::new(),
        };
        Form { name: FormName::NewGame, fields: vec![deal], submit: ("play", label::PLAY), more: None }
    }
    /// The game that the form describes.
    fn read_new_game(form: &FormData) -> Result<NewGame<ConfigOf<Self>>, Text> {
        let row = games::catalog::first_offer(Self::Game::NAME);
        let game = row.and_then(|row| Self::preset(row.config)).ok_or(words::BAD_OPTIONS)?;
        Ok(NewGame { deal: Self::read_deal(form.get("deal"))?, ..game })
    }
    /// The content of the rules panel.
    fn rules_panel(session: &Session<Self>) -> Vec<Block> {
        vec![Block::Rules(Self::page(&session.config()))]
    }
    /// The content of the help panel.
    fn help() -> (&'static [Text], &'static [(Text, Text)]) {
        (&[], &[])
    }
    /// A panel that only this game has.
    fn own_panel(_session: &Session<Self>, _panel: Panel) -> Vec<Block> {
        Vec::new()
    }
    /// A heading for the record, the record as it may be shown, and a note about the file. With several
    /// players the record contains hidden cards, so it is not shown before the end.
    fn record_text(session: &Session<Self>) -> (Text, String, Text) {
        let is_open = session.is_solo() || session.is_over();
        let text = if is_open { session.record() } else { session.story_text() };
        (label::RECORD, text, Text::EMPTY)
    }
    /// The dialog at the end of the game.
    fn result(session: &Session<Self>) -> Option<Overlay> {
        Some(session.usual_result())
    }
    /// A message that stays until the position changes.
    fn banner(_session: &Session<Self>) -> Option<Banner> {
        None
    }
    /// A button that goes with the last message.
    fn said_buttons(_session: &Session<Self>) -> Vec<Button> {
        Vec::new()
    }
    /// Up to which move a replayed game could be won.
    fn replay_span(_session: &Session<Self>) -> Option<ReplaySpan> {
        None
    }
}
