use table::Table;
use text::Text;

use super::{
    Banner, Bar, Block, Button, ConfigOf, Form, FormData, MoveOf, NewGame, Overlay, Panel, Play, ReplaySpan,
    Session, ViewOf,
};
use crate::{LinkFormat, Switch};

/// What a game shows around its cards: texts, buttons, menus and forms, as data.
pub trait Present: Play + LinkFormat {
    /// The panels of the menu, in order.
    const PANELS: &'static [Panel];
    /// The commands that buttons run.
    const COMMANDS: &'static [Self::Command];
    /// The switches that matter in this game: of playing, and of the look.
    const SWITCHES: (&'static [Switch], &'static [Switch]);

    /// A new game with the options of a preset.
    fn preset(name: &str) -> Option<NewGame<ConfigOf<Self>>>;
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
    /// The view that a server has sent, if it is of this game.
    fn remote_view(_seen: &wire::Seen) -> Option<ViewOf<Self>> {
        None
    }
    /// The move among what a server has reported.
    fn remote_move(_what: &wire::What) -> Option<MoveOf<Self>> {
        None
    }
    /// Whether new deals have to be winnable.
    fn wants_winnable_deal(_session: &Session<Self>) -> bool {
        false
    }
    /// A replay was put on the screen.
    fn watched(_session: &mut Session<Self>) {}
    /// The address of the page on which games with these options are played.
    fn page(config: &ConfigOf<Self>) -> &'static str;
    /// Whether there is something to watch in a game.
    fn can_be_watched(_table: &Table<Self::Game>) -> bool {
        true
    }

    /// What is above and below the table.
    fn bar(session: &Session<Self>) -> Bar;
    /// What the menu offers.
    fn menu(session: &Session<Self>) -> Vec<Block>;
    /// The form for a new game.
    fn new_game_form(session: &Session<Self>) -> Form;
    /// The game that the form describes.
    fn read_new_game(form: &FormData) -> Result<NewGame<ConfigOf<Self>>, Text>;
    /// The rules, as a panel.
    fn rules_panel(session: &Session<Self>) -> Vec<Block>;
    /// How to play by hand, and the keys.
    fn help() -> (&'static [Text], &'static [(Text, Text)]);
    /// A panel that only this game has.
    fn own_panel(session: &Session<Self>, panel: Panel) -> Vec<Block>;
    /// A heading for the record, the record as it may be shown, and a note about the file.
    fn record_text(session: &Session<Self>) -> (Text, String, Text);
    /// What is shown when the game is over.
    fn result(session: &Session<Self>) -> Option<Overlay>;
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
