//! A table that stands elsewhere: what comes from there is shown at a readable pace, and what is done here is on its way until it comes back.

use std::collections::VecDeque;

use games::savannah::{Move, Savannah, View};
use table::{Entry, Eye, Refusal, Seat, Turn};
use text::{Separator, Text};
use wire::{Act, News, What};

use super::came::{came, dealt, on_its_way, put_back};
use super::link::Link;
use super::{Desk, Player, Wait};
use crate::{Out, Settings, Sound, Tone, words};

/// With more than this waiting to be shown, nobody wants to see each of it.
const MOST: usize = 12;
/// So much of what happened while somebody was away is said at once; the log has all of it.
const TOLD: usize = 5;

/// What is known here of a table elsewhere, beside what is shown of it.
#[derive(Default)]
pub(super) struct Remote {
    /// What has come and is not shown yet.
    queue: VecDeque<Step>,
    /// The move that is on its way.
    sent: Option<Move>,
    /// Whether a bot plays for the person at this screen.
    replaced: bool,
}

/// How a table elsewhere is now, and what happened since it was last heard of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What the eye at the screen may know.
    pub view: View,
    /// Who sits where; the person at this screen is the only [`Kind::Person`](super::Kind::Person).
    pub players: Vec<Player>,
    /// What happened.
    pub news: Vec<News>,
    /// Whether a bot plays for the person at this screen.
    pub replaced: bool,
    /// Whether it happened while nobody was connected here.
    pub missed: bool,
}

impl Desk {
    /// A seat at a table that stands elsewhere, or a place beside it.
    #[must_use]
    pub fn remote(step: Step, settings: Settings) -> Desk {
        let Step { view, players, news, replaced, .. } = step;
        let remote = Remote { replaced, ..Remote::default() };
        let mut desk = Desk::with(Link::Remote(remote), view, players, settings, 0);
        let fresh =
            desk.view.public().round <= 1 && !news.iter().any(|news| matches!(news.what, What::Move(_)));
        desk.cursor = super::cursor::home(desk.near());
        desk.rolls = 1;
        desk.log.hear(desk.eye(), news);
        if fresh {
            desk.came = dealt(desk.game, &desk.view);
            desk.said.say(Tone::Done, Text::row(desk.log.told(0, desk.eye()), Separator::Space));
        }
        desk
    }

    fn remote_mut(&mut self) -> Option<&mut Remote> {
        match &mut self.link {
            Link::Remote(remote) => Some(remote),
            Link::Local(_) | Link::Past(_) => None,
        }
    }

    fn there(&self) -> Option<&Remote> {
        match &self.link {
            Link::Remote(remote) => Some(remote),
            Link::Local(_) | Link::Past(_) => None,
        }
    }

    /// The move that is on its way.
    #[must_use]
    pub fn sent(&self) -> Option<Move> {
        self.there()?.sent
    }

    /// Whether a bot plays for the person at this screen.
    #[must_use]
    pub fn is_replaced(&self) -> bool {
        self.there().is_some_and(|there| there.replaced)
    }

    pub(super) fn wait_there(&self) -> Wait {
        let Some(there) = self.there() else { return Wait::Stuck };
        let seat = self.view.public().seat;
        let free = there.sent.is_none() && there.queue.is_empty() && !there.replaced;
        match self.view.public().turn() {
            Turn::Over => Wait::Over,
            Turn::Seat(seat) if free && self.eye() == Eye::Seat(seat) => Wait::Person(seat),
            Turn::Seat(_) | Turn::Chance(_) => Wait::Other(seat),
        }
    }

    /// Sends a move: its card lies where it was put, and nothing else changes before it has come back.
    pub(super) fn send_move(&mut self, seat: Seat, mv: Move) {
        self.came = on_its_way(self.game, &self.view, seat, mv).into_iter().collect();
        if let Some(there) = self.remote_mut() {
            there.sent = Some(mv);
        }
        (self.pick, self.discarding) = (None, false);
        self.version += 1;
        self.out.extend([Out::Act(Act::Play(mv)), Out::Sound(Sound::Lay)]);
    }

    /// What was sent is refused: the card goes back to where it came from, and why is told.
    pub fn refused(&mut self, refusal: Option<&Refusal>, why: Text, now: u64) {
        self.now = now;
        self.came.clear();
        if let Some(mv) = self.remote_mut().and_then(|there| there.sent.take()) {
            self.came = put_back(self.game, &self.view, mv).into_iter().collect();
            self.version += 1;
        }
        match refusal {
            Some(refusal) => self.refuse(refusal),
            None => {
                self.said.say(Tone::Refused, why);
                self.out.push(Out::Sound(Sound::No));
            }
        }
        self.go_on(now);
    }

    /// What was sent has been done. The table as it is since has come before.
    pub fn done(&mut self, now: u64) {
        if self.remote_mut().is_some_and(|there| there.sent.take().is_some()) {
            self.came.clear();
            self.version += 1;
            self.go_on(now);
        }
    }

    /// Takes in how the table is now. It is shown when what came before has been seen.
    pub fn hear(&mut self, step: Step, now: u64) {
        self.now = now;
        self.came.clear();
        if let Some(there) = self.remote_mut() {
            there.queue.push_back(step);
        }
        self.go_on(now);
    }

    /// Shows what has come, as far as it is time.
    pub(super) fn go_on_there(&mut self, now: u64) {
        loop {
            let (due, hurry) = (self.due, self.hurry);
            let Some(there) = self.remote_mut() else { return };
            let Some(next) = there.queue.front() else {
                // Whoever took the waiting away waits again for what comes after their turn.
                self.hurry &= !matches!(self.wait(), Wait::Person(_) | Wait::Over);
                return;
            };
            let waits = !next.news.is_empty() && !next.missed && there.sent.is_none() && !hurry;
            if waits && there.queue.len() <= MOST && now < due {
                let left = u32::try_from(due - now).unwrap_or(u32::MAX);
                return self.out.push(Out::Wake(left));
            }
            if let Some(step) = there.queue.pop_front() {
                self.take_in(step, now);
            }
        }
    }

    fn take_in(&mut self, step: Step, now: u64) {
        let Step { view, players, news, replaced, missed } = step;
        self.seat(players);
        let old = std::mem::replace(&mut self.view, view);
        let changed = old != self.view;
        let waiting = match self.remote_mut() {
            Some(there) => {
                there.replaced = replaced;
                if changed {
                    there.sent = None;
                }
                there.queue.len()
            }
            None => 0,
        };
        self.version += 1;
        let first = self.log.lines().len();
        let entries = entries(&news);
        let rolled = news.iter().any(|news| matches!(news.what, What::Roll(_) | What::Begin));
        self.log.hear(self.eye(), news);
        let told = self.log.told(first, self.eye());
        if !told.is_empty() {
            let (tone, text) =
                if missed { while_away(told) } else { (Tone::Done, Text::row(told, Separator::Space)) };
            self.said.say(tone, text);
        }
        if !changed {
            return;
        }
        self.came = came(self.game, &old, &entries, &self.view);
        if rolled {
            self.rolled();
        }
        // The more there is to see, the less time there is for each.
        self.due = now + self.settings.pace.beat() / (waiting as u64 + 1);
        self.settled();
        if self.eye() == Eye::Seat(self.view.public().seat) && old.public().seat != self.view.public().seat {
            self.cursor = super::cursor::home(self.near());
        }
    }
}

/// What happened while somebody was away, as much as can be listened to.
fn while_away(mut told: Vec<Text>) -> (Tone, Text) {
    let more = told.len().saturating_sub(TOLD);
    let last = Text::row(told.split_off(more), Separator::Space);
    (Tone::Note, words::online::while_away(more, last))
}

/// The move among what happened, as the record has it.
fn entries(news: &[News]) -> Vec<Entry<Savannah>> {
    let moves = news.iter().filter_map(|news| match (news.what, news.seat) {
        (What::Move(mv), Some(seat)) => Some(Entry::Move { seat, mv, auto: false }),
        _ => None,
    });
    let moves: Vec<_> = moves.collect();
    // After several, it is not known which card came from where.
    if moves.len() > 1 { Vec::new() } else { moves }
}
