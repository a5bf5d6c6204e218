//! Implements `Present` for High card: what is shown around the cards.

use cards::DealId;
use games::test_game::{Config, ParseConfigError, TestGame};
use table::{Record, Table};
use text::{ErrorText as _, Text};

use super::{Session, TestGamePlay};
use crate::LinkFormat;
use crate::shell::{ConfigOf, Field, Form, FormData, FormName, NewGame, Play, Present, SelectOption};
use crate::words::label;

/// There are no links to whole games.
impl LinkFormat for TestGamePlay {
    const PREFIX: &'static str = "test-game";
    const ID: u8 = 0;

    fn pack_moves(_: &Record<TestGame>, _: &DealId, _: &mut Vec<u8>) -> Option<()> {
        None
    }

    fn unpack_moves(_: &mut Table<TestGame>, _: &[u8]) -> Option<()> {
        None
    }
}

impl Present for TestGamePlay {
    fn about(_: &str) -> (Text, Text) {
        (Text::of("High card"), Text::of("Keep a high card for the end."))
    }

    fn new_game_form(session: &Session) -> Form {
        let option = |config: Config| SelectOption {
            value: config.to_string(),
            label: config.seats().into(),
            chosen: config == session.config(),
        };
        let options = [Config::ONE, Config::TWO].map(option).into();
        Form {
            name: FormName::NewGame,
            fields: vec![Field::Select { name: "config".to_owned(), label: label::OPTIONS, options }],
            submit: ("play", label::PLAY),
            more: None,
        }
    }

    fn read_new_game(form: &FormData) -> Result<NewGame<ConfigOf<Self>>, Text> {
        let config: Config = form.get("config").parse().map_err(|error: ParseConfigError| error.text())?;
        let players = TestGamePlay::usual_players(usize::from(config.seats()));
        Ok(NewGame { config, deal: TestGamePlay::read_deal(form.get("deal"))?, players })
    }
}
