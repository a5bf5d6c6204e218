use bots::savannah::reason;
use cards::Dice;
use games::events::{self, EventText};
use games::savannah::{Chance, Move, Savannah, View};
use serde::{Deserialize, Serialize};
use table::{Entry, Eye, Seat};
use text::Text;

/// An event at a table, described for one viewer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableEvent {
    /// The round; 0 before the game.
    pub round: u32,
    /// Who did it, or whose turn it was.
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
    /// Describes an entry of the game's record for one viewer. `None` for undo and redo, which do not exist
    /// at online tables.
    #[must_use]
    pub fn of(eye: Eye, before: &View, entry: &Entry<Savannah>, after: &View) -> Option<TableEvent> {
        let EventText { round, seat, text } = events::describe(eye, before, entry, after, None);
        let public = after.public();
        let (seat, kind, why) = match entry {
            Entry::Chance(Chance::Deal(_)) => (None, TableEventKind::Deal, None),
            Entry::Chance(Chance::Begin(_)) => (public.first, TableEventKind::Begin, None),
            Entry::Chance(Chance::Roll(dice)) => (Some(public.seat), TableEventKind::Roll(*dice), None),
            Entry::Chance(Chance::Reshuffle(_)) => (Some(public.seat), TableEventKind::Reshuffle, None),
            Entry::Move { mv, .. } => {
                let why = (seat != eye.seat()).then(|| reason(before.public(), *mv, eye.seat()));
                (seat, TableEventKind::Move(*mv), why)
            }
            Entry::Resign(_) => (seat, TableEventKind::Resign, None),
            Entry::Undo(_) | Entry::Redo(_) => return None,
        };
        Some(TableEvent { round, seat, kind, text, why })
    }
}

/// The kind of an event. It contains only what everybody at the table can see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TableEventKind {
    /// The cards were dealt.
    Deal,
    /// The dice decided who begins.
    Begin,
    /// The dice were rolled for a turn.
    Roll(Dice),
    /// The covered cards of the foundations were reshuffled.
    Reshuffle,
    /// A move was made.
    Move(Move),
    /// A player resigned.
    Resign,
    /// A bot took over the seat.
    Away,
    /// The person took over again from the bot.
    Back,
    /// The person did not reveal their contribution in time and lost the seat.
    Silent,
}
