//! What happened, as each pair of eyes saw it.

use games::savannah::Savannah;
use table::{Entry, Eye, Game, Seat};
use text::Text;
use wire::{TableEvent, TableEventKind};

use super::room::{Moment, Room};

/// The most that somebody is told who comes back: more would not be read.
const MOST: usize = 200;

/// What happened at a table after a version, up to now. `before` is the table as it was then, if it is at hand.
pub(super) fn since(room: &Room, version: u64, before: Option<&Room>, eye: Eye) -> Vec<TableEvent> {
    let mut teller = Teller::new(room, before);
    let mut news = Vec::new();
    for (at, moment) in &room.moments {
        let told = *at > version;
        match moment {
            Moment::Entries(count) => teller.entries(*at, *count, told.then_some(eye), &mut news),
            Moment::Away(seat) if told => news.push(teller.around(*seat, TableEventKind::Away, eye)),
            Moment::Back(seat) if told => news.push(teller.around(*seat, TableEventKind::Back, eye)),
            Moment::Silent(seat) if told => news.push(teller.around(*seat, TableEventKind::Silent, eye)),
            Moment::Away(_) | Moment::Back(_) | Moment::Silent(_) => {}
        }
    }
    let old = news.len().saturating_sub(MOST);
    news.drain(..old);
    news
}

/// Goes through the game from its beginning, or from a point that is at hand.
struct Teller<'a> {
    game: Savannah,
    entries: std::slice::Iter<'a, Entry<Savannah>>,
    /// What happened up to this version is part of the game already.
    known: u64,
}

impl<'a> Teller<'a> {
    fn new(room: &'a Room, before: Option<&Room>) -> Teller<'a> {
        let entries = room.game.as_ref().map_or(&[][..], |game| &game.record().entries);
        match before.and_then(|before| Some((before, before.game.as_ref()?))) {
            Some((before, game)) => Teller {
                game: game.game().clone(),
                entries: entries.get(game.record().entries.len()..).unwrap_or_default().iter(),
                known: before.version,
            },
            None => Teller { game: Savannah::new(&room.config), entries: entries.iter(), known: 0 },
        }
    }

    fn entries(&mut self, version: u64, count: usize, eye: Option<Eye>, news: &mut Vec<TableEvent>) {
        if version <= self.known {
            return;
        }
        for entry in self.entries.by_ref().take(count) {
            match eye {
                None => enter(&mut self.game, entry),
                Some(eye) => {
                    let before = self.game.view(eye);
                    enter(&mut self.game, entry);
                    news.extend(TableEvent::of(eye, &before, entry, &self.game.view(eye)));
                }
            }
        }
    }

    fn around(&self, seat: Seat, what: TableEventKind, eye: Eye) -> TableEvent {
        let you = eye == Eye::Seat(seat);
        let told = match (what, you) {
            (TableEventKind::Away, true) => Text::of("a bot plays for you"),
            (TableEventKind::Away, false) => Text::with("a bot plays for {}", [seat.into()]),
            // Whoever has lost the seat has no eye of it any more.
            (TableEventKind::Silent, _) => {
                Text::with("{} was not there when the game was to begin, and lost the seat", [seat.into()])
            }
            (_, true) => Text::of("you play again"),
            (_, false) => Text::with("{} plays again", [seat.into()]),
        };
        TableEvent { round: self.game.public().round, seat: Some(seat), kind: what, text: told, why: None }
    }
}

/// The record has been played by the rules: what is in it can be.
fn enter(game: &mut Savannah, entry: &Entry<Savannah>) {
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
