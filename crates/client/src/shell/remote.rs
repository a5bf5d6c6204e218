//! A table on a server. Its events are shown at a readable pace, and a sent move is shown as unconfirmed
//! until the server confirms it.

use std::collections::VecDeque;

use table::{Entry, Eye, Game, Refusal, Seat, Turn, UndoError, View as _};
use text::Text;
use wire::TableCommand;

use super::log::sentences;
use super::{Effect, Link, LogLine, MoveOf, Play, Player, Session, Sound, Tone, ViewOf, Wait};
use crate::{Settings, words};

/// If more than this many steps are waiting, they are not shown one by one.
const MAX_WATCHED_STEPS: usize = 12;
/// How many missed events are announced; the log has all of them.
const MAX_SAID_EVENTS: usize = 5;

/// The state of a table on a server, besides the view that is shown.
pub struct RemoteTable<G: Game> {
    /// Received steps that are not shown yet.
    queue: VecDeque<RemoteStep<G::View, G::Move>>,
    /// The move that was sent and is not confirmed yet.
    sent: Option<G::Move>,
    /// How many moves and steps were sent and are not answered yet. Nothing more is sent before they are.
    unanswered: u32,
    /// Whether automatic moves may follow, because the player has just made a move.
    follows: bool,
    /// How many steps can be undone.
    undo: u32,
    /// How many steps can be redone.
    redo: u32,
    /// Whether a bot plays for the person at this screen.
    replaced: bool,
}

/// The table on the server as it is now, and what happened since the last step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RemoteStep<V, M> {
    /// What the viewer may know.
    pub view: V,
    /// Who sits where; the person at this screen is the only
    /// [`PlayerKind::Person`](super::PlayerKind::Person).
    pub players: Vec<Player>,
    /// What happened.
    pub events: Vec<RemoteEvent<M>>,
    /// Whether a bot plays for the person at this screen.
    pub replaced: bool,
    /// How many steps the player can undo.
    pub undo: u32,
    /// How many steps the player can redo.
    pub redo: u32,
    /// Whether it happened while the connection was lost.
    pub missed: bool,
}

/// Something that happened at a table on a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RemoteEvent<M> {
    /// What happened, in words.
    pub line: LogLine,
    /// The move, if it was one, and whose.
    pub mv: Option<(Seat, M)>,
    /// Whether the dice were rolled.
    pub rolled: bool,
}

impl<P: Play> Session<P> {
    /// A session for a player or spectator at a table on a server.
    #[must_use]
    pub fn remote(step: RemoteStep<ViewOf<P>, MoveOf<P>>, settings: Settings) -> Session<P> {
        let RemoteStep { view, players, events, replaced, undo, redo, .. } = step;
        let (queue, unanswered, follows) = (VecDeque::new(), 0, false);
        let remote = RemoteTable { queue, sent: None, unanswered, follows, undo, redo, replaced };
        let mut session = Session::with(Link::Remote(Box::new(remote)), view, players, settings, 0);
        session.cursor = P::home(&session);
        let is_start = P::is_first_round(&session.view) && events.iter().all(|event| event.mv.is_none());
        session.receive(events);
        P::seated(&mut session, None);
        if is_start {
            P::note_deal(&mut session);
            let text = sentences(session.log.texts(0, session.eye()));
            session.said.say(Tone::Done, text);
        }
        session
    }

    fn receive(&mut self, events: Vec<RemoteEvent<MoveOf<P>>>) {
        let eye = self.eye();
        for event in events {
            self.log.push(vec![(eye, event.line)]);
        }
    }

    /// The move that was sent and is not confirmed yet.
    #[must_use]
    pub fn sent(&self) -> Option<MoveOf<P>> {
        self.link.remote()?.sent
    }

    /// Whether a bot plays for the person at this screen.
    #[must_use]
    pub fn is_replaced(&self) -> bool {
        self.link.remote().is_some_and(|remote| remote.replaced)
    }

    pub(super) fn wait_for_server(&self) -> Wait {
        let Some(remote) = self.link.remote() else { return Wait::Stuck };
        let is_free =
            remote.sent.is_none() && remote.unanswered == 0 && remote.queue.is_empty() && !remote.replaced;
        match self.view.turn() {
            Turn::Over => Wait::Over,
            Turn::Seat(seat) if is_free && self.eye() == Eye::Seat(seat) => Wait::Person(seat),
            Turn::Seat(_) | Turn::Chance(_) => Wait::Other(P::seat_to_move(&self.view)),
        }
    }

    /// Sends a move. Its card is shown at the target, and nothing else changes before the move is confirmed.
    pub(super) fn send_move(&mut self, mv: MoveOf<P>) {
        P::before_move(self, mv);
        self.send(mv, Effect::SendMove(mv.to_string()));
        self.effects.push(Effect::Sound(Sound::Place));
    }

    fn send(&mut self, mv: MoveOf<P>, effect: Effect) {
        if let Some(remote) = self.link.remote_mut() {
            (remote.sent, remote.follows) = (Some(mv), true);
            remote.unanswered += 1;
        }
        self.pick = None;
        self.version += 1;
        P::move_sent(self, mv);
        self.effects.push(effect);
    }

    /// After a move of the player's that the server has confirmed, sends the next automatic one. Each has to
    /// be confirmed before the next: what a turned card is, only the server knows.
    fn send_automatic_move(&mut self) {
        let follows = self.link.remote().is_some_and(|remote| remote.follows);
        if !follows || !matches!(self.wait(), Wait::Person(_)) {
            return;
        }
        match P::automatic_move(self) {
            Some(mv) => self.send_automatic(mv),
            None => self.link.remote_mut().into_iter().for_each(|remote| remote.follows = false),
        }
    }

    /// Sends a move that belongs to the player's last step. The player must be to move.
    pub(crate) fn send_automatic(&mut self, mv: MoveOf<P>) {
        self.send(mv, Effect::SendAutomaticMove(mv.to_string()));
    }

    /// Sends an undo or redo, where the server allows it: in games for one player.
    pub(super) fn send_step(&mut self, act: TableCommand) {
        let Some(remote) = self.link.remote() else { return };
        let count = if act == TableCommand::Undo { remote.undo } else { remote.redo };
        match self.wait() {
            _ if !self.is_solo() => self.said.say(Tone::Note, words::online::NO_UNDO),
            Wait::Person(_) if count > 0 => {
                if let Some(remote) = self.link.remote_mut() {
                    remote.follows = false;
                    remote.unanswered += 1;
                }
                self.pick = None;
                self.effects.push(Effect::Send(act));
            }
            Wait::Person(_) if act == TableCommand::Undo => {
                self.said.say(Tone::Note, UndoError::NothingToUndo.text());
            }
            Wait::Person(_) => self.said.say(Tone::Note, UndoError::NothingToRedo.text()),
            Wait::Over => self.said.say(Tone::Note, words::OVER),
            _ => {}
        }
    }

    /// How many steps can be undone and redone.
    pub(crate) fn remote_steps(&self) -> Option<(u32, u32)> {
        self.link.remote().map(|remote| (remote.undo, remote.redo))
    }

    /// The server refused the move: the card goes back, and the reason is shown.
    pub fn refused(&mut self, refusal: Option<&Refusal>, why: Text, now: u64) {
        self.now = now;
        P::forget_motion(self);
        if let Some(remote) = self.link.remote_mut() {
            remote.follows = false;
            remote.unanswered = remote.unanswered.saturating_sub(1);
        }
        if let Some(mv) = self.link.remote_mut().and_then(|remote| remote.sent.take()) {
            self.version += 1;
            P::move_returned(self, mv);
        }
        match refusal {
            Some(refusal) => self.refuse(refusal),
            None => {
                self.said.say(Tone::Refused, why);
                self.effects.push(Effect::Sound(Sound::Refused));
            }
        }
        self.proceed(now);
    }

    /// The server confirmed the move. The resulting view was received before.
    pub fn confirmed(&mut self, now: u64) {
        let Some(remote) = self.link.remote_mut() else { return };
        let was_waiting = remote.sent.take().is_some() || remote.unanswered > 0;
        remote.unanswered = remote.unanswered.saturating_sub(1);
        if was_waiting {
            P::forget_motion(self);
            self.version += 1;
            self.proceed(now);
        }
    }

    /// Receives the current state of the table. It is shown after the steps before it.
    pub fn receive_step(&mut self, step: RemoteStep<ViewOf<P>, MoveOf<P>>, now: u64) {
        self.now = now;
        P::forget_motion(self);
        if let Some(remote) = self.link.remote_mut() {
            remote.queue.push_back(step);
        }
        self.proceed(now);
    }

    /// Shows received steps that are due.
    pub(super) fn show_received(&mut self, now: u64) {
        loop {
            let (due, hurry) = (self.due, self.hurry);
            let Some(remote) = self.link.remote_mut() else { return };
            let Some(next) = remote.queue.front() else {
                // Skipping ends with the player's turn: later steps are shown at their pace again.
                self.hurry &= !matches!(self.wait(), Wait::Person(_) | Wait::Over);
                return self.send_automatic_move();
            };
            let waits = !next.events.is_empty() && !next.missed && remote.sent.is_none() && !hurry;
            if waits && remote.queue.len() <= MAX_WATCHED_STEPS && now < due {
                let left = u32::try_from(due - now).unwrap_or(u32::MAX);
                return self.effects.push(Effect::Wake(left));
            }
            if let Some(step) = remote.queue.pop_front() {
                self.show_step(step, now);
            }
        }
    }

    fn show_step(&mut self, step: RemoteStep<ViewOf<P>, MoveOf<P>>, now: u64) {
        let RemoteStep { view, players, events, replaced, undo, redo, missed } = step;
        self.seat_players(players);
        let old: ViewOf<P> = std::mem::replace(&mut self.view, view);
        let changed = old != self.view;
        let waiting = match self.link.remote_mut() {
            Some(remote) => {
                (remote.replaced, remote.undo, remote.redo) = (replaced, undo, redo);
                if changed {
                    remote.sent = None;
                }
                remote.queue.len()
            }
            None => 0,
        };
        self.version += 1;
        let first = self.log.len();
        let (entries, rolled) = (entries(&events), events.iter().any(|event| event.rolled));
        self.receive(events);
        let texts = self.log.texts(first, self.eye());
        if !texts.is_empty() {
            let (tone, text) = if missed { while_away(texts) } else { (Tone::Done, sentences(texts)) };
            self.said.say(tone, text);
        }
        if !changed {
            return;
        }
        P::note_motion(self, &old, &entries);
        if rolled {
            P::after_chance(self);
        }
        // The more steps are waiting, the less time each one gets.
        self.due = now + self.settings.pace.beat() / (waiting as u64 + 1);
        self.settle(now);
        let seat = P::seat_to_move(&self.view);
        if self.eye() == Eye::Seat(seat) && P::seat_to_move(&old) != seat {
            self.cursor = P::home(self);
        }
    }
}

/// Announces the last events that happened while the player was away.
fn while_away(mut events: Vec<Text>) -> (Tone, Text) {
    let more = events.len().saturating_sub(MAX_SAID_EVENTS);
    let last = sentences(events.split_off(more));
    (Tone::Note, words::online::while_away(more, last))
}

/// The move among the events, as an entry of a record. After several moves it is unknown which card came from
/// where.
fn entries<G: Game>(events: &[RemoteEvent<G::Move>]) -> Vec<Entry<G>> {
    let moves = events.iter().filter_map(|event| event.mv);
    let moves: Vec<_> = moves.map(|(seat, mv)| Entry::Move { seat, mv, auto: false }).collect();
    if moves.len() > 1 { Vec::new() } else { moves }
}
