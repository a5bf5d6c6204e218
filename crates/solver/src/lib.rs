//! A verdict for every Klondike position, with its evidence.
//!
//! All cards are known to the solver. It answers *winnable*, with a line that the rules have replayed, *lost*, which is a proof, or *unknown*,
//! when a limit was reached. It reads no clock and starts no thread: whoever asks gives limits and is asked in turn whether to go on.
//!
//! A position becomes a state of a `space`: `builds` forgets where face-up cards lie, `one_card` knows it. `search` goes through a space
//! in depth, `judge` asks an easier space, and `line` turns what was found into moves. Each rule that cuts the search down has its
//! switch and its reason in [`pruning`].
//!
//! ```
//! use cards::DealId;
//! use games::klondike::{Config, Klondike};
//! use solver::{Solver, Verdict};
//! use table::{Game, Seat, Table};
//!
//! let table = Table::<Klondike>::new(Config::KLONDIKE, DealId::Solvitaire(2))?;
//! let answer = Solver::default().solve(table.game(), &mut |_| true);
//! let Verdict::Winnable(line) = answer.verdict else { panic!("this deal can be won") };
//!
//! let mut game = table.game().clone();
//! for mv in line {
//!     game.play(Seat::A, mv)?;
//! }
//! assert!(game.outcome().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod act;
mod bits;
mod builds;
mod control;
mod ground;
mod hint;
mod judge;
mod line;
mod loose;
mod one_card;
mod position;
pub mod pruning;
mod questions;
mod reach;
mod relaxed;
mod search;
mod seen;
mod solve;
mod space;
mod verdict;

pub use hint::{Hint, NoHint, Strength, hint};
pub use position::{BadPosition, Column, Position};
pub use pruning::{Pruning, Switch};
pub use questions::{Found, Safety, Span, next_winnable, safe_moves, still_winnable};
pub use solve::{Solver, Undecided};
pub use verdict::{Answer, Limits, Progress, Unknown, Verdict};
