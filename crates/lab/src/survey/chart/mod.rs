//! The chart of a survey: how soon deals are decided, and how many positions that takes.

mod plot;

use std::fmt::Write;
use std::fs;
use std::path::Path;

use self::plot::{Labels, Plot};
use super::error::SurveyError;
use super::row::SurveyRow;
use super::summary::SurveySummary;
use crate::VerdictKind;
use crate::number::{grouped, time};
use crate::svg::{END, start, text};

/// Writes the chart beside the file of a survey, or replaces it.
pub(super) fn write(
    survey: &Path,
    title: &str,
    rows: &[SurveyRow],
    summary: &SurveySummary,
) -> Result<(), SurveyError> {
    let path = survey.with_extension("svg");
    let svg = draw(title, rows, summary);
    fs::write(&path, svg).map_err(SurveyError::write(&path))
}

/// Draws the chart as SVG.
fn draw(name: &str, rows: &[SurveyRow], summary: &SurveySummary) -> String {
    let title = format!("{name}, {} deals", grouped(rows.len() as u64));
    let subtitle = format!("can be won: {}", summary.share().text());
    let mut svg = start(960, 440, &title, LIGHT, DARK);
    text(&mut svg, "title", 56.0, 42.0, "start", &title);
    text(&mut svg, "told", 56.0, 64.0, "start", &subtitle);
    legend(&mut svg);
    times(&mut svg, rows, summary);
    positions(&mut svg, rows, summary);
    svg.push_str(END);
    svg
}

const LIGHT: &str = ".all-line { stroke: #1f2328; stroke-width: 2.2; fill: none; stroke-linejoin: round }
.winnable-line { stroke: #2878b5; stroke-width: 1.6; fill: none; stroke-linejoin: round }
.lost-line { stroke: #d5711a; stroke-width: 1.6; fill: none; stroke-linejoin: round }
.all { fill: #1f2328 }
.winnable { fill: #2878b5 }
.lost { fill: #d5711a }
.unknown { fill: #8b949e }
";

const DARK: &str = ".all { fill: #e6edf3 }
.all-line { stroke: #e6edf3 }
.winnable-line { stroke: #58a6e0 }
.lost-line { stroke: #f0934a }
.winnable { fill: #58a6e0 }
.lost { fill: #f0934a }
";

fn legend(svg: &mut String) {
    for (x, name) in [(642.0, "all"), (692.0, "winnable"), (778.0, "lost"), (832.0, "unknown")] {
        let _ = writeln!(svg, r#"<rect class="{name}" x="{x:.1}" y="33" width="10" height="10" rx="2"/>"#);
        text(svg, "small", x + 16.0, 42.0, "start", name);
    }
}

/// The share of deals decided over time: of all deals, of those that can be won and of those that cannot.
fn times(svg: &mut String, rows: &[SurveyRow], summary: &SurveySummary) {
    let slowest = summary.longest.map_or(1.0, |(ms, _)| ms);
    // The axis is in seconds, and starts at ten microseconds.
    let to = (slowest / 1e3).max(1e-9).log10().ceil().max(-2.0) as i32;
    let plot = Plot { left: 56.0, from: -5, to, top: 1.0 };
    let subtitle = format!(
        "median {} · 95 % {} · 99 % {} · longest {}",
        time(summary.median),
        time(summary.p95),
        time(summary.p99),
        time(slowest),
    );
    let labels = Labels {
        title: "Share of deals decided",
        subtitle: &subtitle,
        axis: "processor time of a deal",
        tick: |power| match power {
            ..-3 => format!("{} µs", 10_u32.pow((power + 6).clamp(0, 9) as u32)),
            -3..0 => format!("{} ms", 10_u32.pow((power + 3).clamp(0, 9) as u32)),
            0.. => format!("{} s", 10_u32.pow(power.clamp(0, 9) as u32)),
        },
    };
    plot.frame(svg, &labels);
    let known = |verdict| rows.iter().filter(move |row| row.verdict == verdict);
    curve(svg, &plot, "lost", known(VerdictKind::Lost).map(|row| row.cpu_ms).collect(), summary.lost);
    curve(
        svg,
        &plot,
        "winnable",
        known(VerdictKind::Winnable).map(|row| row.cpu_ms).collect(),
        summary.winnable,
    );
    let decided = rows.iter().filter(|row| row.verdict != VerdictKind::Unknown);
    curve(svg, &plot, "all", decided.map(|row| row.cpu_ms).collect(), rows.len() as u64);
}

/// A line for the share of deals that took at most so much time.
fn curve(svg: &mut String, plot: &Plot, name: &str, mut times: Vec<f64>, of: u64) {
    const STEPS: u32 = 260;
    if times.is_empty() {
        return;
    }
    times.sort_by(f64::total_cmp);
    let mut path = String::new();
    for step in 0..=STEPS {
        let seconds = plot.number(f64::from(step) / f64::from(STEPS));
        let share = times.partition_point(|ms| *ms <= 1e3 * seconds) as f64 / of as f64;
        let letter = if step == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{letter}{:.1} {:.1}", plot.x(seconds), plot.y(share));
    }
    let _ = writeln!(svg, r#"<path class="{name}-line" d="{path}"/>"#);
}

/// A histogram of positions searched: five bars for each power of ten, with the verdicts stacked.
fn positions(svg: &mut String, rows: &[SurveyRow], summary: &SurveySummary) {
    const BARS: i32 = 5;
    let most = rows.iter().map(|row| row.nodes).max().unwrap_or(1).max(1);
    let to = ((most as f64 + 1.0).log10().ceil() as i32).max(1);
    let mut bars = vec![[0_u64; VerdictKind::ALL.len()]; (to * BARS) as usize];
    let last = bars.len() - 1;
    for row in rows {
        let at = ((row.nodes.max(1) as f64).log10() * f64::from(BARS)) as usize;
        bars[at.min(last)][row.verdict as usize] += 1;
    }
    let all = rows.len().max(1) as f64;
    let highest = bars.iter().map(|bar| bar.iter().sum()).max().unwrap_or(0) as f64 / all;
    // Four grid lines, a whole number of per cent apart.
    let plot = Plot { left: 514.0, from: 0, to, top: (25.0 * highest).ceil().max(1.0) / 25.0 };
    let subtitle = format!(
        "{} in all · {:.1} million a second",
        grouped(summary.nodes),
        summary.nodes_per_second() / 1e6
    );
    let labels = Labels {
        title: "Share of deals by work",
        subtitle: &subtitle,
        axis: "positions looked at",
        tick: |power| {
            let unit = ["", " k", " M", " G", " T", " P", " E"][(power / 3).clamp(0, 6) as usize];
            format!("{}{unit}", 10_u32.pow((power % 3).clamp(0, 2) as u32))
        },
    };
    plot.frame(svg, &labels);
    let width = Plot::WIDTH / bars.len() as f64;
    for (at, bar) in bars.iter().enumerate() {
        let x = plot.left + width * at as f64;
        let mut below = 0;
        for verdict in VerdictKind::ALL {
            let count = bar[verdict as usize];
            if count > 0 {
                let (low, high) = (plot.y(below as f64 / all), plot.y((below + count) as f64 / all));
                let _ = writeln!(
                    svg,
                    r#"<rect class="{}" x="{:.1}" y="{high:.2}" width="{:.1}" height="{:.2}"/>"#,
                    verdict.name(),
                    x + 0.5,
                    width - 1.0,
                    low - high,
                );
            }
            below += count;
        }
    }
}
