use std::time::Duration;

use cpu_time::ThreadTime;
use games::klondike::Klondike;
use solver::{SearchLimits, SolveReport, Solver, UnknownReason, Verdict};
use table::Game;

use crate::StopFlag;

/// What the solver may use for one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveLimits {
    /// Processor time.
    pub time: Duration,
    /// Bytes of memory.
    pub memory: usize,
    /// Positions; `u64::MAX` for no limit.
    pub nodes: u64,
}

impl SolveLimits {
    /// Asks the solver whether the game can be won, until it knows, a limit is reached or `stop` is
    /// requested.
    #[must_use]
    pub fn solve(&self, game: &Klondike, stop: &StopFlag) -> Solved {
        let start = ThreadTime::now();
        let mut timed_out = false;
        let answer = match game.outcome() {
            Some(outcome) => {
                let won = !outcome.winners.is_empty();
                let verdict = if won { Verdict::Winnable(Vec::new()) } else { Verdict::Lost };
                SolveReport { verdict, nodes: 0, peak_bytes: 0 }
            }
            None => self.solver().solve(game, &mut |_| {
                timed_out = start.elapsed() >= self.time;
                !timed_out && !stop.is_requested()
            }),
        };
        Solved { answer, cpu: start.elapsed(), timed_out }
    }

    fn solver(&self) -> Solver {
        Solver { limits: SearchLimits { nodes: self.nodes, bytes: self.memory }, ..Solver::default() }
    }
}

/// The solver's answer, and what it cost.
pub struct Solved {
    /// The answer.
    pub answer: SolveReport,
    /// The processor time of this thread.
    pub cpu: Duration,
    timed_out: bool,
}

impl Solved {
    /// Why the verdict is unknown; empty if it is known.
    #[must_use]
    pub fn reason(&self) -> String {
        match self.answer.verdict {
            Verdict::Unknown(UnknownReason::Stopped) if self.timed_out => "the time was up".to_owned(),
            Verdict::Unknown(reason) => reason.to_string(),
            Verdict::Winnable(_) | Verdict::Lost => String::new(),
        }
    }
}

/// A solver's verdict without its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VerdictKind {
    /// The deal can be won.
    Winnable,
    /// It cannot be won.
    Lost,
    /// A limit was reached first.
    Unknown,
}

impl From<&Verdict> for VerdictKind {
    fn from(verdict: &Verdict) -> VerdictKind {
        match verdict {
            Verdict::Winnable(_) => VerdictKind::Winnable,
            Verdict::Lost => VerdictKind::Lost,
            Verdict::Unknown(_) => VerdictKind::Unknown,
        }
    }
}

impl VerdictKind {
    /// All kinds, in the order of their discriminants.
    pub const ALL: [VerdictKind; 3] = [VerdictKind::Winnable, VerdictKind::Lost, VerdictKind::Unknown];

    /// The name used in CSV files and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            VerdictKind::Winnable => "winnable",
            VerdictKind::Lost => "lost",
            VerdictKind::Unknown => "unknown",
        }
    }
}
