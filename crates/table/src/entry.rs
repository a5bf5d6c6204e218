use std::fmt;

use text::ErrorText;

use crate::{Fault, Game, Seat};

/// One thing that happened: a line of the record.
#[derive(Clone, PartialEq, Eq)]
pub enum Entry<G: Game> {
    /// What chance did.
    Chance(G::Chance),
    /// What a player did.
    Move {
        /// Who did it.
        seat: Seat,
        /// What was done.
        mv: G::Move,
        /// Whether a helper did it for the player: undo goes through it.
        auto: bool,
    },
    /// A player took a step back: the last move that was not automatic, and the automatic ones after it.
    Undo(Seat),
    /// A player took a step forward again.
    Redo(Seat),
    /// A player gave up.
    Resign(Seat),
}

impl<G: Game> Entry<G> {
    /// Reads a line.
    pub(crate) fn parse(line: &str) -> Result<Entry<G>, Fault> {
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        let Ok(seat) = first.parse::<Seat>() else {
            return line.parse().map(Entry::Chance).map_err(unreadable);
        };
        let entry = match rest {
            "undo" => Entry::Undo(seat),
            "redo" => Entry::Redo(seat),
            "!resign" => Entry::Resign(seat),
            _ => {
                let (mv, auto) = rest.strip_suffix(" auto").map_or((rest, false), |mv| (mv, true));
                Entry::Move { seat, mv: mv.parse().map_err(unreadable)?, auto }
            }
        };
        Ok(entry)
    }
}

fn unreadable(error: impl ErrorText) -> Fault {
    Fault::Unreadable(error.text())
}

/// A line of a record, without its end.
impl<G: Game> fmt::Display for Entry<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Chance(chance) => write!(f, "{chance}"),
            Entry::Move { seat, mv, auto } => write!(f, "{seat} {mv}{}", if *auto { " auto" } else { "" }),
            Entry::Undo(seat) => write!(f, "{seat} undo"),
            Entry::Redo(seat) => write!(f, "{seat} redo"),
            Entry::Resign(seat) => write!(f, "{seat} !resign"),
        }
    }
}
