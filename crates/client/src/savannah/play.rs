//! What Savannah provides to the shell.

use bots::savannah::{Level, explain, reason};
use games::savannah::{
    Config, Foundation, Move, Phase, Savannah, SourcePile, View, describe, tell_end, tell_limit,
};
use table::{Entry, Eye, Refusal, Seat, Sight as _, Table, View as _};
use text::Text;

use super::kind::TableKind;
use super::motion::{self, Came};
use super::words as texts;
use super::{Command, Pile, Place, Session, commands, lesson};
use crate::shell::{
    Direction, Effect, KeyBinding, Pick, Play, Player, PlayerKind, Point, Scene, Script, Sound, Tone, Wait,
};
use crate::statistics::Kind;
use crate::{Answer, Question, words};

/// The name of Savannah for the shell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SavannahPlay;

/// What the shell remembers for Savannah.
#[derive(Default)]
pub struct State {
    /// Whether the next card of the hand that is tapped is discarded.
    pub(super) discarding: bool,
    /// What an expert would play, if the player asked.
    pub(super) hint: Option<Move>,
    /// Which cards have just come to where they lie, and from where.
    pub(super) came: Vec<Came>,
    /// Grows with every roll.
    pub(super) rolls: u32,
    /// The round in which the limit of rounds was announced last.
    limit_announced: u32,
}

/// What a question to a bot is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// A bot's own turn.
    Turn,
    /// A hint.
    Hint,
}

impl Play for SavannahPlay {
    type Game = Savannah;
    type Place = Place;
    type Pile = Pile;
    type Command = Command;
    type Purpose = Purpose;
    type State = State;

    const DEALS_ONCE: bool = false;
    const CARD_TRAVEL: f64 = 280.0;

    fn seat_to_move(view: &View) -> Seat {
        view.public().seat
    }

    fn is_handover(game: &Savannah) -> bool {
        matches!(game.public().phase, Phase::Roll | Phase::Play)
    }

    fn settles_with_move(game: &Savannah) -> bool {
        // What is drawn in the middle of a turn belongs to the move; the dice of the next turn do not.
        game.public().phase != Phase::Roll
    }

    fn usual_players(seats: usize) -> Vec<Player> {
        players(seats, Level::Keen)
    }

    fn lesson_players(seats: usize) -> Vec<Player> {
        players(seats, Level::Beginner)
    }

    fn config(view: &View) -> Config {
        view.public().config
    }

    /// The seat after the one that started starts (V4).
    fn next_config(view: &View) -> Config {
        let config = view.public().config;
        let first = view.public().first.map(|seat| seat.next(config.seats()));
        config.with_first(first).unwrap_or(config)
    }

    fn is_first_round(view: &View) -> bool {
        view.public().round <= 1
    }

    fn summary(table: &Table<Savannah>) -> Option<Text> {
        let public = table.game().public();
        Some(texts::saved(public.config.seats(), public.round))
    }

    fn lesson(_: &str) -> Option<&'static Script> {
        Some(&lesson::SCRIPT)
    }

    fn kind(session: &Session) -> Kind {
        let levels = session.players.iter().filter_map(|player| match player.kind {
            PlayerKind::Bot(level) => Some(level),
            PlayerKind::Person | PlayerKind::Guest(_) => None,
        });
        Kind::new(TableKind::new(session.config().seats(), levels.max()))
    }

    fn read_kind(text: &str) -> Option<(String, Text)> {
        let kind = TableKind::read(text)?;
        Some((kind.to_string(), texts::kind(&kind)))
    }

    fn moves(session: &Session) -> usize {
        let is_own = |entry: &&Entry<Savannah>| matches!(entry, Entry::Move { seat, .. } if session.player(*seat).is_person());
        let own = |table: &Table<Savannah>| table.record().entries.iter().filter(is_own).count();
        session.link.table().map_or(0, own)
    }

    fn home(session: &Session) -> Place {
        Place::Reserve(session.near())
    }

    fn clamp(session: &Session, place: Place) -> Place {
        session.clamped(place)
    }

    fn walk(session: &Session, direction: Direction) -> Place {
        session.walked(direction)
    }

    fn key(letter: char) -> Option<KeyBinding<SavannahPlay>> {
        commands::key(letter)
    }

    fn press(session: &Session, place: Place) -> Option<Move> {
        match place {
            Place::Hand(_) if session.is_discarding() => session.card(place).map(Move::Discard),
            _ => None,
        }
    }

    fn can_pick(session: &Session, place: Place) -> bool {
        session.can_pick_up(place)
    }

    /// The rules say why a card of another player's discard can't be taken.
    fn refuse_pick(session: &Session, place: Place) -> Result<Text, Refusal> {
        let refusal = match (session.pile(place), session.view.sight()) {
            (Some(from @ SourcePile::DiscardOf(_)), Some(sight)) => {
                sight.refusal(Move::Play { from, to: Foundation::First })
            }
            _ => None,
        };
        refusal.map_or_else(|| Ok(texts::place_name(session, place)), Err)
    }

    fn describe_pick(session: &Session, pick: Pick<Place>) -> (Text, bool) {
        let targets = session.foundations_for(pick.place);
        let is_hand = matches!(pick.place, Place::Hand(_));
        let text = texts::picked(session.card(pick.place), &targets, is_hand);
        (text, !targets.is_empty())
    }

    fn drop_move(session: &Session, pick: Pick<Place>, to: Pile) -> Option<Result<Move, Refusal>> {
        session.drop_move(pick, to)
    }

    fn targets(session: &Session, pick: Pick<Place>) -> Vec<Pile> {
        let foundations = session.foundations_for(pick.place);
        let mut targets: Vec<Pile> = foundations.into_iter().map(Pile::Foundation).collect();
        if pick.held && matches!(pick.place, Place::Hand(_)) {
            targets.push(Pile::Discard(session.near()));
        }
        targets
    }

    fn best_move(session: &Session, pick: Pick<Place>) -> Result<Move, Option<Text>> {
        let place = pick.place;
        session.best_foundation(place).ok_or_else(|| session.card(place).map(words::no_place))
    }

    /// A card of another player's discard is never played by accident: it helps them, and mostly
    /// can't be undone.
    fn second_tap_moves(session: &Session, place: Place) -> bool {
        !matches!(session.pile(place), Some(SourcePile::DiscardOf(_)))
    }

    fn one_tap_moves(session: &Session, place: Place) -> bool {
        session.foundations_for(place).len() == 1
    }

    fn command(session: &mut Session, command: Command, now: u64) {
        session.run(command, now);
    }

    /// A move that lets another player win (V11).
    fn question_before(session: &Session, mv: Move) -> Option<Text> {
        let seat = session.view.sight()?.gives_win(mv)?;
        Some(texts::gives_win(seat, session.player(seat)))
    }

    fn reason(viewer: Eye, before: &View, mv: Move) -> Option<Text> {
        Some(reason(before.public(), mv, viewer.seat()))
    }

    fn note_motion(session: &mut Session, before: &View, entries: &[Entry<Savannah>]) {
        session.state.came = motion::came(session.game, before, entries, &session.view);
        let is_roll = entries.iter().any(|entry| matches!(entry, Entry::Chance(_)))
            && before.public().dice != session.view.public().dice;
        if session.replay_position().is_some() && is_roll {
            session.state.rolls += 1;
        }
    }

    fn note_deal(session: &mut Session) {
        session.state.rolls += 1;
        session.state.came = motion::dealt(session.game, &session.view);
    }

    fn move_sent(session: &mut Session, mv: Move) {
        session.state.discarding = false;
        let seat = session.near();
        session.state.came = motion::on_its_way(session.game, &session.view, seat, mv).into_iter().collect();
    }

    fn move_returned(session: &mut Session, mv: Move) {
        session.state.came = motion::put_back(session.game, &session.view, mv).into_iter().collect();
    }

    fn forget_motion(session: &mut Session) {
        session.state.came.clear();
    }

    fn after_chance(session: &mut Session) {
        session.state.rolls += 1;
        let round = session.view.public().round;
        if let Some(limit) = tell_limit(session.view.public())
            && session.state.limit_announced != round
        {
            session.state.limit_announced = round;
            session.said.add(Tone::Note, limit);
        }
    }

    fn describe_turn(session: &Session) -> Text {
        texts::turn_told(session.view.public())
    }

    fn settled(session: &mut Session, _: u64) {
        session.state.discarding = false;
        session.state.hint = None;
        if matches!(session.asked, Some((_, Purpose::Hint))) {
            session.stop_asking();
        }
        let you = session.eye().seat();
        let sound = match tell_end(session.view.public(), you) {
            Some(end) => {
                // At a table with others, what they say then is shown: how the game ended is seen anyway.
                session.said.add(if session.is_remote() { Tone::Done } else { Tone::Note }, end);
                if session.is_won() { Sound::Win } else { Sound::Place }
            }
            None => Sound::Place,
        };
        session.effects.push(Effect::Sound(sound));
    }

    fn seated(session: &mut Session, _: Option<Vec<Move>>) {
        let rolls = session.state.rolls.max(u32::from(session.is_remote()));
        session.state = State { rolls, ..State::default() };
    }

    fn ask_bot(session: &mut Session, seat: Seat) {
        let PlayerKind::Bot(level) = session.player(seat).kind else { return };
        if session.has_decided() || session.asked.is_some() {
            return;
        }
        // The bot is told what its seat may know, and nothing else.
        let Some(table) = session.link.table() else { return };
        let (view, moment) = (Box::new(table.view(Eye::Seat(seat))), table.version());
        session.ask(Purpose::Turn, Question::Turn { level, view, moment });
    }

    fn ask_hint(session: &mut Session) {
        let Some(moment) = session.link.table().map(Table::version) else {
            return session.said.say(Tone::Note, words::online::NO_HINTS);
        };
        if session.asked.is_none() {
            let view = Box::new(session.view.clone());
            session.ask(Purpose::Hint, Question::Advice { view, moment });
            session.said.say(Tone::Done, words::THINKING);
        }
    }

    fn drop_hint(session: &mut Session) -> bool {
        session.state.hint.take().is_some()
    }

    fn end_mode(session: &mut Session) -> bool {
        std::mem::take(&mut session.state.discarding)
    }

    fn hinted_moves(session: &Session) -> Vec<Move> {
        session.state.hint.into_iter().collect()
    }

    fn answered(session: &mut Session, purpose: Purpose, answer: Answer, now: u64) {
        match (purpose, answer) {
            (Purpose::Turn, Answer::Turn(mv)) => session.bot_decided(mv, now),
            (Purpose::Turn, _) => session.bot_decided(None, now),
            (Purpose::Hint, Answer::Advice(Some(mv))) if matches!(session.wait(), Wait::Person(_)) => {
                session.tally.hints += 1;
                let (what, why) = (describe(&session.view, mv), explain(&session.view, mv));
                session.said.say(Tone::Hint, texts::hint(what, why));
                session.state.hint = Some(mv);
            }
            (Purpose::Hint, _) => {}
        }
    }

    fn ends(session: &Session, mv: Move) -> Option<(Place, Place)> {
        Some(match mv {
            Move::Play { from, to } => (session.place(from)?, Place::Foundation(to)),
            Move::Discard(card) => (session.place(SourcePile::Hand(card))?, Place::Discard(session.near())),
            Move::End => return None,
        })
    }

    fn scene(session: &Session, surface: Point) -> Scene {
        super::scene::scene(session, surface)
    }
}

/// One person against bots of a level.
fn players(seats: usize, level: Level) -> Vec<Player> {
    let mut players = vec![Player::bot(level); seats];
    if let Some(first) = players.first_mut() {
        *first = Player::person();
    }
    players
}

impl Session {
    /// What an expert would play, if the player asked.
    #[must_use]
    pub fn hint(&self) -> Option<Move> {
        self.state.hint
    }

    /// Whether a hint is being computed.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        matches!(self.asked, Some((_, Purpose::Hint)))
    }

    /// The game as text that may be shown: its record when it is over, and else the turns as the
    /// viewer saw them.
    #[must_use]
    pub fn public_record(&self) -> String {
        match self.link.table() {
            Some(table) if table.outcome().is_some() => table.save(),
            Some(table) => games::savannah::TurnLog::of(table, self.eye()).to_string(),
            None => String::new(),
        }
    }
}
