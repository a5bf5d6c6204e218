//! Implements `Present` for Klondike: what is shown around the cards.

use std::num::NonZeroU16;

use games::klondike::{Config, Klondike, Moves, Turning};
use table::{BySeat, Eye, Game as _, Table};
use text::{Separator, Text};
use wire::{NewTable, SeatPlan};

use super::words as texts;
use super::{Command, KlondikePlay, NewGame, Session, Strength, WinStatus, WinnableSpan};
use crate::Switch;
use crate::shell::{
    Action, Banner, Bar, Block, Button, Chip, Field, Form, FormData, FormName, Overlay, OverlayKind, Panel,
    Play, Present, Preset, ReplaySpan, SelectOption, Shareable, open,
};
use crate::words::{self, label};

const HINTS: [(&str, Strength); 3] =
    [("nudge", Strength::Nudge), ("safe", Strength::Safe), ("line", Strength::Line)];

/// A button that runs a command.
fn command(name: &'static str, label: Text, command: Command) -> Button {
    let at = KlondikePlay::COMMANDS.iter().position(|other| *other == command).unwrap_or(0);
    Button::new(name, label, Action::Command(at as u8))
}

impl Present for KlondikePlay {
    const PANELS: &'static [Panel] =
        &[Panel::Settings, Panel::Statistics, Panel::Record, Panel::Rules, Panel::Help];
    const COMMANDS: &'static [Command] = &[
        Command::Verdict,
        Command::BackToWinnable,
        Command::Finish,
        Command::StopSearch,
        Command::HintAs(Strength::Nudge),
        Command::HintAs(Strength::Safe),
        Command::HintAs(Strength::Line),
    ];
    const SWITCHES: (&'static [Switch], &'static [Switch]) = (
        &[
            Switch::TurnForMe,
            Switch::SafeMoves,
            Switch::OneTap,
            Switch::Verdict,
            Switch::Winnable,
            Switch::WinnableOneCard,
            Switch::Statistics,
        ],
        &[Switch::FourColours, Switch::LargePrint, Switch::LeftHanded, Switch::Counts, Switch::Sound],
    );

    fn preset(name: &str) -> Option<NewGame> {
        name.parse().ok().map(|config| NewGame::solo(config, None))
    }

    fn about(config: &str) -> (Text, Text) {
        let (title, _) = texts::preset(config);
        (title, if config == "one-card" { texts::ONE_CARD } else { texts::KLONDIKE })
    }

    fn set_up(config: &str) -> Text {
        config.parse().map_or(Text::EMPTY, texts::title)
    }

    fn new_table_form() -> Option<Form> {
        Some(Form {
            name: FormName::NewTable,
            fields: option_fields(Config::KLONDIKE),
            submit: ("open", words::online::OPEN_DO),
            more: None,
        })
    }

    fn read_new_table(form: &FormData) -> Result<Option<NewTable>, Text> {
        Ok(Some(NewTable {
            game: Klondike::NAME.to_owned(),
            config: read_options(form)?.to_string(),
            seats: BySeat::new(1, |_| SeatPlan::Me),
            public: false,
            clock: None,
        }))
    }

    fn wants_winnable_deal(session: &Session) -> bool {
        session.settings.winnable_only(session.view.config)
    }

    fn watched(session: &mut Session) {
        session.ask_span();
    }

    fn page(config: &Config) -> &'static str {
        if config.moves() == Moves::One { "one-card" } else { "klondike" }
    }

    fn can_be_watched(table: &Table<Klondike>) -> bool {
        !table.record().line().is_empty()
    }

    fn bar(session: &Session) -> Bar {
        let deal = words::deal_short(session.deal_name());
        let certified = if session.is_certified() { label::CERTIFIED } else { Text::EMPTY };
        let hint = match session.can_finish() {
            true => command("finish", label::FINISH, Command::Finish),
            false => Button::new("hint", label::HINT, Action::Hint).busy(session.is_thinking()),
        };
        let details = match (session.is_remote(), session.eye()) {
            (true, Eye::Spectator) => Text::row([deal, words::online::WATCHING], Separator::Dot),
            _ => Text::row([deal, certified], Separator::Dot),
        };
        Bar {
            title: texts::title(session.view.config),
            details: vec![("deal", details)],
            counts: session.settings.counts,
            chip: (session.view.outcome.is_none() && !session.is_remote())
                .then(|| chip(session.win_status())),
            status: Text::EMPTY,
            buttons: vec![
                Button::new("undo", label::UNDO, Action::Undo).disabled(!session.can_undo()),
                Button::new("redo", label::REDO, Action::Redo).disabled(!session.can_redo()),
                hint.main(),
                Button::new("menu", label::MENU, Action::Open(Panel::Menu)),
            ],
            table_buttons: Vec::new(),
        }
    }

    fn menu(session: &Session) -> Vec<Block> {
        if session.is_remote() {
            return session.usual_menu();
        }
        let mut first = vec![
            Button::new("new", label::NEW, Action::Again).main(),
            Button::new("restart", label::RESTART, Action::Restart),
            Button::new("deal", open(Panel::NewGame).label, Action::Open(Panel::NewGame)),
        ];
        if session.has_previous() {
            first.push(Button::new("previous", label::PREVIOUS, Action::Previous));
        }
        let preset = |(id, config): (&'static str, Config)| {
            let (title, about) = texts::preset(id);
            Preset { id, title, about, current: config == session.view.config }
        };
        let mut hints: Vec<Button> = HINTS
            .map(|(name, strength)| command(name, texts::strength(strength), Command::HintAs(strength)))
            .into();
        hints.push(command("verdict", label::VERDICT, Command::Verdict));
        hints.push(command("back", label::BACK, Command::BackToWinnable));
        let mut more = session.panel_buttons();
        more.extend([
            Button::new("home", words::home::HOME, Action::Go(String::new())),
            Button::new("link", label::COPY_LINK, Action::Copy(Shareable::DealLink)),
            Button::new("share", label::SHARE, Action::Share(Shareable::DealLink)),
        ]);
        vec![
            Block::Buttons(first),
            Block::Heading(label::GAMES),
            Block::Presets(Config::PRESETS.into_iter().map(preset).collect()),
            Block::Heading(label::HINTS),
            Block::Buttons(hints),
            Block::Heading(label::MORE),
            Block::Buttons(more),
        ]
    }

    fn new_game_form(session: &Session) -> Form {
        let deal = Field::Line {
            name: "deal".to_owned(),
            label: label::DEAL_NAME,
            help: texts::DEAL_HELP,
            value: String::new(),
        };
        Form {
            name: FormName::NewGame,
            fields: [deal].into_iter().chain(option_fields(session.view.config)).collect(),
            submit: ("play", label::PLAY),
            more: None,
        }
    }

    fn read_new_game(form: &FormData) -> Result<NewGame, Text> {
        Ok(NewGame::solo(read_options(form)?, KlondikePlay::read_deal(form.get("deal"))?))
    }

    fn rules_panel(session: &Session) -> Vec<Block> {
        vec![Block::Rules(KlondikePlay::page(&session.view.config))]
    }

    fn help() -> (&'static [Text], &'static [(Text, Text)]) {
        (&texts::HOW_TO, &texts::KEYS)
    }

    fn own_panel(session: &Session, panel: Panel) -> Vec<Block> {
        match panel {
            Panel::WinningLine => {
                vec![Block::Paragraph(label::LINE_NOTE), Block::Steps(session.winning_line())]
            }
            _ => Vec::new(),
        }
    }

    fn record_text(session: &Session) -> (Text, String, Text) {
        (label::RECORD, session.record(), Text::EMPTY)
    }

    fn result(session: &Session) -> Option<Overlay> {
        if session.is_remote() {
            return Some(session.usual_result());
        }
        session.is_won().then(|| Overlay {
            kind: OverlayKind::Victory,
            title: label::WON,
            text: words::won_with(session.moves(), session.spent(session.now)),
            pairs: Vec::new(),
            buttons: vec![
                Button::new("new", label::NEW, Action::Again).main(),
                Button::new("restart", label::RESTART, Action::Restart),
                Button::new("watch", words::replay::WATCH, Action::Watch),
            ],
        })
    }

    fn banner(session: &Session) -> Option<Banner> {
        let buttons = match (session.is_remote(), session.eye()) {
            (false, _) => vec![
                command("back", label::BACK, Command::BackToWinnable),
                Button::new("restart", label::RESTART, Action::Restart),
                Button::new("new", label::NEW, Action::Again),
            ],
            (true, Eye::Seat(_)) => vec![
                Button::new("undo", label::UNDO, Action::Undo).disabled(!session.can_undo()),
                Button::new("resign", label::RESIGN, Action::Resign),
            ],
            (true, Eye::Spectator) => Vec::new(),
        };
        session.view.is_stuck().then_some(Banner { name: "stuck", text: texts::STUCK, buttons })
    }

    fn said_buttons(session: &Session) -> Vec<Button> {
        let mut buttons = Vec::new();
        if session.hint().is_some_and(|hint| hint.strength == Strength::Line) {
            buttons.push(Button::new("line", label::SHOW_LINE, Action::Open(Panel::WinningLine)));
        }
        if session.is_searching() {
            buttons.push(command("stop", label::CANCEL, Command::StopSearch));
        }
        buttons
    }

    fn replay_span(session: &Session) -> Option<ReplaySpan> {
        let (_, last) = session.replay_position()?;
        let span =
            |name, winnable, lost, text| ReplaySpan { name, winnable, lost, text, turning_point: None };
        Some(match session.span() {
            WinnableSpan::Won => span("won", last, last + 1, words::replay::WON),
            WinnableSpan::Thinking => span("thinking", 0, last + 1, words::replay::THINKING),
            WinnableSpan::Known { winnable, lost } => ReplaySpan {
                turning_point: lost.and(winnable),
                ..span(
                    "known",
                    winnable.unwrap_or(0),
                    lost.unwrap_or(last + 1),
                    words::replay::span(winnable, lost, last),
                )
            },
        })
    }
}

/// The fields for the options of R4.
fn option_fields(config: Config) -> Vec<Field> {
    let number =
        |value: u16, chosen: bool| SelectOption { value: value.to_string(), label: value.into(), chosen };
    let option =
        |value: &str, label: Text, chosen: bool| SelectOption { value: value.to_owned(), label, chosen };
    let draws = [1, 2, 3].map(|draw| number(draw, u16::from(config.draw()) == draw));
    let passes = config.passes().map(NonZeroU16::get);
    let unlimited = option("", label::UNLIMITED, passes.is_none());
    let limits = [1, 2, 3, 4, 5].map(|limit| number(limit, passes == Some(limit)));
    let one = config.moves() == Moves::One;
    let select = |name: &str, label: Text, options: Vec<SelectOption>| Field::Select {
        name: name.to_owned(),
        label,
        options,
    };
    let check = |name: &str, label: Text, on: bool| Field::Check {
        name: name.to_owned(),
        label,
        about: Text::EMPTY,
        on,
    };
    vec![
        select("draw", label::DRAW, draws.into()),
        select("passes", label::PASSES, [unlimited].into_iter().chain(limits).collect()),
        select(
            "moves",
            label::MOVES,
            vec![option("builds", label::BUILDS, !one), option("one", label::ONE, one)],
        ),
        check("back", label::BACK_OPTION, config.back()),
        check("turn", label::TURN_OPTION, config.turn() == Turning::AtOnce),
    ]
}

/// The options that the fields describe.
fn read_options(form: &FormData) -> Result<Config, Text> {
    let moves = if form.get("moves") == "one" { Moves::One } else { Moves::Builds };
    let turn = if form.is_on("turn") { Turning::AtOnce } else { Turning::ByHand };
    let passes = form.get("passes").parse().ok().and_then(NonZeroU16::new);
    let draw = form.get("draw").parse().unwrap_or(1);
    Config::new(draw, passes, moves, form.is_on("back"), turn).ok_or(words::BAD_OPTIONS)
}

fn chip(win_status: WinStatus) -> Chip {
    let is_lost = matches!(win_status, WinStatus::NoLonger | WinStatus::Lost);
    let run = if is_lost { Command::BackToWinnable } else { Command::Verdict };
    Chip {
        name: match win_status {
            WinStatus::Off => "off",
            WinStatus::Thinking => "thinking",
            WinStatus::Winnable => "winnable",
            WinStatus::NoLonger => "no-longer",
            WinStatus::Never => "never",
            WinStatus::Lost => "lost",
            WinStatus::Unknown => "not-known",
        },
        label: texts::win_status(win_status),
        call: if is_lost { texts::GO_BACK } else { Text::EMPTY },
        help: texts::win_status_press(win_status),
        action: command("verdict", Text::EMPTY, run).action,
    }
}
