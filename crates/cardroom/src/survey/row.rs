use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Result, bail};

use super::deal::Deal;
use crate::solve::Verdict;

/// What was found out about one deal: a line of the file.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Row {
    pub(super) deal: Deal,
    pub(super) verdict: Verdict,
    pub(super) nodes: u64,
    pub(super) cpu_ms: f64,
}

/// The first line of a file.
pub(super) const HEADER: &str = "deal,verdict,nodes,cpu_ms";

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { deal, verdict, nodes, cpu_ms } = self;
        write!(f, "{deal},{},{nodes},{cpu_ms:.3}", verdict.name())
    }
}

impl FromStr for Row {
    type Err = anyhow::Error;

    fn from_str(line: &str) -> Result<Row> {
        let fields: Vec<&str> = line.split(',').collect();
        let [deal, verdict, nodes, cpu_ms] = fields[..] else {
            bail!("expected four fields, {HEADER}");
        };
        let verdict = Verdict::ALL.into_iter().find(|known| known.name() == verdict);
        let cpu_ms = cpu_ms.parse().ok().filter(|ms: &f64| ms.is_finite() && *ms >= 0.0);
        Ok(Row {
            deal: deal.parse()?,
            verdict: verdict.context("a verdict is winnable, lost or unknown")?,
            nodes: nodes.parse().ok().context("nodes are a whole number")?,
            cpu_ms: cpu_ms.context("cpu_ms is a number of milliseconds")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Row;

    #[test]
    fn a_row_is_read_as_it_is_written() {
        for line in ["v1:1,winnable,120,0.041", "solvitaire:22,lost,0,0.000", "v1:7,unknown,99,30000.002"] {
            assert_eq!(line.parse::<Row>().unwrap().to_string(), line);
        }
        for line in
            ["", "v1:1,won,1,1", "v1:1,lost,1", "v1:1,lost,1,1,1", "v1:1,lost,-1,1", "v1:1,lost,1,NaN"]
        {
            assert!(line.parse::<Row>().is_err(), "{line}");
        }
    }
}
