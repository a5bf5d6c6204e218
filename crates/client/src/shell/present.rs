use table::{Game as _, Table};
use text::Text;

use super::{
    Action, Banner, Bar, Block, Button, ConfigOf, Form, FormData, NewGame, Overlay, Panel, Play, ReplaySpan,
    Session,
};
use crate::words::label;
use crate::{LinkFormat, Switch};

/// What a game shows around its cards: texts, buttons, menus and forms, as data.
pub trait Present: Play + LinkFormat {
    /// The panels of the menu, in order.
    const PANELS: &'static [Panel] = &[Panel::Rules, Panel::Log, Panel::Settings, Panel::Record, Panel::Help];
    /// The commands that buttons run.
    const COMMANDS: &'static [Self::Command] = &[];
    /// The switches that matter in this game: of playing, and of the look.
    const SWITCHES: (&'static [Switch], &'static [Switch]) =
        (&[Switch::OneTap], &[Switch::FourColours, Switch::LargePrint, Switch::LeftHanded, Switch::Sound]);

    /// A new game with the options of a preset.
    fn preset(name: &str) -> Option<NewGame<ConfigOf<Self>>> {
        let config: ConfigOf<Self> = name.parse().ok()?;
        let players = Self::usual_players(usize::from(Self::Game::new(&config).seats()));
        Some(NewGame { config, deal: None, players })
    }
    /// The first game of a newcomer, by the options of its row in the catalogue.
    fn first_game(config: &str) -> Option<NewGame<ConfigOf<Self>>> {
        Self::preset(config)
    }
    /// The name of the game with these options, and a line about it.
    fn about(config: &str) -> (Text, Text);
    /// The form that opens a table on a server, if the game can be played there.
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
    /// Whether new deals have to be winnable.
    fn wants_winnable_deal(_session: &Session<Self>) -> bool {
        false
    }
    /// A replay was put on the screen.
    fn watched(_session: &mut Session<Self>) {}
    /// The address of the page on which games with these options are played.
    fn page(_config: &ConfigOf<Self>) -> &'static str {
        games::catalog::first_offer(Self::Game::NAME).map_or("", |offer| offer.page)
    }
    /// Whether there is something to watch in a game.
    fn can_be_watched(_table: &Table<Self::Game>) -> bool {
        true
    }

    /// What is above and below the table.
    fn bar(session: &Session<Self>) -> Bar {
        Bar {
            title: Self::about(&session.config().to_string()).0,
            counts: session.is_solo() && session.settings.counts,
            buttons: vec![
                Button::new("undo", label::UNDO, Action::Undo).disabled(!session.can_undo()),
                Button::new("log", label::LOG, Action::Open(Panel::Log)),
                Button::new("menu", label::MENU, Action::Open(Panel::Menu)),
            ],
            ..Bar::default()
        }
    }
    /// What the menu offers.
    fn menu(session: &Session<Self>) -> Vec<Block> {
        session.usual_menu()
    }
    /// The form for a new game.
    fn new_game_form(session: &Session<Self>) -> Form;
    /// The game that the form describes.
    fn read_new_game(form: &FormData) -> Result<NewGame<ConfigOf<Self>>, Text>;
    /// The rules, as a panel.
    fn rules_panel(session: &Session<Self>) -> Vec<Block> {
        vec![Block::Rules(Self::page(&session.config()))]
    }
    /// How to play by hand, and the keys.
    fn help() -> (&'static [Text], &'static [(Text, Text)]) {
        (&[], &[])
    }
    /// A panel that only this game has.
    fn own_panel(_session: &Session<Self>, _panel: Panel) -> Vec<Block> {
        Vec::new()
    }
    /// A heading for the record, the record as it may be shown, and a note about the file. At a table with
    /// several players the record holds hidden cards, so it is not shown before the end.
    fn record_text(session: &Session<Self>) -> (Text, String, Text) {
        let is_open = session.is_solo() || session.is_over();
        let text = if is_open { session.record() } else { session.story_text() };
        (label::RECORD, text, Text::EMPTY)
    }
    /// What is shown when the game is over.
    fn result(session: &Session<Self>) -> Option<Overlay> {
        Some(session.usual_result())
    }
    /// A message that stays until the position changes.
    fn banner(_session: &Session<Self>) -> Option<Banner> {
        None
    }
    /// What can be done about what was said last.
    fn said_buttons(_session: &Session<Self>) -> Vec<Button> {
        Vec::new()
    }
    /// Up to where a replayed game could be won.
    fn replay_span(_session: &Session<Self>) -> Option<ReplaySpan> {
        None
    }
}
