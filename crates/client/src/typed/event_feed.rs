use games::events::{self, Describe, EventText};
use table::{Entry, Eye, Fault, Seat, Table, Turn, View as _};
use text::Text;

/// Follows a table, and describes what happens there to one viewer.
pub struct EventFeed<G: Describe> {
    /// The table as it was after the last event.
    table: Table<G>,
    viewer: Eye,
}

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnEvent {
    /// Whose turn it belongs to. What chance does belongs to the turn that follows.
    pub turn: Option<Seat>,
    /// A sentence without a full stop.
    pub text: Text,
}

impl<G: Describe> EventFeed<G> {
    /// A feed that starts before the deal.
    #[must_use]
    pub fn new(table: &Table<G>, viewer: Eye) -> EventFeed<G> {
        let record = table.record();
        EventFeed { table: Table::open(record.config.clone(), record.origin.clone()), viewer }
    }

    /// The viewer's view of the table after the last event.
    #[must_use]
    pub fn view(&self) -> G::View {
        self.table.view(self.viewer)
    }

    /// Describes what has happened at the table since the last event.
    pub fn update(&mut self, table: &Table<G>) -> Vec<TurnEvent> {
        let known = self.table.record().entries.len();
        let news = table.record().entries.iter().skip(known);
        news.map_while(|entry| self.enter(entry).ok()).collect()
    }

    /// Describes the next entry of the table's record.
    pub fn enter(&mut self, entry: &Entry<G>) -> Result<TurnEvent, Fault> {
        let before = self.view();
        let step = self.table.step_of(entry);
        self.table.enter(entry.clone())?;
        let after = self.view();
        let EventText { seat, text, .. } = events::describe(self.viewer, &before, entry, &after, step);
        let turn = match after.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance(_) | Turn::Over => None,
        };
        Ok(TurnEvent { turn: seat.or(turn), text })
    }
}
