use std::time::Duration;

use cpu_time::ThreadTime;
use games::klondike::Klondike;
use solver::{SearchLimits, SolveReport, Solver, UnknownReason, Verdict};
use table::Game;

use crate::stop::Stop;

/// What the solver may use for one question.
#[derive(clap::Args, Clone, Copy)]
pub(crate) struct Budget {
    /// Give up after so much processor time: 30s, 500ms, 2m
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = time, help_heading = LIMITS)]
    time: Duration,
    /// Give up before more memory is needed: 512M, 2G
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = size, help_heading = LIMITS)]
    memory: usize,
    /// Give up after so many positions
    #[arg(long, value_name = "N", help_heading = LIMITS)]
    nodes: Option<u64>,
}

const LIMITS: &str = "Limits";

/// An answer, and what it cost.
pub(crate) struct Solved {
    pub(crate) answer: SolveReport,
    /// The processor time of this thread.
    pub(crate) cpu: Duration,
    /// Whether the time was up.
    late: bool,
}

impl Solved {
    /// Why nothing is known, where that is so.
    pub(crate) fn reason(&self) -> String {
        match self.answer.verdict {
            Verdict::Unknown(UnknownReason::Stopped) if self.late => "the time was up".to_owned(),
            Verdict::Unknown(reason) => reason.to_string(),
            Verdict::Winnable(_) | Verdict::Lost => String::new(),
        }
    }
}

impl Budget {
    /// Asks the solver, until it knows, a limit is reached, or somebody stops it.
    pub(crate) fn solve(&self, game: &Klondike, stop: &Stop) -> Solved {
        let start = ThreadTime::now();
        let mut late = false;
        let answer = match game.outcome() {
            Some(outcome) => {
                let won = !outcome.winners.is_empty();
                let verdict = if won { Verdict::Winnable(Vec::new()) } else { Verdict::Lost };
                SolveReport { verdict, nodes: 0, peak_bytes: 0 }
            }
            None => self.solver().solve(game, &mut |_| {
                late = start.elapsed() >= self.time;
                !late && !stop.is_asked()
            }),
        };
        Solved { answer, cpu: start.elapsed(), late }
    }

    fn solver(&self) -> Solver {
        let limits = SearchLimits { nodes: self.nodes.unwrap_or(u64::MAX), bytes: self.memory };
        Solver { limits, ..Solver::default() }
    }
}

/// A number with ms, s, m or h after it.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let units = [("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let seconds = units.iter().find_map(|(unit, seconds)| Some(decimal(text.strip_suffix(unit)?)? * seconds));
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| "a time is a number with ms, s, m or h after it, as in 30s".to_owned())
}

fn size(text: &str) -> Result<usize, String> {
    let units = [("K", 10), ("M", 20), ("G", 30), ("", 0)];
    let bytes = units.iter().find_map(|(unit, shift)| {
        let number = decimal(text.strip_suffix(unit)?)?;
        Some(number * f64::from(1_u32 << shift))
    });
    let bytes = bytes.filter(|bytes| *bytes < 2_f64.powi(48)).map(|bytes| bytes as usize);
    bytes.ok_or_else(|| "a size is a number of bytes, or one with K, M or G after it, as in 512M".to_owned())
}

/// A number of digits and perhaps a point, and nothing else.
fn decimal(text: &str) -> Option<f64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    text.parse().ok().filter(|_| plain)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{size, time};

    #[test]
    fn times_and_sizes_are_read() {
        assert_eq!(time("30s"), Ok(Duration::from_secs(30)));
        assert_eq!(time("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(time("250ms"), Ok(Duration::from_millis(250)));
        for text in ["", "30", "s", "-1s", "1e9s", "30 s", "inf s", "99999999999999999999h"] {
            assert!(time(text).is_err(), "{text}");
        }
        assert_eq!((size("512M"), size("1.5K"), size("77")), (Ok(512 << 20), Ok(1536), Ok(77)));
        for text in ["", "M", "512MB", "-1", "1e3", "99999999G"] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
