use std::fmt;
use std::str::FromStr;

use super::deal::{NumberedDeal, ParseDealRangeError};
use crate::VerdictKind;
use crate::number::grouped;

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

/// A line of a file with the results of deals.
pub(crate) trait DealRow: Copy + fmt::Display + FromStr<Err = ParseRowError> + Send {
    /// The first line of the file.
    const HEADER: &'static str;
    /// The template of the progress bar.
    const PROGRESS: &'static str;

    fn deal(&self) -> NumberedDeal;

    /// Whether it is a win, if that is known.
    fn is_win(&self) -> Option<bool>;

    /// The part that is the same whenever the deal is done again, in words.
    fn result(&self) -> String;
}

impl DealRow for SurveyRow {
    const HEADER: &'static str = "deal,verdict,nodes,cpu_ms";
    const PROGRESS: &'static str = SURVEY_PROGRESS;

    fn deal(&self) -> NumberedDeal {
        self.deal
    }

    fn is_win(&self) -> Option<bool> {
        match self.verdict {
            VerdictKind::Winnable => Some(true),
            VerdictKind::Lost => Some(false),
            VerdictKind::Unknown => None,
        }
    }

    fn result(&self) -> String {
        format!("{} after {} positions", self.verdict.name(), grouped(self.nodes))
    }
}

pub(crate) const SURVEY_PROGRESS: &str =
    "{wide_bar} {pos}/{len} deals, {speed} a second, {eta} left\ncan be won: {msg}";

impl fmt::Display for SurveyRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SurveyRow { deal, verdict, nodes, cpu_ms } = self;
        write!(f, "{deal},{},{nodes},{cpu_ms:.3}", verdict.name())
    }
}

/// The line is not a row of a survey.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseRowError {
    /// It has more or fewer fields than the first line.
    #[error("expected as many fields as in the first line")]
    Fields,
    /// The first field is not a numbered deal.
    #[error(transparent)]
    Deal(#[from] ParseDealRangeError),
    /// The second field is not a verdict.
    #[error("the verdict must be winnable, lost or unknown")]
    Verdict,
    /// The second field is not the result of a game.
    #[error("the result must be won or lost")]
    Result,
    /// The number of moves is not a number.
    #[error("moves must be a whole number")]
    Moves,
    /// The number of nodes is not a number.
    #[error("nodes must be a whole number")]
    Nodes,
    /// The last field is not a time.
    #[error("cpu_ms must be a number of milliseconds")]
    Time,
}

impl FromStr for SurveyRow {
    type Err = ParseRowError;

    fn from_str(line: &str) -> Result<SurveyRow, ParseRowError> {
        let fields: Vec<&str> = line.split(',').collect();
        let [deal, verdict, nodes, cpu_ms] = fields[..] else { return Err(ParseRowError::Fields) };
        let verdict = VerdictKind::ALL.into_iter().find(|known| known.name() == verdict);
        Ok(SurveyRow {
            deal: deal.parse()?,
            verdict: verdict.ok_or(ParseRowError::Verdict)?,
            nodes: nodes.parse().map_err(|_| ParseRowError::Nodes)?,
            cpu_ms: parse_ms(cpu_ms)?,
        })
    }
}

/// Parses a number of milliseconds.
pub(crate) fn parse_ms(text: &str) -> Result<f64, ParseRowError> {
    text.parse().ok().filter(|ms: &f64| ms.is_finite() && *ms >= 0.0).ok_or(ParseRowError::Time)
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
