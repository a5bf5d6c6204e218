use games::events::{self, EventText};
use table::{Entry, Eye, Fault, Seat, Table, Turn, View};

use crate::english::sentence;
use crate::parlour::Parlour;

/// What happened at a table, told entry by entry to one pair of eyes.
pub(crate) struct Story<G: Parlour> {
    table: Table<G>,
    eye: Eye,
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
        Story { table: Table::open(record.config.clone(), record.origin.clone()), eye }
    }

    /// The table at this point of the story.
    pub(crate) fn view(&self) -> G::View {
        self.table.view(self.eye)
    }

    /// Tells what has happened at the table since the last time.
    pub(crate) fn go_on(&mut self, table: &Table<G>) -> Vec<Told> {
        let known = self.table.record().entries.len();
        let news = table.record().entries.iter().skip(known);
        news.map_while(|entry| self.enter(entry).ok()).collect()
    }

    /// Lets one thing happen and tells it.
    pub(crate) fn enter(&mut self, entry: &Entry<G>) -> Result<Told, Fault> {
        let before = self.view();
        let step = self.table.step_of(entry);
        self.table.enter(entry.clone())?;
        let after = self.view();
        let EventText { seat, text, .. } = events::describe(self.eye, &before, entry, &after, step);
        // What chance did belongs to the turn that it leads to.
        let turn = match after.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance(_) | Turn::Over => None,
        };
        Ok(Told { seat: seat.or(turn), text: text.to_string() })
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
