//! Where the table stands.

use games::savannah::Savannah;
use table::Table;

use super::Desk;
use super::remote::Remote;
use super::replay::Past;

/// How a desk is tied to its table. What is drawn, said and listed is made of a view, wherever that comes from.
pub(super) enum Link {
    /// The table is here, with its hidden cards.
    Local(Box<Table<Savannah>>),
    /// It stands elsewhere: what comes from there is what the eye at the screen may know, and nothing more.
    Remote(Remote),
    /// It was played before, and is watched.
    Past(Box<Past>),
}

impl Link {
    /// A table that is here.
    pub(super) fn local(table: Table<Savannah>) -> Link {
        Link::Local(Box::new(table))
    }
}

impl Desk {
    /// The table, if it is here.
    pub(super) fn table(&self) -> Option<&Table<Savannah>> {
        match &self.link {
            Link::Local(table) => Some(table),
            Link::Remote(_) | Link::Past(_) => None,
        }
    }

    /// Whether the table stands elsewhere.
    #[must_use]
    pub fn is_remote(&self) -> bool {
        matches!(self.link, Link::Remote(_))
    }

    /// Looks at the table with the eye that is at the screen now.
    pub(super) fn show_view(&mut self) {
        let eye = self.eye();
        if let Link::Local(table) = &self.link {
            self.view = table.view(eye);
        }
    }
}
