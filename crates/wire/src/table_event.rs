use bots::Bots;
use cards::ChanceKind;
use games::events::{self, EventText};
use serde::{Deserialize, Serialize};
use table::{Entry, Eye, Seat, Turn};
use text::Text;

use crate::MoveText;

/// An event at a table, described for one viewer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableEvent {
    /// The round; 0 before the game, and in games without rounds.
    pub round: u32,
    /// Who did it; `None` for chance.
    pub seat: Option<Seat>,
    /// What happened.
    #[serde(rename = "what")]
    pub kind: TableEventKind,
    /// A description for this viewer, as a sentence without a full stop.
    #[serde(rename = "told")]
    pub text: Text,
    /// Why a player did it, as far as everybody can see. `None` for chance and for the viewer's own moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Text>,
}

impl TableEvent {
    /// Describes an entry of the game's record for one viewer, given the game before and after it. For an
    /// undo or redo, `step` is the first move of the step. `None` only if a move has a longer notation than
    /// [`MoveText`] allows, which no game has.
    #[must_use]
    pub fn of<G: Bots>(
        eye: Eye,
        before: &G,
        entry: &Entry<G>,
        after: &G,
        step: Option<G::Move>,
    ) -> Option<TableEvent> {
        let (view_before, view_after) = (before.view_ref(eye), after.view_ref(eye));
        let EventText { round, seat, text } =
            events::describe_borrowed(eye, view_before, entry, view_after, step);
        let (kind, why) = match entry {
            Entry::Chance(_) => match before.turn() {
                Turn::Chance(kind) => (TableEventKind::Chance(kind), None),
                Turn::Seat(_) | Turn::Over => return None,
            },
            Entry::Move { seat, mv, .. } => {
                let is_own = eye == Eye::Seat(*seat);
                let why = if is_own { None } else { G::reason(view_before, *mv, eye.seat()) };
                (TableEventKind::Move(mv.to_string().parse().ok()?), why)
            }
            Entry::Undo(_) => (TableEventKind::Undo, None),
            Entry::Redo(_) => (TableEventKind::Redo, None),
            Entry::Resign(_) => (TableEventKind::Resign, None),
            Entry::End => (TableEventKind::End, None),
        };
        Some(TableEvent { round, seat, kind, text, why })
    }
}

/// The kind of an event. It contains only what everybody at the table can see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TableEventKind {
    /// Cards were dealt or reshuffled, or dice were rolled.
    Chance(ChanceKind),
    /// A move was made.
    Move(MoveText),
    /// A player undid a step.
    Undo,
    /// A player redid a step.
    Redo,
    /// A player resigned.
    Resign,
    /// The players agreed to end the game (V18).
    End,
    /// A bot took over the seat.
    Away,
    /// The person took over again from the bot.
    Back,
    /// The person did not reveal their contribution in time and lost the seat.
    Silent,
    /// The host removed the person from the seat.
    Removed,
}
