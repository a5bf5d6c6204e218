//! Lists and reads the files of the project.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// Folders without sources of the project.
const SKIPPED: [&str; 3] = [".git", "target", "node_modules"];

/// The sorted paths of all files below `root`, relative to it and with `/` as separator.
pub(super) fn all(root: &Path) -> Result<Vec<String>> {
    let mut files = Vec::new();
    walk(root, "", &mut files)?;
    files.sort();
    Ok(files)
}

fn walk(root: &Path, folder: &str, files: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(root.join(folder)).with_context(|| folder.to_owned())? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        let kind = entry.file_type()?;
        if kind.is_dir() && !SKIPPED.contains(&name.as_str()) {
            walk(root, &path, files)?;
        } else if kind.is_file() {
            files.push(path);
        }
    }
    Ok(())
}

/// The text of a file; `None` if it is not UTF-8.
pub(super) fn read(root: &Path, file: &str) -> Result<Option<String>> {
    let bytes = fs::read(root.join(file)).with_context(|| file.to_owned())?;
    Ok(String::from_utf8(bytes).ok())
}
