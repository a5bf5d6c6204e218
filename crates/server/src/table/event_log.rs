//! The events at a table, described for each viewer.

use games::savannah::Savannah;
use table::{Entry, Eye, Game, Seat};
use text::Text;
use wire::{TableEvent, TableEventKind};

use super::state::{LogEntry, TableState};

/// The most events that a snapshot contains. Nobody would read more.
const MAX_EVENTS: usize = 200;

/// The events after a version. `before` is the state at that version, if it is available: it saves
/// a replay from the start.
pub(super) fn events_since(
    state: &TableState,
    version: u64,
    before: Option<&TableState>,
    eye: Eye,
) -> Vec<TableEvent> {
    let mut replay = Replay::new(state, before);
    let mut events = Vec::new();
    for (at, entry) in &state.log {
        let wanted = *at > version;
        match entry {
            LogEntry::Entries(count) => replay.entries(*at, *count, wanted.then_some(eye), &mut events),
            LogEntry::Away(seat) if wanted => {
                events.push(replay.seat_event(*seat, TableEventKind::Away, eye));
            }
            LogEntry::Back(seat) if wanted => {
                events.push(replay.seat_event(*seat, TableEventKind::Back, eye));
            }
            LogEntry::Silent(seat) if wanted => {
                events.push(replay.seat_event(*seat, TableEventKind::Silent, eye));
            }
            LogEntry::Away(_) | LogEntry::Back(_) | LogEntry::Silent(_) => {}
        }
    }
    let old = events.len().saturating_sub(MAX_EVENTS);
    events.drain(..old);
    events
}

/// Replays the game from its beginning, or from a known state.
struct Replay<'a> {
    game: Savannah,
    entries: std::slice::Iter<'a, Entry<Savannah>>,
    /// The replay starts after this version.
    known: u64,
}

impl<'a> Replay<'a> {
    fn new(state: &'a TableState, before: Option<&TableState>) -> Replay<'a> {
        let entries = state.game.as_ref().map_or(&[][..], |game| &game.record().entries);
        match before.and_then(|before| Some((before, before.game.as_ref()?))) {
            Some((before, game)) => Replay {
                game: game.game().clone(),
                entries: entries.get(game.record().entries.len()..).unwrap_or_default().iter(),
                known: before.version,
            },
            None => Replay { game: Savannah::new(&state.config), entries: entries.iter(), known: 0 },
        }
    }

    fn entries(&mut self, version: u64, count: usize, eye: Option<Eye>, events: &mut Vec<TableEvent>) {
        if version <= self.known {
            return;
        }
        for entry in self.entries.by_ref().take(count) {
            match eye {
                None => apply(&mut self.game, entry),
                Some(eye) => {
                    let before = self.game.view(eye);
                    apply(&mut self.game, entry);
                    events.extend(TableEvent::of(eye, &before, entry, &self.game.view(eye)));
                }
            }
        }
    }

    fn seat_event(&self, seat: Seat, kind: TableEventKind, eye: Eye) -> TableEvent {
        let you = eye == Eye::Seat(seat);
        let text = match (kind, you) {
            (TableEventKind::Away, true) => Text::of("a bot is playing for you"),
            (TableEventKind::Away, false) => Text::with("a bot is playing for {}", [seat.into()]),
            // A person who lost the seat is no longer its viewer.
            (TableEventKind::Silent, _) => Text::with(
                "{} was not there when the game was about to start and lost the seat",
                [seat.into()],
            ),
            (_, true) => Text::of("you are playing again"),
            (_, false) => Text::with("{} is playing again", [seat.into()]),
        };
        TableEvent { round: self.game.public().round, seat: Some(seat), kind, text, why: None }
    }
}

/// The entries are from a valid record, so they can be applied.
fn apply(game: &mut Savannah, entry: &Entry<Savannah>) {
    match entry {
        Entry::Chance(chance) => {
            let _ = game.settle(chance.clone());
        }
        Entry::Move { seat, mv, .. } => game.play_unchecked(*seat, *mv),
        Entry::Resign(seat) => {
            let _ = game.resign(*seat);
        }
        Entry::Undo(_) | Entry::Redo(_) => {}
    }
}
