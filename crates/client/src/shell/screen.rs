use table::{Game as _, Refusal, Seat};
use text::Text;

use super::{
    Action, Banner, Bar, Block, Effect, FormData, Input, KeyBinding, Lesson, LogLine, Named, NewGame,
    Overlay, OverlayKind, Panel, Player, Point, Present, Press, Said, Scene, Session, Wait,
};
use crate::words::{self, label};
use crate::{Address, Reply, Settings};

/// A session of any game, as a renderer uses it. Places and piles have the identifiers of the [`Scene`].
pub trait Screen {
    /// The scene for a surface of this size.
    fn scene(&self, surface: Point) -> Scene;
    /// How long the animation of a card takes, in milliseconds.
    fn card_travel(&self) -> f64;
    /// The bars above and below the table.
    fn bar(&self) -> Bar;
    /// The dialog over the table that has to be answered.
    fn overlay(&self) -> Option<Overlay>;
    /// A message that stays until the position changes.
    fn banner(&self) -> Option<Banner>;
    /// A button that goes with the last message.
    fn said_buttons(&self) -> Vec<super::Button>;
    /// The content of a panel.
    fn panel(&self, panel: Panel) -> Vec<Block>;
    /// The last message.
    fn said(&self) -> &Said;
    /// The text of the last event.
    fn latest(&self) -> Option<LogLine>;
    /// The settings.
    fn settings(&self) -> &Settings;
    /// Increases with every change of the table.
    fn version(&self) -> u32;
    /// The place of the keyboard cursor.
    fn cursor(&self) -> String;
    /// What the table waits for.
    fn wait(&self) -> Wait;
    /// Whether a move waits for the server's confirmation.
    fn has_sent(&self) -> bool;
    /// Whether somebody at this screen has won.
    fn is_won(&self) -> bool;
    /// Whether the game is over.
    fn is_over(&self) -> bool;
    /// Whether this is a game for one player.
    fn is_solo(&self) -> bool;
    /// Whether a winnable first deal is still being searched for.
    fn wants_winnable_deal(&self) -> bool;
    /// Who sits on a seat.
    fn player(&self, seat: Seat) -> &Player;
    /// The lesson, if this is one.
    fn lesson(&self) -> Option<Lesson>;
    /// How many moves the player has made.
    fn moves(&self) -> usize;
    /// The time played, in milliseconds.
    fn spent(&self, now: u64) -> u64;
    /// The name of the deal.
    fn deal_name(&self) -> Text;
    /// The address of the deal, if others can play it.
    fn deal_address(&self) -> Option<String>;
    /// The address of the game, if it can be shown to others.
    fn game_address(&self) -> Option<String>;
    /// The address of the page on which this game is played.
    fn page(&self) -> &'static str;
    /// The game as text that may be shown now.
    fn record_text(&self) -> String;
    /// The game as a file, with every card in it.
    fn record(&self) -> String;
    /// The session as text to be saved; `None` if it is not saved on this device.
    fn saved(&self, now: u64) -> Option<String>;
    /// The current step of a replay, and the number of the last one.
    fn replay_position(&self) -> Option<(usize, usize)>;
    /// For a replay: up to which step the game could be won.
    fn replay_span(&self) -> Option<ReplaySpan>;

    /// A tap on a place.
    fn tap(&mut self, place: &str, now: u64);
    /// The start of a drag.
    fn lift(&mut self, place: &str, now: u64);
    /// The end of a drag, over a pile or outside of all piles.
    fn drop_on(&mut self, pile: Option<&str>, now: u64);
    /// The keyboard focus moved to a place.
    fn focus(&mut self, place: &str, now: u64);
    /// A key was pressed. Returns what is left to do for the caller.
    fn press(&mut self, press: Press<'_>, repeated: bool, now: u64) -> KeyResult;
    /// A button was pressed. Ignores actions that do not concern the session.
    fn act(&mut self, action: &Action, now: u64);
    /// The form for a new game was sent.
    fn start_new_game(&mut self, form: &FormData, now: u64) -> Result<(), Text>;
    /// Starts the deal of an address, unless it is already being played; returns whether the deal is of this
    /// game.
    fn open_address(&mut self, address: &Address, now: u64) -> bool;
    /// Imports a record.
    fn import(&mut self, record: &str, now: u64) -> Result<(), Text>;
    /// Goes to a step of the replay.
    fn go_to(&mut self, at: usize);
    /// The table became visible or hidden.
    fn set_present(&mut self, present: bool, now: u64);
    /// Shows a message from outside the session.
    fn note(&mut self, text: Text);
    /// A requested timer has expired.
    fn tick(&mut self, now: u64);
    /// The solver or a bot has answered.
    fn answer(&mut self, reply: Reply, now: u64);
    /// The effects since the last call, in order.
    fn take_effects(&mut self) -> Vec<Effect>;
    /// The table on the server has changed.
    fn receive(&mut self, seen: &wire::Snapshot, missed: bool, now: u64);
    /// The server confirmed the move.
    fn confirmed(&mut self, now: u64);
    /// The server refused the move.
    fn refused(&mut self, refusal: Option<&Refusal>, why: Text, now: u64);
}

/// The result of a key press.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyResult {
    /// The session handled it.
    Done,
    /// It opens a panel.
    Open(Panel),
    /// It has no effect here.
    Unknown,
}

/// Up to which step a replayed game could be won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplaySpan {
    /// A short identifier.
    pub name: &'static str,
    /// The last step that is known to be winnable.
    pub winnable: usize,
    /// The first step that is known to be lost.
    pub lost: usize,
    /// The same as text.
    pub text: Text,
    /// The step that lost the game, if there is one.
    pub turning_point: Option<usize>,
}

impl<P: Present> Session<P> {
    /// The address of the game, if it can be shown to others: always for a solo game, otherwise once it is
    /// over.
    #[must_use]
    pub fn game_address(&self) -> Option<String> {
        let table = self.table().filter(|table| self.is_solo() || table.outcome().is_some())?;
        P::can_be_watched(table).then(|| Address::of_game::<P>(table)).flatten()
    }

    /// The dialog over the table that has to be answered.
    #[must_use]
    pub fn overlay(&self) -> Option<Overlay> {
        let overlay = |kind, title, text, buttons| Overlay { kind, title, text, pairs: Vec::new(), buttons };
        if let Some(question) = self.question() {
            let buttons = vec![
                super::Button::new("yes", label::YES, Action::Answer(true)),
                super::Button::new("no", label::NO, Action::Answer(false)).main(),
            ];
            return Some(overlay(OverlayKind::Question, question, Text::EMPTY, buttons));
        }
        match self.wait() {
            Wait::Handover(seat) => {
                let title = words::pass_to(seat, self.player(seat));
                let show = super::Button::new("show", label::SHOW_HAND, Action::ShowHand).main();
                Some(overlay(OverlayKind::Handover(seat), title, label::SHOW_HAND_HELP, vec![show]))
            }
            Wait::Over => P::result(self),
            _ => None,
        }
    }
}

impl<P: Present> Screen for Session<P> {
    fn scene(&self, surface: Point) -> Scene {
        P::scene(self, surface)
    }

    fn card_travel(&self) -> f64 {
        P::CARD_TRAVEL
    }

    fn bar(&self) -> Bar {
        P::bar(self)
    }

    fn overlay(&self) -> Option<Overlay> {
        self.overlay()
    }

    fn banner(&self) -> Option<Banner> {
        P::banner(self)
    }

    fn said_buttons(&self) -> Vec<super::Button> {
        P::said_buttons(self)
    }

    fn panel(&self, panel: Panel) -> Vec<Block> {
        self.panel(panel)
    }

    fn said(&self) -> &Said {
        self.said()
    }

    fn latest(&self) -> Option<LogLine> {
        self.latest()
    }

    fn settings(&self) -> &Settings {
        self.settings()
    }

    fn version(&self) -> u32 {
        self.version()
    }

    fn cursor(&self) -> String {
        self.cursor().to_string()
    }

    fn wait(&self) -> Wait {
        self.wait()
    }

    fn has_sent(&self) -> bool {
        self.sent().is_some()
    }

    fn is_won(&self) -> bool {
        self.is_won()
    }

    fn is_over(&self) -> bool {
        self.is_over()
    }

    fn is_solo(&self) -> bool {
        self.is_solo()
    }

    fn wants_winnable_deal(&self) -> bool {
        P::wants_winnable_deal(self)
    }

    fn player(&self, seat: Seat) -> &Player {
        self.player(seat)
    }

    fn lesson(&self) -> Option<Lesson> {
        self.current_lesson()
    }

    fn moves(&self) -> usize {
        self.moves()
    }

    fn spent(&self, now: u64) -> u64 {
        self.spent(now)
    }

    fn deal_name(&self) -> Text {
        self.deal_name()
    }

    fn deal_address(&self) -> Option<String> {
        let record = self.table()?.record();
        matches!(record.origin, table::Origin::Deal(_))
            .then(|| Address::of_deal(&self.config(), &self.deal_name()))
    }

    fn game_address(&self) -> Option<String> {
        self.game_address()
    }

    fn page(&self) -> &'static str {
        P::page(&self.config())
    }

    fn record_text(&self) -> String {
        P::record_text(self).1
    }

    fn record(&self) -> String {
        self.table().map(table::Table::save).unwrap_or_default()
    }

    fn saved(&self, now: u64) -> Option<String> {
        self.saved(now)
    }

    fn replay_position(&self) -> Option<(usize, usize)> {
        self.replay_position()
    }

    fn replay_span(&self) -> Option<ReplaySpan> {
        P::replay_span(self)
    }

    fn tap(&mut self, place: &str, now: u64) {
        if let Some(place) = P::Place::from_name(place) {
            self.handle(Input::Tap(place), now);
        }
    }

    fn lift(&mut self, place: &str, now: u64) {
        if let Some(place) = P::Place::from_name(place) {
            self.handle(Input::Lift(place), now);
        }
    }

    fn drop_on(&mut self, pile: Option<&str>, now: u64) {
        self.handle(Input::Drop(pile.and_then(P::Pile::from_name)), now);
    }

    fn focus(&mut self, place: &str, now: u64) {
        if let Some(place) = P::Place::from_name(place)
            && place != self.cursor
        {
            self.handle(Input::Focus(place), now);
        }
    }

    fn press(&mut self, press: Press<'_>, repeated: bool, now: u64) -> KeyResult {
        match press.key::<P>() {
            // Online, all players start a new game together.
            Some(KeyBinding::Open(Panel::NewGame)) if self.is_remote() => KeyResult::Unknown,
            Some(KeyBinding::Open(_)) if self.question().is_some() => KeyResult::Unknown,
            Some(KeyBinding::Open(panel)) => KeyResult::Open(panel),
            Some(KeyBinding::Input(input)) => {
                // A key that is held down repeats only cursor movement, undo and redo.
                if !repeated
                    || input.repeats()
                    || matches!(&input, Input::Game(command) if P::repeats(*command))
                {
                    self.handle(input, now);
                }
                KeyResult::Done
            }
            None => KeyResult::Unknown,
        }
    }

    fn act(&mut self, action: &Action, now: u64) {
        let input = match action {
            Action::Undo => Input::Undo,
            Action::Redo => Input::Redo,
            Action::Hint => Input::Hint,
            Action::Why => Input::Why,
            Action::Again => Input::Again,
            Action::StartPreset(preset) => match P::preset(preset) {
                Some(game) => Input::New(Box::new(game)),
                None => return,
            },
            Action::Restart => Input::Restart,
            Action::Previous => Input::Previous,
            Action::Resign => Input::Resign,
            Action::EndGame => Input::EndGame,
            Action::Answer(sure) => Input::Answer(*sure),
            Action::Skip => Input::Skip,
            Action::ShowHand => Input::Show,
            Action::Set(setting) => Input::Set(*setting),
            Action::Command(at) => match P::COMMANDS.get(usize::from(*at)) {
                Some(command) => Input::Game(*command),
                None => return,
            },
            _ => return,
        };
        self.handle(input, now);
    }

    fn start_new_game(&mut self, form: &FormData, now: u64) -> Result<(), Text> {
        let game = P::read_new_game(form)?;
        self.handle(Input::New(Box::new(game)), now);
        Ok(())
    }

    fn open_address(&mut self, address: &Address, now: u64) -> bool {
        let Address::Deal { config, deal } = address else { return false };
        let Some(config) = P::deal_config(config) else { return false };
        let players = P::usual_players(P::Game::new(&config).seats().into());
        let game = NewGame { config, deal: Some(deal.clone()), players };
        let is_played = game.config == self.config()
            && game.deal.as_ref().is_some_and(|deal| Text::name(deal) == self.deal_name());
        if !is_played {
            self.handle(Input::New(Box::new(game)), now);
        }
        true
    }

    fn import(&mut self, record: &str, now: u64) -> Result<(), Text> {
        self.import(record, now)
    }

    fn go_to(&mut self, at: usize) {
        self.go_to(at);
    }

    fn set_present(&mut self, present: bool, now: u64) {
        self.handle(if present { Input::Here } else { Input::Away }, now);
    }

    fn note(&mut self, text: Text) {
        self.note(text);
    }

    fn tick(&mut self, now: u64) {
        self.tick(now);
    }

    fn answer(&mut self, reply: Reply, now: u64) {
        self.answer(reply, now);
    }

    fn take_effects(&mut self) -> Vec<Effect> {
        self.take_effects()
    }

    fn receive(&mut self, seen: &wire::Snapshot, missed: bool, now: u64) {
        if let Some(step) = crate::online::step::<P>(seen, missed) {
            self.receive_step(step, now);
        }
    }

    fn confirmed(&mut self, now: u64) {
        self.confirmed(now);
    }

    fn refused(&mut self, refusal: Option<&Refusal>, why: Text, now: u64) {
        self.refused(refusal, why, now);
    }
}
