/// A verdict without its line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Winnable,
    Lost,
    Unknown,
}

impl From<&solver::Verdict> for Verdict {
    fn from(verdict: &solver::Verdict) -> Verdict {
        match verdict {
            solver::Verdict::Winnable(_) => Verdict::Winnable,
            solver::Verdict::Lost => Verdict::Lost,
            solver::Verdict::Unknown(_) => Verdict::Unknown,
        }
    }
}

impl Verdict {
    pub(crate) const ALL: [Verdict; 3] = [Verdict::Winnable, Verdict::Lost, Verdict::Unknown];

    /// As it is written in files and for programs.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Verdict::Winnable => "winnable",
            Verdict::Lost => "lost",
            Verdict::Unknown => "unknown",
        }
    }
}
