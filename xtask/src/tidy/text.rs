//! What holds for any file.

use super::tokens::comments;

/// A Rust file that is longer is more than one thing.
const MOST_LINES: usize = 700;
/// A comment that is wider cannot be read beside other code.
const MOST_COLUMNS: usize = 110;
/// Off until all comments have been wrapped again.
const CHECK_COLUMNS: bool = false;
/// The project is whole: no file of it points to a folder beside it. In two parts, or this file would be a fault.
const BESIDE: &str = concat!("..", "/shared");

/// What is wrong with a file's text.
pub(super) fn check(file: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let lines = text.lines().count();
    if file.ends_with(".rs") && lines > MOST_LINES {
        faults.push(format!("{file}: {lines} lines, {MOST_LINES} are the most"));
    }
    if CHECK_COLUMNS && file.ends_with(".rs") {
        let fault = |(at, columns)| {
            format!("{file}:{at}: a comment of {columns} columns, {MOST_COLUMNS} are the most")
        };
        faults.extend(wide_comments(text).into_iter().map(fault));
    }
    for (at, line) in text.lines().enumerate() {
        if line.contains(BESIDE) {
            faults.push(format!("{file}:{}: points to {BESIDE}, which is not part of the project", at + 1));
        }
    }
    faults
}

/// The lines with a comment that are too wide, and how wide. An address cannot be parted: it may be wider.
fn wide_comments(source: &str) -> Vec<(usize, usize)> {
    let lines: Vec<&str> = source.lines().collect();
    let mut wide = Vec::new();
    for comment in comments(source) {
        for at in comment.line..=comment.line + comment.text.matches('\n').count() {
            let line = lines.get(at - 1).copied().unwrap_or_default();
            let columns = line.chars().count();
            if columns > MOST_COLUMNS && !line.contains("://") {
                wide.push((at, columns));
            }
        }
    }
    wide
}

#[cfg(test)]
mod tests {
    use super::{BESIDE, MOST_LINES, check, wide_comments};

    #[test]
    fn only_comments_are_measured() {
        let long = "x ".repeat(54);
        assert_eq!(wide_comments(&format!("//{long}\n/// {long}\n    //! {long}")), [(2, 112), (3, 116)]);
        assert_eq!(
            wide_comments(&format!("let a = 1; // {long}\n/* a\n{long}xxx\n*/")),
            [(1, 122), (3, 111)]
        );
        let string = format!("let a = \"// {long}\";\nlet b = r#\"\n// {long}\"#;");
        assert_eq!(wide_comments(&string), []);
        assert_eq!(wide_comments(&format!("// https://example.org/{}", "x".repeat(99))), []);
    }

    #[test]
    fn a_long_file_is_a_fault() {
        assert!(check("a.rs", &"\n".repeat(MOST_LINES)).is_empty());
        assert_eq!(check("a.rs", &"\n".repeat(MOST_LINES + 1)), ["a.rs: 701 lines, 700 are the most"]);
        assert!(check("a.csv", &"\n".repeat(MOST_LINES + 1)).is_empty());
    }

    #[test]
    fn a_path_out_of_the_project_is_a_fault() {
        assert!(check("a.md", "see ../docs/deals.md and shared tables").is_empty());
        assert!(check("a.md", &format!("a\nsee {BESIDE}/b"))[0].starts_with("a.md:2: "));
    }
}
