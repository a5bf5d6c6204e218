use std::fmt::Write;

use crate::svg::text;

/// A plot with a logarithmic horizontal axis and shares on the vertical one.
pub(super) struct Plot {
    /// The left edge of the plot.
    pub(super) left: f64,
    /// The power of ten at the left edge.
    pub(super) from: i32,
    /// The power of ten at the right edge.
    pub(super) to: i32,
    /// The share at the top.
    pub(super) top: f64,
}

impl Plot {
    pub(super) const WIDTH: f64 = 390.0;
    const TOP: f64 = 132.0;
    const HEIGHT: f64 = 230.0;

    /// The position of a number, at the edge if it is outside.
    pub(super) fn x(&self, number: f64) -> f64 {
        let power = number.max(1e-9).log10().clamp(self.from.into(), self.to.into());
        self.left + Plot::WIDTH * (power - f64::from(self.from)) / f64::from(self.to - self.from)
    }

    /// The number at a position between 0, the left edge, and 1, the right edge.
    pub(super) fn number(&self, position: f64) -> f64 {
        10_f64.powf(f64::from(self.from) + position * f64::from(self.to - self.from))
    }

    /// The position of a share.
    pub(super) fn y(&self, share: f64) -> f64 {
        Plot::TOP + Plot::HEIGHT * (1.0 - share / self.top)
    }

    /// Draws titles, grid lines and axes.
    pub(super) fn frame(&self, svg: &mut String, labels: &Labels<'_>) {
        let Plot { left, from, to, top } = self;
        let (right, bottom) = (left + Plot::WIDTH, Plot::TOP + Plot::HEIGHT);
        text(svg, "head", *left, 98.0, "start", labels.title);
        text(svg, "small", *left, 116.0, "start", labels.subtitle);
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
            text(svg, "small", x, bottom + 19.0, "middle", &(labels.tick)(power));
        }
        text(svg, "small", left + Plot::WIDTH / 2.0, bottom + 40.0, "middle", labels.axis);
    }
}

/// The texts around a plot.
pub(super) struct Labels<'a> {
    pub(super) title: &'a str,
    pub(super) subtitle: &'a str,
    pub(super) axis: &'a str,
    /// The label of a power of ten.
    pub(super) tick: fn(i32) -> String,
}
