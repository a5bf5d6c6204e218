use table::{Eye, Game as _, Origin, RecordError, Seat, Table, View as _};
use text::Text;
use wire::TableCommand;

use super::doubt::Doubt;
use super::log::{Log, describe};
use super::{
    ConfigOf, Effect, Input, Lesson, Link, LogLine, MoveOf, NewGame, Pick, Play, Player, Point, Said,
    SavedGame, SavedSession, Scene, Script, Setting, Tone, ViewOf, Wait,
};
use crate::statistics::Tally;
use crate::{Ask, Clock, Question, Reply, Settings, words};

/// A table with a player at the screen. See the [module](super) for how it is used.
pub struct Session<P: Play> {
    pub(crate) link: Link<P::Game>,
    /// What the viewer at the screen may know now.
    pub(crate) view: ViewOf<P>,
    pub(crate) players: Vec<Player>,
    /// Whose hand is shown, if several people share the screen.
    pub(crate) shown: Option<Seat>,
    pub(crate) settings: Settings,
    pub(crate) pick: Option<Pick<P::Place>>,
    pub(crate) cursor: P::Place,
    pub(crate) doubt: Option<Doubt<MoveOf<P>>>,
    pub(crate) said: Said,
    pub(super) log: Log,
    /// The pending question.
    pub(crate) asked: Option<(u64, P::Purpose)>,
    last_question: u64,
    /// The decision of the bot whose turn it is.
    pub(super) decided: Option<MoveOf<P>>,
    /// Until when the last event stays on the screen.
    pub(super) due: u64,
    /// Whether pauses are skipped until it is a person's turn.
    pub(super) hurry: bool,
    pub(crate) clock: Clock,
    pub(crate) tally: Tally,
    /// The time of the last call.
    pub(crate) now: u64,
    /// The lesson at this table. Nothing that happens in it is saved or counted.
    pub(crate) lesson: Option<Lesson>,
    /// The previous game, if it was unfinished.
    pub(super) previous: Option<SavedGame<MoveOf<P>>>,
    pub(crate) seed: u64,
    /// Increases with every change of the table.
    pub(crate) version: u32,
    /// Increases with every new game.
    pub(crate) game: u32,
    pub(crate) effects: Vec<Effect>,
    /// The state that only this game has.
    pub(crate) state: P::State,
}

impl<P: Play> Session<P> {
    /// A session with a new game. The seed chooses its deal, if none is given, and the deals after it.
    pub fn new(game: NewGame<ConfigOf<P>>, settings: Settings, seed: u64) -> Result<Session<P>, Text> {
        let NewGame { config, deal, players } = game.checked::<P::Game>()?;
        let mut seed = seed;
        let deal = deal.unwrap_or_else(|| crate::random::random_deal(&mut seed));
        let table = Table::new(config, deal).map_err(|error| error.text())?;
        let mut session = Session::local(table, players, settings, seed);
        session.start(0);
        Ok(session)
    }

    /// A session with a lesson. The only automatic moves in it turn cards up.
    pub fn lesson(script: &'static Script, settings: Settings) -> Option<Session<P>> {
        let config: ConfigOf<P> = script.config.parse().ok()?;
        let deal: cards::DealId = script.deal.parse().ok()?;
        let table = Table::<P::Game>::new(config, deal).ok()?;
        let settings = Settings { turn_for_me: true, safe_moves: false, verdict: false, ..settings };
        let players = P::lesson_players(usize::from(table.game().seats()));
        let mut session = Session::local(table, players, settings, 0);
        session.lesson = Some(Lesson::new(script));
        session.start(0);
        session.effects.clear();
        Some(session)
    }

    /// A session that resumes a saved game.
    pub fn resume(text: &str, settings: Settings, seed: u64) -> Result<Session<P>, Text> {
        let saved: SavedSession<MoveOf<P>> = serde_json::from_str(text).map_err(|_| words::BROKEN_SAVE)?;
        let (table, players) =
            saved.game.table::<P>().map_err(|error: RecordError| words::broken_record(&error))?;
        let mut session = Session::local(table, players, settings, seed);
        session.previous = saved.previous;
        session.take_up(saved.game);
        session.said.say(Tone::Note, words::RESUMED);
        P::resumed(&mut session);
        Ok(session)
    }

    fn local(table: Table<P::Game>, players: Vec<Player>, settings: Settings, seed: u64) -> Session<P> {
        let view = table.view(Eye::Spectator);
        let mut session = Session::with(Link::local(table), view, players, settings, seed);
        session.look_again();
        session.cursor = P::home(&session);
        P::seated(&mut session, None);
        session
    }

    pub(super) fn with(
        link: Link<P::Game>,
        view: ViewOf<P>,
        players: Vec<Player>,
        settings: Settings,
        seed: u64,
    ) -> Session<P> {
        let mut session = Session {
            link,
            players: Vec::new(),
            shown: None,
            view,
            settings,
            pick: None,
            doubt: None,
            cursor: P::Place::default(),
            said: Said::nothing(),
            log: Log::default(),
            asked: None,
            last_question: 0,
            decided: None,
            due: 0,
            hurry: false,
            clock: Clock::default(),
            tally: Tally::default(),
            now: 0,
            lesson: None,
            previous: None,
            seed,
            version: 0,
            game: 0,
            effects: Vec::new(),
            state: P::State::default(),
        };
        session.seat_players(players);
        session
    }

    pub(super) fn seat_players(&mut self, players: Vec<Player>) {
        self.said.names = players.iter().map(|player| player.name.clone()).collect();
        self.players = players;
    }

    /// Replaces the table.
    pub(super) fn sit_down(
        &mut self,
        table: Table<P::Game>,
        players: Vec<Player>,
        certificate: Option<Vec<MoveOf<P>>>,
    ) {
        self.stop_asking();
        self.link = Link::local(table);
        self.seat_players(players);
        (self.shown, self.pick, self.doubt) = (None, None, None);
        (self.hurry, self.decided) = (false, None);
        (self.clock, self.tally) = (Clock::default(), Tally::default());
        self.version += 1;
        self.game += 1;
        self.look_again();
        self.cursor = P::home(self);
        P::seated(self, certificate);
    }

    /// Continues the clock and the statistics of a resumed game.
    pub(super) fn take_up(&mut self, saved: SavedGame<MoveOf<P>>) {
        self.clock = Clock::after(saved.spent);
        self.tally = Tally::after(saved.id, saved.hints);
        if saved.certificate.is_some() {
            P::seated(self, saved.certificate);
        }
    }

    /// Rebuilds the view and the log: there are other people at the screen, or another game.
    pub(super) fn look_again(&mut self) {
        let (eye, eyes) = (self.eye(), self.eyes());
        let Link::Local(table) = &self.link else { return };
        self.view = table.view(eye);
        let record = table.record();
        let mut past = Table::<P::Game>::open(record.config.clone(), record.origin.clone());
        let mut log = Log::default();
        for entry in &record.entries {
            let before = past.game().clone();
            // It was accepted when it was recorded.
            let _ = past.enter(entry.clone());
            log.push(describe::<P>(&before, entry, past.game(), &eyes));
        }
        self.log = log;
    }

    /// What the viewer at the screen may know.
    #[must_use]
    pub fn view(&self) -> &ViewOf<P> {
        &self.view
    }

    /// Who sits where, from seat A on.
    #[must_use]
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Increases with every change of the table.
    #[must_use]
    pub fn version(&self) -> u32 {
        self.version
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The picked cards.
    #[must_use]
    pub fn pick(&self) -> Option<Pick<P::Place>> {
        self.pick
    }

    /// Where the picked cards can go.
    #[must_use]
    pub fn targets(&self) -> Vec<P::Pile> {
        self.pick.map_or_else(Vec::new, |pick| P::targets(self, pick))
    }

    /// The place of the keyboard cursor.
    #[must_use]
    pub fn cursor(&self) -> P::Place {
        self.cursor
    }

    /// The last message.
    #[must_use]
    pub fn said(&self) -> &Said {
        &self.said
    }

    /// The lesson, if this is one.
    #[must_use]
    pub fn current_lesson(&self) -> Option<Lesson> {
        self.lesson
    }

    /// A text with the players' names filled in.
    #[must_use]
    pub fn with_names(&self, text: &Text) -> Text {
        text.called(&self.said.names)
    }

    /// Whether the table is on a server.
    #[must_use]
    pub fn is_remote(&self) -> bool {
        self.link.remote().is_some()
    }

    /// Whether this is a game for one player.
    #[must_use]
    pub fn is_solo(&self) -> bool {
        self.players.len() == 1
    }

    /// Whether somebody at this screen has won.
    #[must_use]
    pub fn is_won(&self) -> bool {
        let winners = self.view.outcome().map(|outcome| outcome.winners);
        winners.is_some_and(|seats| seats.iter().any(|seat| self.player(seat).is_person()))
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.view.outcome().is_some()
    }

    /// Whether there is a step to undo.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.stepping_seat().is_some_and(|seat| match self.remote_steps() {
            Some((undo, _)) => undo > 0,
            None => self.link.table().is_some_and(|table| table.undo_refusal(seat).is_none()),
        })
    }

    /// Whether there is a step to redo.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        self.stepping_seat().is_some_and(|seat| match self.remote_steps() {
            Some((_, redo)) => redo > 0,
            None => self.link.table().is_some_and(|table| table.can_redo(seat)),
        })
    }

    /// The seat whose steps can be undone now; in a solo game even after its end.
    fn stepping_seat(&self) -> Option<Seat> {
        match self.wait() {
            Wait::Person(seat) => Some(seat),
            Wait::Over if self.is_solo() => Some(Seat::A),
            _ => None,
        }
    }

    /// Whether there is a game to return to.
    #[must_use]
    pub fn has_previous(&self) -> bool {
        self.previous.is_some()
    }

    /// The time played, in milliseconds.
    #[must_use]
    pub fn spent(&self, now: u64) -> u64 {
        self.clock.spent(now)
    }

    /// How many moves the player has made, as shown and counted in the statistics.
    #[must_use]
    pub fn moves(&self) -> usize {
        P::moves(self)
    }

    /// The table with the whole game: the local one, or that of the replay.
    #[must_use]
    pub fn table(&self) -> Option<&Table<P::Game>> {
        self.link.table().or_else(|| self.link.replay().map(super::Replay::table))
    }

    /// The name of the deal, such as `v1:42`.
    #[must_use]
    pub fn deal_name(&self) -> Text {
        match self.table().map(|table| &table.record().origin) {
            Some(Origin::Deal(id)) => Text::name(id),
            Some(Origin::Secret(_) | Origin::Fair(_) | Origin::Hash(_)) | None => words::SECRET_DEAL,
        }
    }

    /// The game as a record, with every card in it.
    #[must_use]
    pub fn record(&self) -> String {
        self.link.table().map(Table::save).unwrap_or_default()
    }

    /// All events as the viewer at the screen saw them, the oldest first.
    #[must_use]
    pub fn story(&self) -> Vec<LogLine> {
        self.log.for_viewer(self.eye()).map(|line| self.name_players(line)).collect()
    }

    /// The text of the last event.
    #[must_use]
    pub fn latest(&self) -> Option<LogLine> {
        self.log.for_viewer(self.eye()).next_back().map(|line| self.name_players(line))
    }

    fn name_players(&self, line: &LogLine) -> LogLine {
        LogLine {
            text: self.with_names(&line.text),
            reason: line.reason.as_ref().map(|reason| self.with_names(reason)),
            ..line.clone()
        }
    }

    /// Shows a message from outside the session.
    pub fn note(&mut self, text: Text) {
        self.said.say(Tone::Note, text);
    }

    /// The effects since the last call, in order.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// The scene for a surface of this size.
    #[must_use]
    pub fn scene(&self, surface: Point) -> Scene {
        P::scene(self, surface)
    }

    /// Handles an input. The time is in milliseconds of any monotonic clock.
    pub fn handle(&mut self, input: Input<P>, now: u64) {
        self.now = now;
        P::forget_motion(self);
        if P::intercept(self, &input, now) {
            return;
        }
        if self.lesson.is_some_and(|lesson| !input.is_allowed_in(lesson)) {
            return self.said.say(Tone::Note, words::lesson::LATER);
        }
        let settings = self.settings;
        match input {
            Input::Focus(place) => self.cursor = P::clamp(self, place),
            Input::Walk(direction) => {
                let direction = if self.settings.left_handed { direction.mirrored() } else { direction };
                self.cursor = P::walk(self, direction);
            }
            Input::Set(setting) => self.set(setting, now),
            Input::Away => {
                self.clock.stop(now);
                self.save();
            }
            Input::Here => {
                if P::moves(self) > 0 && !self.is_over() {
                    self.clock.start(now);
                }
            }
            Input::New(_) | Input::Restart | Input::Previous if self.is_remote() => {}
            Input::New(game) => self.begin(*game, now),
            Input::Again if self.is_remote() => self.effects.push(Effect::Send(TableCommand::Rematch)),
            Input::Again => self.again(now),
            Input::Restart => self.restart(now),
            Input::Previous => self.return_to_previous(now),
            Input::Resign => self.ask_before_resigning(),
            Input::EndGame => self.ask_before_ending(),
            Input::Why => self.explain_last_move(),
            Input::Answer(sure) => self.answer_doubt(sure, now),
            // Nothing else happens before the question is answered.
            Input::Escape if self.doubt.is_some() => self.answer_doubt(false, now),
            _ if self.doubt.is_some() || self.link.replay().is_some() => {}
            Input::Game(command) => P::command(self, command, now),
            Input::Hint if self.is_solo() => P::ask_hint(self),
            Input::Undo if self.is_solo() => self.undo(Seat::A, now),
            Input::Redo if self.is_solo() => self.redo(Seat::A, now),
            input => match self.wait() {
                Wait::Person(seat) => self.in_turn(seat, input, now),
                Wait::Over if self.is_solo() => self.in_turn(Seat::A, input, now),
                Wait::Handover(seat) => {
                    if matches!(input, Input::Show | Input::Enter | Input::Skip) {
                        self.show_hand(seat, now);
                    }
                }
                Wait::Chance | Wait::Bot(_) | Wait::Other(_) => self.while_others_play(&input, now),
                Wait::Over | Wait::Replay | Wait::Stuck => {}
            },
        }
        if self.settings != settings && self.lesson.is_none() {
            self.effects.push(Effect::SaveSettings(self.settings.write()));
        }
        self.proceed(now);
    }

    fn in_turn(&mut self, seat: Seat, input: Input<P>, now: u64) {
        match input {
            Input::Tap(place) => self.tap(place, now),
            Input::DoubleTap(place) => self.double_tap(place, now),
            Input::Lift(place) => self.lift(place),
            Input::Drop(pile) => self.drop_on(pile, now),
            Input::Enter => self.tap(self.cursor, now),
            Input::Escape => self.put_back(),
            Input::Undo => self.undo(seat, now),
            Input::Redo => self.redo(seat, now),
            Input::Hint => P::ask_hint(self),
            _ => {}
        }
    }

    fn while_others_play(&mut self, input: &Input<P>, now: u64) {
        if matches!(input, Input::Tap(_) | Input::Enter | Input::Skip) {
            self.hurry = true;
            self.due = now;
        } else if matches!(input, Input::Undo | Input::Hint) {
            self.said.say(Tone::Note, words::NOT_YOUR_TURN);
        }
    }

    fn set(&mut self, setting: Setting, now: u64) {
        match setting {
            Setting::Toggle(switch) => self.settings.toggle(switch),
            Setting::Theme(theme) => self.settings.theme = theme,
            Setting::Language(language) => self.settings.language = language,
            Setting::Motion(motion) => self.settings.motion = motion,
            Setting::Pace(pace) => self.settings.pace = pace,
        }
        P::setting_changed(self, now);
    }

    fn explain_last_move(&mut self) {
        let explained = |line: &LogLine| Some((line.text.clone(), line.reason.clone()?));
        let text = match self.log.for_viewer(self.eye()).rev().find_map(explained) {
            Some((move_text, reason)) => words::why(&move_text, reason),
            None => words::NOTHING_TO_EXPLAIN,
        };
        self.said.say(Tone::Note, text);
    }

    pub(crate) fn ask(&mut self, purpose: P::Purpose, question: Question) {
        self.last_question += 1;
        self.asked = Some((self.last_question, purpose));
        self.effects.push(Effect::Ask(Ask { id: self.last_question, question }));
    }

    pub(crate) fn stop_asking(&mut self) {
        if self.asked.take().is_some() {
            self.effects.push(Effect::StopAsking);
        }
    }

    /// Handles an answer. A late one is ignored.
    pub fn answer(&mut self, reply: Reply, now: u64) {
        self.now = now;
        let Some((_, purpose)) = self.asked.filter(|(id, _)| *id == reply.id) else { return };
        P::forget_motion(self);
        self.asked = None;
        P::answered(self, purpose, reply.answer, now);
    }
}
