//! A game that is watched, step by step.

use games::savannah::Savannah;
use table::{Entry, Eye, Record, Table};
use text::Text;

use super::came::came;
use super::link::Link;
use super::log::Log;
use super::{Desk, Kind, Player, Presence};
use crate::{Settings, Tone};

/// A game from its deal to where it ended, and where in it somebody looks.
pub(super) struct Past {
    table: Table<Savannah>,
    /// What happened in each step, in words.
    told: Vec<Text>,
    at: usize,
}

impl Past {
    /// The table after so many steps. The first of them is the deal.
    fn table_at(&self, at: usize) -> Table<Savannah> {
        let record = self.table.record();
        let mut table = Table::open(record.config, record.origin.clone());
        for entry in record.entries.iter().take(at + 1) {
            // It was played by the rules when it was read.
            let _ = table.enter(entry.clone());
        }
        table
    }

    fn entry(&self, at: usize) -> Option<&Entry<Savannah>> {
        self.table.record().entries.get(at)
    }
}

impl Desk {
    /// A game that was played, looked at from its deal on with the eyes of seat A; what was taken back is left out.
    #[must_use]
    pub fn watch(game: &Table<Savannah>, settings: Settings) -> Desk {
        let record = game.record();
        let mut table = Table::open(record.config, record.origin.clone());
        for entry in standing(record) {
            // It was played by the rules when it was read.
            let _ = table.enter(entry.clone());
        }
        let eye = Eye::Seat(table::Seat::A);
        let log = Log::of(&table, &[eye]);
        let told = log.for_eye(eye).map(|line| line.told.clone().sentence()).collect();
        let other = Player { name: String::new(), kind: Kind::Guest(Presence::Here) };
        let others = (1..record.config.seats()).map(|_| other.clone());
        let players = [Player::person()].into_iter().chain(others).collect();
        let past = Past { table, told, at: 0 };
        let view = past.table_at(0).view(eye);
        let mut desk = Desk::with(Link::Past(Box::new(past)), view, players, settings, 0);
        desk.go(0);
        desk
    }

    /// Which step of a game that is watched one looks at, and the number of the last one.
    #[must_use]
    pub fn watched(&self) -> Option<(usize, usize)> {
        let Link::Past(past) = &self.link else { return None };
        Some((past.at, past.told.len().saturating_sub(1)))
    }

    /// The game that is watched.
    #[must_use]
    pub fn watched_table(&self) -> Option<&Table<Savannah>> {
        match &self.link {
            Link::Past(past) => Some(&past.table),
            Link::Local(_) | Link::Remote(_) => None,
        }
    }

    /// Looks at a step of a game that is watched, or at its end. What the step did is seen to move if it is the next one.
    pub fn go(&mut self, at: usize) {
        let Link::Past(past) = &mut self.link else { return };
        let at = at.min(past.told.len().saturating_sub(1));
        let next = at == past.at + 1;
        past.at = at;
        let view = past.table_at(at).view(Eye::Seat(table::Seat::A));
        let entry = past.entry(at).cloned();
        let told = past.told.get(at).cloned().unwrap_or_default();
        let old = std::mem::replace(&mut self.view, view);
        self.came.clear();
        if let Some(entry) = entry.filter(|_| next) {
            self.rolls +=
                u32::from(matches!(&entry, Entry::Chance(_)) && old.public().dice != self.view.public().dice);
            self.came = came(self.game, &old, &[entry], &self.view);
        }
        self.version += 1;
        self.said.say(Tone::Done, told);
    }
}

/// What has happened, without what was taken back. Nothing that chance did is ever taken back.
fn standing(record: &Record<Savannah>) -> Vec<&Entry<Savannah>> {
    let (mut line, mut undone): (Vec<&Entry<Savannah>>, Vec<&Entry<Savannah>>) = Default::default();
    for entry in &record.entries {
        match entry {
            Entry::Chance(_) | Entry::Resign(_) => line.push(entry),
            Entry::Move { .. } => {
                line.push(entry);
                undone.clear();
            }
            Entry::Undo(_) => {
                let last = line.iter().rposition(|entry| matches!(entry, Entry::Move { .. }));
                undone.extend(last.map(|at| line.remove(at)));
            }
            Entry::Redo(_) => line.extend(undone.pop()),
        }
    }
    line
}
