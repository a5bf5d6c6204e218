//! Runs the other verifier, which is written in Python.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The Python interpreter, and the folder with the verifier.
pub(crate) struct Python {
    script: PathBuf,
}

/// The folder that documents how records are verified.
pub(crate) fn documents() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/fairness")
}

impl Python {
    /// Finds Python. Without it only our own verifier is tested, and `cargo xtask test` reports
    /// that.
    pub(crate) fn find() -> Option<Python> {
        let there =
            Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success());
        there.then(|| Python { script: documents().join("verify.py") })
    }

    /// The result for each text: `None` if the record is valid, otherwise the number of the wrong
    /// line.
    pub(crate) fn verify(&self, texts: &[(&str, String)], number: u64) -> Vec<Option<usize>> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fairness").join(number.to_string());
        fs::create_dir_all(&folder).unwrap();
        let files: Vec<PathBuf> = (0..texts.len()).map(|at| folder.join(format!("{at}.record"))).collect();
        for (file, (_, text)) in files.iter().zip(texts) {
            fs::write(file, text).unwrap();
        }
        let verdicts = self.verify_files(&files);
        fs::remove_dir_all(&folder).unwrap();
        verdicts
    }

    pub(crate) fn verify_files(&self, files: &[PathBuf]) -> Vec<Option<usize>> {
        let output = Command::new("python3").arg(&self.script).args(files).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        let verdicts: Vec<Option<usize>> = said.lines().map(verdict).collect();
        assert_eq!(verdicts.len(), files.len(), "{said}{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(i32::from(verdicts.iter().any(Option::is_some))));
        verdicts
    }
}

fn verdict(said: &str) -> Option<usize> {
    if said.contains(".record: right, ") {
        return None;
    }
    let line =
        said.split(".record: wrong in line ").nth(1).and_then(|rest| rest.split(':').next()?.parse().ok());
    Some(line.unwrap_or_else(|| panic!("{said}")))
}
