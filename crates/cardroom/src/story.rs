use table::{Entry, Eye, Fault, Seat, Table, Turn, View};

use crate::english::sentence;
use crate::parlour::Parlour;

/// What happened at a table, told entry by entry to one pair of eyes.
pub(crate) struct Story<G: Parlour> {
    table: Table<G>,
    eye: Eye,
    /// The moves that can be taken back, without the automatic ones after them.
    past: Vec<G::Move>,
    /// Those that were taken back.
    undone: Vec<G::Move>,
}

/// One thing that happened.
pub(crate) struct Told {
    /// Whose turn it was, once somebody had begun.
    pub(crate) seat: Option<Seat>,
    /// A sentence without a full stop.
    pub(crate) text: String,
}

impl<G: Parlour> Story<G> {
    /// The story of a table from before the deal on.
    pub(crate) fn new(table: &Table<G>, eye: Eye) -> Story<G> {
        let record = table.record();
        let table = Table::open(record.config.clone(), record.origin.clone());
        Story { table, eye, past: Vec::new(), undone: Vec::new() }
    }

    /// The table at this point of the story.
    pub(crate) fn view(&self) -> G::View {
        self.table.view(self.eye)
    }

    /// Tells what has happened at the table since the last time.
    pub(crate) fn go_on(&mut self, table: &Table<G>) -> Vec<Told> {
        let known = self.table.record().entries.len();
        let news = table.record().entries.iter().skip(known);
        news.map_while(|entry| self.enter(entry.clone()).ok()).collect()
    }

    /// Lets one thing happen and tells it.
    pub(crate) fn enter(&mut self, entry: Entry<G>) -> Result<Told, Fault> {
        let before = self.view();
        self.table.enter(entry.clone())?;
        let after = self.view();
        Ok(match entry {
            Entry::Chance(chance) => {
                let text = G::tell_chance(&before, &chance, &after);
                let seat = match after.turn() {
                    Turn::Seat(seat) => Some(seat),
                    Turn::Chance(_) | Turn::Over => None,
                };
                Told { seat, text }
            }
            Entry::Move { seat, mv, auto } => {
                if !auto {
                    self.past.push(mv);
                }
                self.undone.clear();
                Told { seat: Some(seat), text: G::tell_move(seat, &before, mv, &after) }
            }
            Entry::Undo(seat) => {
                let step = self.past.pop();
                self.undone.extend(step);
                let step = step.map_or_else(String::new, |mv| G::tell_move(seat, &after, mv, &before));
                Told { seat: Some(seat), text: format!("took back: {step}") }
            }
            Entry::Redo(seat) => {
                let step = self.undone.pop();
                self.past.extend(step);
                let step = step.map_or_else(String::new, |mv| G::tell_move(seat, &before, mv, &after));
                Told { seat: Some(seat), text: format!("made again: {step}") }
            }
            Entry::Resign(seat) => {
                let who = if self.eye == Eye::Seat(seat) { "you".to_owned() } else { seat.to_string() };
                Told { seat: Some(seat), text: format!("{who} gave up") }
            }
        })
    }
}

/// What happened in one turn as one sentence; who did it is named once.
pub(crate) fn paragraph(turn: &[Told]) -> String {
    let Some((first, rest)) = turn.split_first() else { return String::new() };
    let who = first.text.split(' ').next().unwrap_or_default();
    let mut text = first.text.clone();
    for told in rest {
        text += "; ";
        text += told.text.strip_prefix(who).and_then(|text| text.strip_prefix(' ')).unwrap_or(&told.text);
    }
    sentence(&text)
}
