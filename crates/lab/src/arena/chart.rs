//! The chart of a round-robin: the players' ratings, and what each wins against each.

use std::fmt::Write;

use super::standings::{Standing, Standings};
use crate::number::{grouped, percent, time};
use crate::svg::{END, start, text};

/// The left edge and width of the axis; the left edge of the cells and the width of a cell.
const AXIS: f64 = 130.0;
const WIDTH: f64 = 370.0;
const CELLS: f64 = 556.0;
const CELL: f64 = 70.0;
/// The upper edge of the first row, and the height of a row.
const TOP: f64 = 140.0;
const ROW: f64 = 46.0;

const LIGHT: &str = ".dot, .win { fill: #2878b5 }
.loss { fill: #d5711a }
.even { fill: #8b949e; fill-opacity: 0.12 }
.reach { stroke: #2878b5; stroke-width: 3; stroke-linecap: round; stroke-opacity: 0.45 }
.cell { font-size: 13px; font-variant-numeric: tabular-nums }
";

const DARK: &str = ".dot, .win { fill: #58a6e0 }
.loss { fill: #f0934a }
.reach { stroke: #58a6e0 }
";

/// Draws the chart as SVG.
#[must_use]
pub fn chart(standings: &Standings) -> String {
    let rows = standings.results.len() as f64;
    let (width, bottom) = ((CELLS + CELL * rows + 40.0).max(720.0), TOP + ROW * rows);
    let title = "Savannah: who beats whom";
    let mut svg = start(width.ceil() as u32, (bottom + 64.0).ceil() as u32, title, LIGHT, DARK);
    let games = grouped(standings.games);
    let subtitle = format!(
        "{games} games, {}: each pair has played {} deals twice, with seats swapped",
        standings.config,
        grouped(standings.deals)
    );
    text(&mut svg, "title", 40.0, 42.0, "start", title);
    text(&mut svg, "told", 40.0, 64.0, "start", &subtitle);
    text(&mut svg, "head", AXIS, 104.0, "start", "Elo, with 95 % intervals");
    text(&mut svg, "head", CELLS, 104.0, "start", "Games won of a hundred, row against column");
    let axis = Axis::new(&standings.results);
    axis.draw(&mut svg, bottom);
    for (at, standing) in standings.results.iter().enumerate() {
        let middle = TOP + ROW * (at as f64 + 0.5);
        rating(&mut svg, &axis, standing, middle);
        let column = CELLS + CELL * (at as f64 + 0.5);
        text(&mut svg, "small", column, TOP - 12.0, "middle", &standing.player);
        for (other, share) in standings.shares[at].iter().enumerate() {
            cell(&mut svg, CELLS + CELL * other as f64, middle, (other != at).then_some(*share));
        }
    }
    let under = bottom + 40.0;
    text(&mut svg, "small", AXIS + WIDTH / 2.0, under, "middle", "0 is the average of all players");
    svg.push_str(END);
    svg
}

/// A player's name and rating.
fn rating(svg: &mut String, axis: &Axis, standing: &Standing, y: f64) {
    text(svg, "head", 40.0, y - 1.0, "start", &standing.player);
    let cpu = format!("{} a turn", time(standing.cpu_ms_per_turn));
    text(svg, "small", 40.0, y + 14.0, "start", &cpu);
    let [low, x, high] = [standing.elo_low, standing.elo, standing.elo_high].map(|elo| axis.x(elo));
    let _ = writeln!(svg, r#"<path class="reach" d="M{low:.1} {y:.1}H{high:.1}"/>"#);
    let _ = writeln!(svg, r#"<circle class="dot" cx="{x:.1}" cy="{y:.1}" r="5"/>"#);
    let elo = format!("{:+.0}", standing.elo.round() + 0.0);
    // On that side of the interval that has space for it.
    let (x, anchor) = if high < AXIS + WIDTH - 40.0 { (high + 10.0, "start") } else { (low - 10.0, "end") };
    text(svg, "cell", x, y + 4.5, anchor, &elo);
}

/// A share of wins; the more one-sided it is, the stronger is its colour.
fn cell(svg: &mut String, x: f64, y: f64, share: Option<f64>) {
    let class = match share {
        None => "even",
        Some(share) if share < 0.5 => "loss",
        Some(_) => "win",
    };
    let strength = share.map_or_else(String::new, |share| {
        format!(r#" fill-opacity="{:.2}""#, 0.08 + 0.5 * 2.0 * (share - 0.5).abs())
    });
    let (top, size) = (y - ROW / 2.0 + 1.5, (CELL - 3.0, ROW - 3.0));
    let _ = writeln!(
        svg,
        r#"<rect class="{class}"{strength} x="{:.1}" y="{top:.1}" width="{:.1}" height="{:.1}" rx="4"/>"#,
        x + 1.5,
        size.0,
        size.1,
    );
    if let Some(share) = share {
        text(svg, "cell", x + CELL / 2.0, y + 4.5, "middle", &percent(share));
    }
}

/// The Elo axis, with a line for each round number.
struct Axis {
    low: f64,
    high: f64,
    step: f64,
}

impl Axis {
    fn new(standings: &[Standing]) -> Axis {
        let finite = |elo: &f64| elo.is_finite();
        let ends = standings.iter().flat_map(|standing| [standing.elo_low, standing.elo, standing.elo_high]);
        let (low, high) =
            ends.filter(finite).fold((-50.0_f64, 50.0_f64), |(low, high), elo| (low.min(elo), high.max(elo)));
        let steps = [25.0, 50.0, 100.0, 200.0, 250.0, 500.0, 1000.0];
        let step = steps.into_iter().find(|step| (high - low) / step <= 6.0).unwrap_or(2000.0);
        Axis { low: step * (low / step).floor(), high: step * (high / step).ceil(), step }
    }

    fn x(&self, elo: f64) -> f64 {
        AXIS + WIDTH * (elo.clamp(self.low, self.high) - self.low) / (self.high - self.low)
    }

    fn draw(&self, svg: &mut String, bottom: f64) {
        let mut elo = self.low;
        while elo <= self.high {
            let x = self.x(elo);
            let class = if elo == 0.0 { "axis" } else { "grid" };
            let _ = writeln!(svg, r#"<path class="{class}" d="M{x:.1} {TOP:.1}V{bottom:.1}"/>"#);
            let label = if elo == 0.0 { "0".to_owned() } else { format!("{elo:+.0}") };
            text(svg, "small", x, bottom + 18.0, "middle", &label);
            elo += self.step;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use cards::{ChanceKind, Key, Source};
    use games::savannah::Config;

    use super::chart;
    use crate::arena::round_robin::RoundRobin;
    use crate::arena::seating::parse_levels;
    use crate::arena::standings::Standings;

    /// The chart of players who are 200 points apart.
    fn example(players: &str, deals: u32) -> String {
        let config = Config::new(2).unwrap();
        let mut games = RoundRobin::new(parse_levels(players).unwrap(), config).unwrap();
        let mut source = Key::from_number(2).stream(ChanceKind::Deal, 0);
        for matchup in &mut games.matchups {
            let [weak, strong] = matchup.seating.players()[..] else { panic!("a pair") };
            let apart = f64::from(strong as i32 - weak as i32);
            let share = 1.0 / (1.0 + 10_f64.powf(0.5 * apart));
            for _ in 0..deals {
                let wins = (0..2).filter(|_| f64::from(source.below(1000)) < 1000.0 * share).count();
                matchup.shares[0].push(wins as f64 / 2.0);
                matchup.shares[1].push(1.0 - wins as f64 / 2.0);
            }
        }
        chart(&Standings::new(&games, config, 1, Duration::from_secs(1)))
    }

    #[test]
    fn everything_is_inside_the_page() {
        for (players, deals) in
            [("beginner,casual,keen,strong,expert", 300), ("keen,strong", 0), ("keen,strong", 1)]
        {
            let svg = example(players, deals);
            let number = |text: &str| text.split('"').next().and_then(|number| number.parse::<f64>().ok());
            let width = svg.split(" width=\"").nth(1).and_then(number).unwrap();
            let all: Vec<f64> = svg.split(" x=\"").skip(1).map(|rest| number(rest).unwrap()).collect();
            assert!(all.len() > 10 && all.iter().all(|x| (0.0..width).contains(x)), "{all:?} in {width}");
            assert_eq!(svg.matches("<circle").count(), players.split(',').count());
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }
}
