//! Measures how fast deals are decided on one core: fixed deals of each preset, whose verdicts are
//! known and asserted.
//!
//! If the environment variable `CARDROOM_BENCH_RIVAL` names a program, it is run on the same deals as
//! `PROGRAM DRAW SEED`, one process for each deal. The first line of its output must be `winnable` or
//! `lost`, by rules in which cards return from the foundations. Its verdicts must equal ours. The
//! reported ratio is its user time, including the start of its processes, to our CPU time. Compare
//! only CPU times of the same run, not those of different machines or days.

use std::env;
use std::fs;
use std::ops::RangeInclusive;
use std::process::Command;
use std::time::Duration;

use cards::DealId;
use cpu_time::ProcessTime;
use games::klondike::{Config, Klondike};
use solver::{SearchLimits, Solver, Verdict};
use table::Table;

/// A range of deals, and how many of them can be won.
struct Set {
    name: &'static str,
    config: Config,
    kind: fn(u32) -> DealId,
    numbers: RangeInclusive<u32>,
    won: usize,
}

const SETS: [Set; 5] = [
    Set { name: "klondike", config: Config::KLONDIKE, kind: DealId::Solvitaire, numbers: 1..=200, won: 174 },
    Set {
        name: "klondike, v1",
        config: Config::KLONDIKE,
        kind: |number| DealId::V1(number as u64),
        numbers: 1..=10_000,
        won: 9_088,
    },
    Set {
        name: "klondike-1",
        config: Config::KLONDIKE_1,
        kind: DealId::Solvitaire,
        numbers: 1..=200,
        won: 175,
    },
    Set {
        name: "klondike-3",
        config: Config::KLONDIKE_3,
        kind: DealId::Solvitaire,
        numbers: 1..=200,
        won: 157,
    },
    Set { name: "one-card", config: Config::ONE_CARD, kind: DealId::Solvitaire, numbers: 1..=100, won: 50 },
];

/// The deals among which those are hard that are lost with draw 3 but won with draw 1.
const ONLY_BY_DRAW_3: RangeInclusive<u32> = 1..=600;

fn main() {
    let rival = env::var("CARDROOM_BENCH_RIVAL").ok();
    println!(
        "{:<22}{:>7}{:>7}{:>6}{:>9}{:>11}{:>11}  {:<17}{:>8}{:>13}",
        "", "deals", "won", "lost", "CPU s", "mean ms", "worst ms", "worst deal", "peak MB", "M nodes a s"
    );
    for Set { name, config, kind, numbers, won } in SETS {
        let results: Vec<Solved> = numbers.map(|number| Solved::new(config, kind(number))).collect();
        assert_eq!(results.iter().filter(|solved| solved.won).count(), won, "{name}: won deals");
        report(name, &results);
        if let Some(rival) = rival.as_deref().filter(|_| config.back()) {
            compare(rival, config, &results);
        }
    }
    for (name, config, deals) in [("klondike", Config::KLONDIKE, 10_000), ("one-card", Config::ONE_CARD, 500)]
    {
        let decided = (1..=deals).filter(|number| decides_in_time(config, DealId::V1(*number))).count();
        println!(
            "{name}: {:.2} % of {deals} v1 deals are decided in {BUDGET:?} and 64 MB",
            100.0 * decided as f64 / deals as f64
        );
    }
    let seeds = || ONLY_BY_DRAW_3.map(DealId::Solvitaire);
    let mut results: Vec<Solved> = seeds().map(|deal| Solved::new(Config::KLONDIKE_3, deal)).collect();
    results.retain(|solved| !solved.won && Solved::new(Config::KLONDIKE_1, solved.deal.clone()).won);
    report("lost only by draw 3", &results);
    if let Some(rival) = &rival {
        compare(rival, Config::KLONDIKE_3, &results);
    }
}

/// The time that a page in a browser may spend on a verdict.
const BUDGET: Duration = Duration::from_millis(100);

fn decides_in_time(config: Config, deal: DealId) -> bool {
    let table = Table::<Klondike>::new(config, deal).expect("Klondike has this deal");
    let solver =
        Solver { limits: SearchLimits { bytes: 64 << 20, ..SearchLimits::default() }, ..Solver::default() };
    let start = ProcessTime::now();
    let report = solver.solve(table.game(), &mut |_| start.elapsed() < BUDGET);
    !matches!(report.verdict, Verdict::Unknown(_))
}

/// A solved deal.
struct Solved {
    deal: DealId,
    won: bool,
    cpu: Duration,
    nodes: u64,
    bytes: usize,
}

impl Solved {
    fn new(config: Config, deal: DealId) -> Solved {
        let table = Table::<Klondike>::new(config, deal.clone()).expect("Klondike has this deal");
        let start = ProcessTime::now();
        let report = Solver::default().solve(table.game(), &mut |_| true);
        let cpu = start.elapsed();
        let won = match report.verdict {
            Verdict::Winnable(_) => true,
            Verdict::Lost => false,
            Verdict::Unknown(reason) => panic!("{deal} by {config}: {reason}"),
        };
        Solved { deal, won, cpu, nodes: report.nodes, bytes: report.peak_bytes }
    }
}

fn total(results: &[Solved]) -> f64 {
    results.iter().map(|solved| solved.cpu.as_secs_f64()).sum()
}

fn report(name: &str, results: &[Solved]) {
    let won = results.iter().filter(|solved| solved.won).count();
    let seconds = total(results);
    let nodes: u64 = results.iter().map(|solved| solved.nodes).sum();
    let worst = results.iter().max_by_key(|solved| solved.cpu).expect("there are deals");
    let peak = results.iter().map(|solved| solved.bytes).max().unwrap_or(0);
    println!(
        "{name:<22}{:>7}{won:>7}{:>6}{seconds:>9.3}{:>11.3}{:>11.1}  {:<17}{:>8.1}{:>13.2}",
        results.len(),
        results.len() - won,
        1e3 * seconds / results.len() as f64,
        1e3 * worst.cpu.as_secs_f64(),
        worst.deal.to_string(),
        peak as f64 / 1e6,
        nodes as f64 / seconds / 1e6,
    );
}

/// Runs the other program on the same deals.
fn compare(rival: &str, config: Config, results: &[Solved]) {
    let before = time_of_children();
    for Solved { deal, won, .. } in results {
        let DealId::Solvitaire(seed) = deal else { continue };
        let args = [config.draw().to_string(), seed.to_string()];
        let output = Command::new(rival).args(args).output().expect("the other program starts");
        let verdict = String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or_default().to_owned();
        assert_eq!(verdict, if *won { "winnable" } else { "lost" }, "{deal}: the verdicts differ");
    }
    let seconds = (time_of_children() - before).as_secs_f64();
    println!("  the other program: {seconds:.2} s, {:.1} times ours", seconds / total(results));
}

/// The user time of all child processes that have ended. Linux counts it in hundredths of a second.
fn time_of_children() -> Duration {
    let stat = fs::read_to_string("/proc/self/stat").expect("Linux tells the time of child processes");
    // The second field is the name of the program, in brackets. It may contain blanks.
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace();
    let hundredths = fields.skip(13).find_map(|field| field.parse().ok()).unwrap_or(0);
    Duration::from_millis(10 * hundredths)
}
