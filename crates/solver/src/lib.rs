//! Decides whether a Klondike position can be won, and proves it.
//!
//! The solver knows all cards, including the face-down ones. It answers *winnable*, with a line of
//! moves that the rules have replayed; *lost*, which is a proof; or *unknown*, when it reached a
//! limit. It reads no clock and starts no thread: the caller sets limits and is asked regularly
//! whether to continue.
//!
//! ```
//! use cards::DealId;
//! use games::klondike::{Config, Klondike};
//! use solver::{Solver, Verdict};
//! use table::{Game, Seat, Table};
//!
//! let table = Table::<Klondike>::new(Config::KLONDIKE, DealId::Solvitaire(2))?;
//! let report = Solver::default().solve(table.game(), &mut |_| true);
//! let Verdict::Winnable(line) = report.verdict else { panic!("this deal can be won") };
//!
//! let mut game = table.game().clone();
//! for mv in line {
//!     game.play(Seat::A, mv)?;
//! }
//! assert!(game.outcome().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! How a position becomes a verdict:
//!
//! ```text
//! Position ─ solve ─┬─ relaxation   searches an easier game first: lost there is lost here
//!                   ├─ deadlock     finds cards that can never be reached
//!                   └─ search       depth-first search of a SearchSpace
//!                        ├─ builds     runs move; AbstractState forgets which card lies on which
//!                        └─ one_card   single cards move; ExactState knows where each card lies
//! actions of a win ─ line ─ moves, each played by the rules
//! ```
//!
//! Each rule that prunes the search has a switch and a soundness argument in [`pruning`].

mod abstract_state;
mod action;
mod base_space;
mod bits;
mod budget;
mod builds;
mod deadlock;
mod exact_state;
mod hint;
mod line;
mod one_card;
mod opening;
mod position;
pub mod pruning;
mod queries;
mod relaxation;
mod search;
mod search_space;
mod solve;
mod stock;
mod transposition;
mod verdict;

pub use hint::{Hint, NoHint, Strength, hint};
pub use opening::Opening;
pub use position::{BadPosition, KnownColumn, Position};
pub use pruning::{Pruning, PruningSwitch};
pub use queries::{Safety, TurningPoint, WinnableDeal, classify_moves, next_winnable, turning_point};
pub use solve::{DecideError, Solver};
pub use verdict::{SearchLimits, SearchProgress, SolveReport, UnknownReason, Verdict};
