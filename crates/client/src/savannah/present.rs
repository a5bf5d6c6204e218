//! Implements `Present` for Savannah: what is shown around the cards.

use games::savannah::{Config, tell_end};
use table::{Eye, Seat};
use text::{Separator, Text};

use super::words as texts;
use super::words::label as own;
use super::{Command, Level, NewGame, Pile, SavannahPlay, Session, form, table_form};
use crate::shell::{
    Action, Bar, Block, Button, ButtonStyle, Field, Form, FormData, FormName, Overlay, Panel, Play, Player,
    PlayerKind, Present, SeatField, SelectOption, Wait,
};
use crate::words::{self, label, online};

impl Present for SavannahPlay {
    const PANELS: &'static [Panel] =
        &[Panel::Rules, Panel::Log, Panel::SeenCards, Panel::Settings, Panel::Record, Panel::Help];
    const COMMANDS: &'static [Command] = &[Command::EndTurn];

    fn preset(_: &str) -> Option<NewGame> {
        let config = Config::new(2).ok()?;
        Some(NewGame { config, deal: None, players: SavannahPlay::usual_players(2) })
    }

    /// Like the lesson: one opponent, a bot that is easy to beat.
    fn first_game(_: &str) -> Option<NewGame> {
        let config = Config::new(2).and_then(|config| config.with_first(Some(Seat::A))).ok()?;
        Some(NewGame { config, deal: None, players: SavannahPlay::lesson_players(2) })
    }

    fn about(_: &str) -> (Text, Text) {
        (texts::TITLE, texts::ABOUT)
    }

    fn set_up(config: &str) -> Text {
        let set_up = config.parse().map_or(Text::EMPTY, texts::set_up);
        Text::row([texts::TITLE, set_up], Separator::Dot)
    }

    fn new_table_form() -> Option<Form> {
        Some(table_form::form())
    }

    fn read_new_table(form: &FormData) -> Result<Option<wire::NewTable>, Text> {
        table_form::read(form).map(Some)
    }

    fn bar(session: &Session) -> Bar {
        let set_up = texts::set_up(session.config());
        let set_up = match (session.is_remote(), session.eye()) {
            (true, Eye::Spectator) => Text::row([online::WATCHING, set_up], Separator::Dot),
            _ => set_up,
        };
        // Online there is no undo and no hint.
        let mut buttons = match (session.is_remote(), session.eye()) {
            (true, Eye::Seat(_)) => {
                vec![Button::new("say", online::SAY_SHORT, Action::Open(Panel::Phrases))]
            }
            (true, Eye::Spectator) => Vec::new(),
            (false, _) => vec![
                Button::new("undo", label::UNDO, Action::Undo).disabled(!session.can_undo()),
                Button::new("hint", label::HINT, Action::Hint).busy(session.is_thinking()),
            ],
        };
        buttons.extend([
            Button::new("why", label::WHY, Action::Why),
            Button::new("log", label::LOG, Action::Open(Panel::Log)),
            Button::new("menu", label::MENU, Action::Open(Panel::Menu)),
        ]);
        Bar {
            title: texts::TITLE,
            details: vec![("set-up", set_up), ("round", texts::round(session.view.public()))],
            counts: false,
            chip: None,
            status: texts::status(session),
            buttons,
            table_buttons: table_buttons(session),
        }
    }

    fn new_game_form(session: &Session) -> Form {
        let config = session.config();
        let seat = |seat: Seat| {
            let player =
                session.players.get(seat.number()).cloned().unwrap_or_else(|| Player::bot(Level::Keen));
            let person = SelectOption {
                value: "person".to_owned(),
                label: own::PERSON,
                chosen: player.kind == PlayerKind::Person,
            };
            let bot = |level: Level| SelectOption {
                value: level.to_string(),
                label: words::player_kind(PlayerKind::Bot(level)),
                chosen: player.kind == PlayerKind::Bot(level),
            };
            SeatField {
                seat,
                kinds: [person].into_iter().chain(Level::ALL.map(bot)).collect(),
                fixed: Text::EMPTY,
                name: Some(player.name.clone()),
                shown: seat.number() < session.players.len(),
            }
        };
        let mut more = form::options(config, false);
        more.push(Field::Line {
            name: "deal".to_owned(),
            label: own::DEAL,
            help: own::DEAL_HELP,
            value: String::new(),
        });
        Form {
            name: FormName::NewGame,
            fields: vec![
                form::seat_count(config.seats()),
                Field::Seats(Seat::all(Seat::COUNT as u8).map(seat).collect()),
            ],
            submit: ("begin", own::BEGIN),
            more: Some((label::OPTIONS, more)),
        }
    }

    fn read_new_game(form: &FormData) -> Result<NewGame, Text> {
        let config = form::read(form)?;
        let player = |seat: Seat| {
            let kind = form.get(&format!("who-{seat}")).parse().map_or(PlayerKind::Person, PlayerKind::Bot);
            Player { name: String::new(), kind }.named(form.get(&format!("name-{seat}")))
        };
        let players = Seat::all(config.seats()).map(player).collect();
        Ok(NewGame { config, deal: SavannahPlay::read_deal(form.get("deal"))?, players })
    }

    fn rules_panel(_: &Session) -> Vec<Block> {
        vec![Block::List("card-of-rules", texts::RULES_CARD.to_vec()), Block::Rules("savannah")]
    }

    fn help() -> (&'static [Text], &'static [(Text, Text)]) {
        (&texts::HOW_TO, &texts::KEYS)
    }

    fn own_panel(session: &Session, panel: Panel) -> Vec<Block> {
        match panel {
            Panel::SeenCards => {
                vec![Block::Heading(own::COVERED), Block::Pairs("seen", texts::seen(session))]
            }
            _ => Vec::new(),
        }
    }

    /// Before the end it contains no card that the reader has not seen.
    fn record_text(session: &Session) -> (Text, String, Text) {
        let text = session.public_record();
        if session.is_over() {
            (label::RECORD, text, Text::EMPTY)
        } else {
            (own::TURNS, text, Text::row([own::TURNS_NOTE, own::FILE_NOTE], Separator::Space))
        }
    }

    fn result(session: &Session) -> Option<Overlay> {
        let public = session.view.public();
        let you = session.eye().seat();
        let name = |seat: Seat| {
            let name = words::seat_name(seat, session.player(seat));
            if you == Some(seat) { online::own(name) } else { name }
        };
        Some(Overlay {
            title: texts::end_title(session),
            text: tell_end(public, you).map(|end| session.with_names(&end.sentence())).unwrap_or_default(),
            pairs: public
                .players
                .iter()
                .map(|(seat, player)| (name(seat), texts::cards_left(player.left())))
                .collect(),
            ..session.usual_result()
        })
    }
}

/// The button that ends the turn, and the one that skips the others' turns.
fn table_buttons(session: &Session) -> Vec<Button> {
    match session.wait() {
        Wait::Person(_) => {
            let style = if session.is_discarding() { ButtonStyle::Waiting } else { ButtonStyle::Main };
            vec![Button::new("end", texts::end_turn(session), Action::Command(0)).style(style)]
        }
        Wait::Bot(_) | Wait::Chance => vec![Button::new("skip", label::SKIP, Action::Skip)],
        _ => Vec::new(),
    }
}

impl Session {
    /// The heading of the hand at the bottom of the screen.
    #[must_use]
    pub fn hand_title(&self) -> Text {
        texts::pile_title(self.near(), Pile::Hand)
    }
}
