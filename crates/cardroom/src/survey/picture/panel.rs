use std::fmt::Write;

use crate::svg::text;

/// A chart with a logarithmic axis from left to right and shares from its bottom to its top.
pub(super) struct Panel {
    /// The left edge of the plot.
    pub(super) left: f64,
    /// The powers of ten at its two ends.
    pub(super) from: i32,
    pub(super) to: i32,
    /// The share at its top.
    pub(super) top: f64,
}

impl Panel {
    pub(super) const WIDTH: f64 = 390.0;
    const TOP: f64 = 132.0;
    const HEIGHT: f64 = 230.0;

    /// Where a number stands. What is too small stands on the edge.
    pub(super) fn x(&self, number: f64) -> f64 {
        let power = number.max(1e-9).log10().clamp(self.from.into(), self.to.into());
        self.left + Panel::WIDTH * (power - f64::from(self.from)) / f64::from(self.to - self.from)
    }

    /// The number that stands at a share of the way from left to right.
    pub(super) fn number(&self, way: f64) -> f64 {
        10_f64.powf(f64::from(self.from) + way * f64::from(self.to - self.from))
    }

    /// Where a share stands.
    pub(super) fn y(&self, share: f64) -> f64 {
        Panel::TOP + Panel::HEIGHT * (1.0 - share / self.top)
    }

    /// What stands around the plot: its title, what is told under it, the lines and their numbers, and what they are of.
    pub(super) fn frame(&self, svg: &mut String, words: &Words<'_>) {
        let Panel { left, from, to, top } = self;
        let (right, bottom) = (left + Panel::WIDTH, Panel::TOP + Panel::HEIGHT);
        text(svg, "head", *left, 98.0, "start", words.title);
        text(svg, "small", *left, 116.0, "start", words.told);
        for step in 0..=4 {
            let share = top * f64::from(step) / 4.0;
            let y = self.y(share);
            let class = if step == 0 { "axis" } else { "grid" };
            let _ = writeln!(svg, r#"<path class="{class}" d="M{left:.1} {y:.1}H{right:.1}"/>"#);
            text(svg, "small", left - 8.0, y + 4.0, "end", &format!("{:.0} %", 100.0 * share));
        }
        for power in *from..=*to {
            let x = self.x(10_f64.powi(power));
            let _ = writeln!(svg, r#"<path class="axis" d="M{x:.1} {bottom:.1}v5"/>"#);
            text(svg, "small", x, bottom + 19.0, "middle", &(words.tick)(power));
        }
        text(svg, "small", left + Panel::WIDTH / 2.0, bottom + 40.0, "middle", words.axis);
    }
}

/// What is written around a plot.
pub(super) struct Words<'a> {
    pub(super) title: &'a str,
    pub(super) told: &'a str,
    pub(super) axis: &'a str,
    /// A power of ten.
    pub(super) tick: fn(i32) -> String,
}
