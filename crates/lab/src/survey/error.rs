use std::io;
use std::path::{Path, PathBuf};

use super::deal::NumberedDeal;
use super::row::ParseRowError;
use crate::VerdictKind;

/// Why a survey could not be made, merged or compared.
#[derive(Debug, thiserror::Error)]
pub enum SurveyError {
    /// A file cannot be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write to {}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A file cannot be locked.
    #[error("cannot lock {}", path.display())]
    Lock {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// Another survey has the file open.
    #[error("another program is writing to {}", .0.display())]
    InUse(PathBuf),
    /// The file would be overwritten by its own chart.
    #[error("{} is the name of a chart: a survey file ends in .csv", .0.display())]
    NamedLikeChart(PathBuf),
    /// The path has no file name.
    #[error("the survey file has no name")]
    NoFileName,
    /// A new file exists already.
    #[error("{} already exists", .0.display())]
    Exists(PathBuf),
    /// The file is not a survey.
    #[error("{} is not a survey file", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: FormatError,
    },
    /// A deal is in the file more than once.
    #[error("{} has {deal} twice: use --merge to write a file with each deal once", path.display())]
    Twice {
        /// The file.
        path: PathBuf,
        /// The deal.
        deal: NumberedDeal,
    },
    /// A deal of the file has another result now.
    #[error(
        "{} belongs to another game or another version of the program: {deal} is {old} there, but {new} here",
        path.display()
    )]
    AnotherGame {
        /// The file.
        path: PathBuf,
        /// The deal.
        deal: NumberedDeal,
        /// Its result in the file.
        old: String,
        /// Its result now.
        new: String,
    },
    /// Two files contradict each other.
    #[error(
        "{deal} is {} in {} and {} in {}: the files belong to different games",
        verdicts[0].name(), paths[0].display(), verdicts[1].name(), paths[1].display()
    )]
    Contradiction {
        /// The deal.
        deal: NumberedDeal,
        /// Its verdicts.
        verdicts: [VerdictKind; 2],
        /// The files.
        paths: [PathBuf; 2],
    },
    /// Two files have no deal in common.
    #[error("{} and {} have no deal in common", .0[0].display(), .0[1].display())]
    NothingInCommon([PathBuf; 2]),
    /// A bug in a player: the rules refuse its move.
    #[error("the player broke the rules: in deal {deal} it chose {mv}, which is not legal")]
    IllegalMove {
        /// The deal.
        deal: NumberedDeal,
        /// The move.
        mv: String,
    },
    /// A deal cannot be dealt.
    #[error(transparent)]
    Deal(#[from] table::BadDeal),
}

/// The text is not that of a survey file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FormatError {
    /// The first line is another one.
    #[error("its first line is not {0}")]
    Header(&'static str),
    /// A line is not a row.
    #[error("line {number}: {error}")]
    Line {
        /// The line, from 1.
        number: usize,
        /// What is wrong with it.
        error: ParseRowError,
    },
}

impl SurveyError {
    /// Adds the path to a reading error.
    pub(super) fn read(path: &Path) -> impl FnOnce(io::Error) -> SurveyError {
        move |source| SurveyError::Read { path: path.to_owned(), source }
    }

    /// Adds the path to a writing error.
    pub(super) fn write(path: &Path) -> impl FnOnce(io::Error) -> SurveyError {
        move |source| SurveyError::Write { path: path.to_owned(), source }
    }
}
