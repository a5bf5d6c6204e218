use std::fmt;
use std::str::FromStr;

use super::deal::{NumberedDeal, ParseDealRangeError};
use crate::VerdictKind;

/// The result of one deal: a line of the file.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SurveyRow {
    /// The deal.
    pub deal: NumberedDeal,
    /// Whether it can be won.
    pub verdict: VerdictKind,
    /// How many positions the solver searched.
    pub nodes: u64,
    /// The processor time in milliseconds.
    pub cpu_ms: f64,
}

/// The first line of a file.
pub(super) const HEADER: &str = "deal,verdict,nodes,cpu_ms";

impl fmt::Display for SurveyRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SurveyRow { deal, verdict, nodes, cpu_ms } = self;
        write!(f, "{deal},{},{nodes},{cpu_ms:.3}", verdict.name())
    }
}

/// The line is not a row of a survey.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseRowError {
    /// It does not have four fields.
    #[error("expected four fields, {HEADER}")]
    Fields,
    /// The first field is not a numbered deal.
    #[error(transparent)]
    Deal(#[from] ParseDealRangeError),
    /// The second field is not a verdict.
    #[error("the verdict must be winnable, lost or unknown")]
    Verdict,
    /// The third field is not a number.
    #[error("nodes must be a whole number")]
    Nodes,
    /// The fourth field is not a time.
    #[error("cpu_ms must be a number of milliseconds")]
    Time,
}

impl FromStr for SurveyRow {
    type Err = ParseRowError;

    fn from_str(line: &str) -> Result<SurveyRow, ParseRowError> {
        let fields: Vec<&str> = line.split(',').collect();
        let [deal, verdict, nodes, cpu_ms] = fields[..] else { return Err(ParseRowError::Fields) };
        let verdict = VerdictKind::ALL.into_iter().find(|known| known.name() == verdict);
        let cpu_ms = cpu_ms.parse().ok().filter(|ms: &f64| ms.is_finite() && *ms >= 0.0);
        Ok(SurveyRow {
            deal: deal.parse()?,
            verdict: verdict.ok_or(ParseRowError::Verdict)?,
            nodes: nodes.parse().map_err(|_| ParseRowError::Nodes)?,
            cpu_ms: cpu_ms.ok_or(ParseRowError::Time)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::SurveyRow;

    #[test]
    fn a_row_is_read_as_it_is_written() {
        for line in ["v1:1,winnable,120,0.041", "solvitaire:22,lost,0,0.000", "v1:7,unknown,99,30000.002"] {
            assert_eq!(line.parse::<SurveyRow>().unwrap().to_string(), line);
        }
        for line in
            ["", "v1:1,won,1,1", "v1:1,lost,1", "v1:1,lost,1,1,1", "v1:1,lost,-1,1", "v1:1,lost,1,NaN"]
        {
            assert!(line.parse::<SurveyRow>().is_err(), "{line}");
        }
    }
}
