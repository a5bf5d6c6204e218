//! Describes events in words: what an entry of a record did, as seen by one viewer.
//!
//! Logs, announcements, the server and the terminal all use this. A description is made only from what the
//! viewer may know, so it cannot name a card that the viewer may not see.
//!
//! ```
//! use cards::DealId;
//! use games::events;
//! use games::klondike::{Config, Klondike};
//! use table::{Entry, Eye, Seat, Table};
//!
//! let mut table = Table::<Klondike>::new(Config::KLONDIKE, DealId::V1(42))?;
//! let viewer = Eye::Seat(Seat::A);
//! let before = table.view(viewer);
//! let entry = Entry::Move { seat: Seat::A, mv: "d".parse()?, auto: false };
//! table.enter(entry.clone())?;
//! let event = events::describe(viewer, &before, &entry, &table.view(viewer), None);
//! assert_eq!(event.text, "drew the four of hearts");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use table::{Entry, Eye, Game, Seat, Seats};
use text::Text;

/// A game whose events can be described in words. The texts are sentences without a full stop and
/// address the owner of the views.
pub trait Describe: Game {
    /// The part of a view that descriptions need, borrowed: a server describes every move, and views are
    /// large. Like a view, it has no field for a card that its owner may not see.
    type ViewRef<'a>: Copy;

    /// Borrows what a viewer may know from the game.
    fn view_ref(&self, eye: Eye) -> Self::ViewRef<'_>;

    /// Borrows it from a view.
    fn borrow_view(view: &Self::View) -> Self::ViewRef<'_>;

    /// Describes a player's move.
    fn describe_move(before: Self::ViewRef<'_>, seat: Seat, mv: Self::Move, after: Self::ViewRef<'_>)
    -> Text;

    /// Describes the outcome of a chance event.
    fn describe_chance(before: Self::ViewRef<'_>, chance: &Self::Chance, after: Self::ViewRef<'_>) -> Text;

    /// The seats whose players read their own description of a move or of an outcome of chance, because it
    /// addresses them or shows them more. Everybody else reads the same text.
    fn addressed(before: &Self, _entry: &Entry<Self>) -> Seats {
        Seat::all(before.seats()).collect()
    }

    /// The current round; 0 in a game without rounds.
    fn round(_view: Self::ViewRef<'_>) -> u32 {
        0
    }
}

/// One event, as described to one viewer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventText {
    /// The round in which it happened; 0 in a game without rounds.
    pub round: u32,
    /// Who did it; `None` for chance.
    pub seat: Option<Seat>,
    /// What happened: a sentence without a full stop.
    pub text: Text,
}

/// Describes an entry of a record to a viewer, given the viewer's views before and after it. For an
/// undo or redo, `step` is the first move of the step, if the caller knows it; the text then
/// describes that move.
#[must_use]
pub fn describe<G: Describe>(
    viewer: Eye,
    before: &G::View,
    entry: &Entry<G>,
    after: &G::View,
    step: Option<G::Move>,
) -> EventText {
    describe_borrowed(viewer, G::borrow_view(before), entry, G::borrow_view(after), step)
}

/// The same from borrowed views.
#[must_use]
pub fn describe_borrowed<G: Describe>(
    viewer: Eye,
    before: G::ViewRef<'_>,
    entry: &Entry<G>,
    after: G::ViewRef<'_>,
    step: Option<G::Move>,
) -> EventText {
    let (seat, text) = match entry {
        Entry::Chance(chance) => (None, G::describe_chance(before, chance, after)),
        Entry::Move { seat, mv, .. } => (Some(*seat), G::describe_move(before, *seat, *mv, after)),
        Entry::Undo(seat) => {
            let text = match step {
                Some(mv) => Text::with("undone: {}", [G::describe_move(after, *seat, mv, before)]),
                None if viewer == Eye::Seat(*seat) => Text::of("you undid the last move"),
                None => Text::with("{} undid the last move", [(*seat).into()]),
            };
            (Some(*seat), text)
        }
        Entry::Redo(seat) => {
            let text = match step {
                Some(mv) => Text::with("redone: {}", [G::describe_move(before, *seat, mv, after)]),
                None if viewer == Eye::Seat(*seat) => Text::of("you redid the move"),
                None => Text::with("{} redid the move", [(*seat).into()]),
            };
            (Some(*seat), text)
        }
        Entry::Resign(seat) => {
            let text = match viewer == Eye::Seat(*seat) {
                true => Text::of("you resigned"),
                false => Text::with("{} resigned", [(*seat).into()]),
            };
            (Some(*seat), text)
        }
        Entry::End => (None, Text::of("the players ended this game")),
    };
    EventText { round: G::round(after), seat, text }
}

/// The seats whose players read their own description of an entry: [`Describe::addressed`], for all kinds of
/// entries.
#[must_use]
pub fn addressed<G: Describe>(before: &G, entry: &Entry<G>) -> Seats {
    match entry {
        Entry::Chance(_) | Entry::Move { .. } => G::addressed(before, entry),
        Entry::Undo(seat) | Entry::Redo(seat) | Entry::Resign(seat) => (*seat).into(),
        Entry::End => Seats::NONE,
    }
}
