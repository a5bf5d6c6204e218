//! Experiments with the games: many games or deals at once, on all cores, and statistics of the results.
//!
//! | module | question |
//! |---|---|
//! | [`arena`] | How strong are the players of Savannah and Klondike? |
//! | [`simulate`] | What happens on average when simple players play a game? |
//! | [`survey`] | How many deals of Klondike can be won, and how long does the solver take? |
//! | [`training`] | Which weights should the strong players of Savannah use? |
//! | [`winnability`] | The page `docs/winnability.md`, written from surveys |
//!
//! Results are data. The `cardroom` program parses the arguments and prints; charts are SVG and are drawn
//! here. No result depends on the number of threads.
//!
//! ```
//! use games::catalog::GameId;
//! use lab::RunOptions;
//! use lab::simulate::simulate;
//!
//! let options = RunOptions { games: 10, first_deal: 1, threads: 1 };
//! let simulation = simulate(GameId::Klondike, "klondike", &options)?;
//! assert_eq!(simulation.figures[0].0, "won");
//! # Ok::<(), lab::simulate::SimulateError>(())
//! ```

pub mod arena;
mod interval;
pub mod number;
mod play;
mod progress;
mod run_options;
pub mod simulate;
mod solve;
mod stop_flag;
pub mod survey;
mod svg;
pub mod training;
pub mod winnability;
mod wins;

pub use interval::Interval;
pub use run_options::{RunError, RunOptions};
pub use solve::{SolveLimits, Solved, VerdictKind};
pub use stop_flag::StopFlag;
pub use wins::MAX_ROUNDS;
