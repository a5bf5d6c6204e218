use games::klondike::{Klondike, Move};
use solver::{NoHint, Solver, Strength};
use table::{Eye, Seat, Table};

use crate::klondike::words::advice;
use crate::words;

/// Moves that keep the win, one sentence each.
pub(super) fn hint(
    table: &Table<Klondike>,
    strength: Strength,
    stop: &mut dyn FnMut() -> bool,
) -> Vec<String> {
    let view = table.view(Eye::Seat(Seat::A));
    let told = |mv: &Move| format!("{} ({mv})", advice(&view, *mv));
    match solver::hint(&Solver::default(), table.game(), strength, &mut |_| !stop()) {
        Ok(hint) => match (strength, &hint.moves[..]) {
            (Strength::Nudge, moves) => {
                moves.iter().map(|mv| format!("{}: this keeps the win", told(mv))).collect()
            }
            (Strength::Safe, moves) => {
                let head =
                    if moves.len() == 1 { "one move keeps the win:" } else { "these moves keep the win:" };
                [head.to_owned()].into_iter().chain(moves.iter().map(told)).collect()
            }
            (Strength::Line, moves) => {
                let typed: Vec<String> = moves.iter().map(ToString::to_string).collect();
                vec![format!("you can win in {}: {}", words::moves(moves.len()), typed.join(" "))]
            }
        },
        Err(NoHint::Lost) if table.record().entries.len() == 1 => vec!["this deal cannot be won".to_owned()],
        Err(NoHint::Lost) => vec!["the game cannot be won from here; type `u` to undo".to_owned()],
        Err(NoHint::Unknown(_)) => vec!["no hint was found: the search took too long".to_owned()],
    }
}
