//! Implements `Play` for Klondike.

use cards::{Card, DealId};
use games::klondike::{Column, ColumnCards, Config, Klondike, Move, Place, Stock, View};
use table::{Entry, Origin, Refusal, Seat, View as _};
use text::{Separator, Text};

use super::advice::{Advice, Purpose};
use super::finish::Finish;
use super::motion::Motion;
use super::words as texts;
use super::{Command, Pile, Session, commands, cursor, lesson, pick};
use crate::shell::{Direction, Effect, Input, KeyBinding, Pick, Play, Point, Scene, Script, Sound, Tone};
use crate::statistics::Kind;
use crate::{Answer, Question, words};

/// Identifies Klondike to the shell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KlondikePlay;

/// The part of a session's state that only Klondike has.
#[derive(Default)]
pub struct State {
    /// The moves of the last step, in order.
    pub(super) step: Vec<Move>,
    /// Cards that the player moved back from a foundation: they do not go up again automatically.
    pub(super) brought_back: Vec<Card>,
    pub(super) advice: Advice,
    /// The moves that win the deal, if it was chosen as a winnable one.
    pub(super) certificate: Option<Vec<Move>>,
    pub(super) finish: Option<Finish>,
    /// The options of the winnable deal that is being searched for.
    pub(super) searching: Option<Config>,
    pub(super) motion: Motion,
    /// For a replay: up to where it could be won.
    pub(super) span: Option<super::WinnableSpan>,
}

impl Play for KlondikePlay {
    type Game = Klondike;
    type Place = Place;
    type Pile = Pile;
    type Command = Command;
    type Purpose = Purpose;
    type State = State;

    const DEALS_ONCE: bool = true;

    fn seat_to_move(_: &View) -> Seat {
        Seat::A
    }

    fn config(view: &View) -> Config {
        view.config
    }

    fn is_first_round(view: &View) -> bool {
        let is_untouched = |pile: &ColumnCards| pile.face_up.len() == 1;
        view.stock == Stock::Unseen(24)
            && view.foundations.0.iter().all(|height| *height == 0)
            && view.columns.0.iter().all(is_untouched)
    }

    fn summary(table: &table::Table<Klondike>) -> Option<Text> {
        let (record, moves) = (table.record(), table.record().line().len());
        let deal = match &record.origin {
            Origin::Deal(id) => words::deal_short(Text::name(id)),
            Origin::Secret(_) | Origin::Fair(_) | Origin::Hash(_) => words::SECRET_DEAL,
        };
        (moves > 0).then(|| texts::saved(texts::title(record.config), deal, moves))
    }

    fn lesson(preset: &str) -> Option<&'static Script> {
        lesson::script(preset)
    }

    fn kind(session: &Session) -> Kind {
        Kind::new(session.view.config)
    }

    fn read_kind(text: &str) -> Option<(String, Text)> {
        let config: Config = text.parse().ok()?;
        Some((config.to_string(), texts::title(config)))
    }

    fn choose_deal(session: &mut Session, config: &Config) -> Option<DealId> {
        let number = crate::random::deal_number(&mut session.seed);
        if !session.settings.winnable_only(*config) {
            return Some(DealId::V1(number));
        }
        session.state.searching = Some(*config);
        session.said.say(Tone::Note, texts::SEARCHING);
        session.stop_asking();
        session.ask(Purpose::NewDeal, Question::WinnableDeal { config: *config, from: number });
        None
    }

    fn clamp(session: &Session, place: Place) -> Place {
        cursor::clamp(&session.view, place)
    }

    fn walk(session: &Session, direction: Direction) -> Place {
        cursor::walk(&session.view, session.cursor, direction)
    }

    fn key(letter: char) -> Option<KeyBinding<KlondikePlay>> {
        commands::key(letter)
    }

    fn press(session: &Session, place: Place) -> Option<Move> {
        match place {
            Place::Stock => Some(session.view.tap(Place::Stock).unwrap_or(Move::Draw)),
            place if session.pick.is_none() => pick::turn(&session.view, place),
            _ => None,
        }
    }

    fn can_pick(session: &Session, place: Place) -> bool {
        pick::can_pick(&session.view, place)
    }

    fn refuse_pick(session: &Session, place: Place) -> Result<Text, Refusal> {
        let view = &session.view;
        match place {
            Place::Foundation(suit) => match pick::no_way_back(view, suit) {
                Some(refusal) => Err(refusal),
                None => Ok(texts::nothing_there(view, place)),
            },
            place => Ok(texts::nothing_there(view, place)),
        }
    }

    fn describe_pick(session: &Session, pick: Pick<Place>) -> (Text, bool) {
        let targets = pick::targets(&session.view, pick);
        (texts::picked(&session.view, pick, &targets), true)
    }

    fn drop_move(session: &Session, pick: Pick<Place>, to: Pile) -> Option<Result<Move, Refusal>> {
        pick::drop_move(&session.view, pick, to)
    }

    fn targets(session: &Session, pick: Pick<Place>) -> Vec<Pile> {
        pick::targets(&session.view, pick)
    }

    fn best_move(session: &Session, pick: Pick<Place>) -> Result<Move, Option<Text>> {
        let view = &session.view;
        pick::best_move(view, pick).ok_or_else(|| pick::card_at(view, pick.place).map(words::no_place))
    }

    fn repeats(command: Command) -> bool {
        command == Command::Draw
    }

    fn command(session: &mut Session, command: Command, now: u64) {
        session.run(command, now);
    }

    fn is_allowed_in_lesson(command: Command) -> bool {
        matches!(command, Command::Column(_) | Command::Waste | Command::Foundation | Command::Draw)
    }

    fn intercept(session: &mut Session, input: &Input<KlondikePlay>, now: u64) -> bool {
        if input.is_aside() {
            return false;
        }
        if session.state.finish.is_some() && session.is_remote() {
            let is_same = matches!(input, Input::Game(Command::Finish));
            if !is_same {
                session.stop_finish();
            }
            return is_same;
        }
        if session.state.finish.is_some() {
            session.finish_at_once(now);
            return true;
        }
        if session.state.searching.is_some() {
            session.stop_search();
            return matches!(input, Input::Escape | Input::Game(Command::StopSearch));
        }
        false
    }

    fn before_move(session: &mut Session, mv: Move) {
        if let Move::FoundationToColumn { from, .. } = mv {
            let card = session.view.foundation_top(from);
            session.state.brought_back.extend(card);
        }
        session.state.step.clear();
    }

    fn after_move(session: &mut Session, before: &View, mv: Move) {
        let crate::shell::Link::Local(table) = &session.link else { return };
        session.state.advice.follow(before, mv, table.game());
        session.state.step.push(mv);
    }

    fn move_returned(session: &mut Session, _: Move) {
        session.stop_finish();
    }

    fn automatic_move(session: &Session) -> Option<Move> {
        let view = &session.view;
        let turn = view.turn_for_me().filter(|_| session.settings.turn_for_me);
        turn.or_else(|| {
            view.safe_move().filter(|mv| session.settings.safe_moves && !is_brought_back(session, *mv))
        })
    }

    fn announce(session: &mut Session, before: &View, events: Vec<Text>) {
        let could_finish = session.state.finish.is_some() || before.finish_move().is_some();
        let view = &session.view;
        let news = match view.outcome {
            Some(_) if session.is_won() => Some(texts::WON),
            Some(_) => Some(texts::NO_MOVE_LEFT),
            None if view.is_stuck() => Some(texts::STUCK),
            None if !could_finish && view.finish_move().is_some() => Some(texts::CAN_FINISH),
            None => None,
        };
        let tone = if news.is_some() { Tone::Note } else { Tone::Done };
        let text = Text::row(
            [Text::row(events, Separator::Semicolon).sentence(), news.unwrap_or_default()],
            Separator::Space,
        );
        if !text.is_empty() {
            session.said.say(tone, text);
        }
        if session.is_won() {
            session.effects.push(Effect::Sound(Sound::Win));
        }
        let sound = match session.state.step.first() {
            Some(Move::Draw | Move::Redeal | Move::Turn { .. }) => Some(Sound::Turn),
            Some(Move::WasteToFoundation | Move::ColumnToFoundation { .. }) => Some(Sound::Foundation),
            Some(_) => Some(Sound::Place),
            None => None,
        };
        session.effects.extend(sound.map(Effect::Sound));
    }

    fn announce_deal(session: &mut Session) {
        if session.lesson.is_none() {
            let text = texts::dealt(session.view.config, session.deal_name());
            session.said.say(Tone::Done, text);
        }
        session.state.step.clear();
        KlondikePlay::note_deal(session);
    }

    fn note_motion(session: &mut Session, before: &View, entries: &[Entry<Klondike>]) {
        if entries.iter().any(|entry| matches!(entry, Entry::Undo(_) | Entry::Redo(_))) {
            session.state.step.clear();
        }
        session.state.motion.note(before);
    }

    fn note_deal(session: &mut Session) {
        session.state.motion = Motion::Dealt;
    }

    fn forget_motion(session: &mut Session) {
        session.state.motion = Motion::None;
    }

    fn describe_step(before: usize, after: usize) -> Option<Text> {
        Some(match before.checked_sub(after) {
            Some(undone) => texts::undone(undone),
            None => texts::redone(after - before),
        })
    }

    fn settled(session: &mut Session, _: u64) {
        session.position_changed();
    }

    fn seated(session: &mut Session, certificate: Option<Vec<Move>>) {
        session.state.step.clear();
        session.state.brought_back.clear();
        (session.state.finish, session.state.searching) = (None, None);
        session.begin_advice(certificate.as_deref());
        session.state.certificate = certificate;
    }

    fn resumed(session: &mut Session) {
        session.ask_next();
    }

    fn certificate(session: &Session) -> Option<Vec<Move>> {
        session.state.certificate.clone()
    }

    fn setting_changed(session: &mut Session, now: u64) {
        session.follow_settings(now);
    }

    fn tick(session: &mut Session, now: u64) {
        session.continue_finish(now);
    }

    fn ask_hint(session: &mut Session) {
        session.ask_for_hint(None);
    }

    fn drop_hint(session: &mut Session) -> bool {
        session.hide_hint()
    }

    fn hinted_moves(session: &Session) -> Vec<Move> {
        session.hint().map_or_else(Vec::new, |hint| hint.now().to_vec())
    }

    fn ask_next(session: &mut Session) {
        session.ask_next();
    }

    fn answered(session: &mut Session, purpose: Purpose, answer: Answer, now: u64) {
        session.take_answer(purpose, answer, now);
    }

    fn ends(session: &Session, mv: Move) -> Option<(Place, Place)> {
        let view = &session.view;
        let onto = |to: Column| Place::Column(to, u8::from(!view.columns[to].is_empty()));
        let up = |card: Option<Card>| card.map(|card| Place::Foundation(card.suit));
        Some(match mv {
            Move::Draw => (Place::Stock, Place::Waste),
            Move::Redeal => (Place::Waste, Place::Stock),
            Move::WasteToColumn { to } => (Place::Waste, onto(to)),
            Move::WasteToFoundation => (Place::Waste, up(view.waste.last().copied())?),
            Move::ColumnToColumn { from, to, count } => (Place::Column(from, count), onto(to)),
            Move::ColumnToFoundation { from } => (Place::Column(from, 1), up(view.columns[from].top())?),
            Move::Turn { column } => (Place::Column(column, 1), Place::Column(column, 1)),
            Move::FoundationToColumn { from, to } => (Place::Foundation(from), onto(to)),
        })
    }

    fn scene(session: &Session, surface: Point) -> Scene {
        super::scene::scene(session, surface)
    }
}

/// Whether an automatic move would send up a card that the player moved back on purpose.
fn is_brought_back(session: &Session, mv: Move) -> bool {
    let card = match mv {
        Move::ColumnToFoundation { from } => session.view.columns[from].top(),
        _ => None,
    };
    card.is_some_and(|card| session.state.brought_back.contains(&card))
}

impl Session {
    /// The moves of the last step, in order: the player's, then the automatic ones.
    #[must_use]
    pub fn step(&self) -> &[Move] {
        &self.state.step
    }

    /// Whether the deal was chosen as a winnable one.
    #[must_use]
    pub fn is_certified(&self) -> bool {
        self.state.certificate.is_some()
    }

    /// Whether a winnable deal is being searched for.
    #[must_use]
    pub fn is_searching(&self) -> bool {
        self.state.searching.is_some()
    }

    fn follow_settings(&mut self, now: u64) {
        self.state.advice.set_always(self.settings.verdict);
        if self.settings.turn_for_me && self.view.outcome().is_none() && self.view.turn_for_me().is_some() {
            // Turning up a card belongs to the step that uncovered it.
            self.state.step.clear();
            self.play_automatic_moves(now);
        }
        self.ask_next();
    }
}
