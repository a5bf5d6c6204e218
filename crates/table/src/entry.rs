use std::fmt;

use text::ErrorText;

use crate::{Fault, Game, Seat};

/// One entry of a record: a single line that says what happened.
#[derive(Clone, PartialEq, Eq)]
pub enum Entry<G: Game> {
    /// The outcome of a chance event.
    Chance(G::Chance),
    /// A player's move.
    Move {
        /// Who made it.
        seat: Seat,
        /// The move.
        mv: G::Move,
        /// Whether the program played it for the player. Undo does not stop at automatic moves.
        auto: bool,
    },
    /// A player undid a step: the last move that was not automatic, and the automatic moves after
    /// it.
    Undo(Seat),
    /// A player redid the step that was undone last.
    Redo(Seat),
    /// A player resigned.
    Resign(Seat),
    /// The players agreed to end the game, which then counts for nobody.
    End,
}

/// The line of [`Entry::End`], which is no seat's own.
const END: &str = "!end";

impl<G: Game> Entry<G> {
    /// Parses one line.
    pub(crate) fn parse(line: &str) -> Result<Entry<G>, Fault> {
        if line == END {
            return Ok(Entry::End);
        }
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

/// A line of a record, without the line feed.
impl<G: Game> fmt::Display for Entry<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Chance(chance) => write!(f, "{chance}"),
            Entry::Move { seat, mv, auto } => write!(f, "{seat} {mv}{}", if *auto { " auto" } else { "" }),
            Entry::Undo(seat) => write!(f, "{seat} undo"),
            Entry::Redo(seat) => write!(f, "{seat} redo"),
            Entry::Resign(seat) => write!(f, "{seat} !resign"),
            Entry::End => f.write_str(END),
        }
    }
}
