//! Checks line counts, comment widths and paths in every file.

use super::tokens::comments;

/// The maximum length of a Rust file. Longer files should be split.
const MAX_LINES: usize = 700;
/// The maximum width of a line with a comment. Wider lines do not fit next to another file on a screen.
const MAX_COLUMNS: usize = 110;
/// A path that leads out of the project, which no file may contain. Split, so that this file does not match.
const OUTSIDE: &str = concat!("..", "/shared");

/// Lists the faults of a file.
pub(super) fn check(file: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let lines = text.lines().count();
    if file.ends_with(".rs") && lines > MAX_LINES {
        faults.push(format!("{file}: {lines} lines, the maximum is {MAX_LINES}"));
    }
    if file.ends_with(".rs") {
        let fault = |(at, columns)| {
            format!("{file}:{at}: comment with {columns} columns, the maximum is {MAX_COLUMNS}")
        };
        faults.extend(wide_comments(text).into_iter().map(fault));
    }
    for (at, line) in text.lines().enumerate() {
        if line.contains(OUTSIDE) {
            faults.push(format!("{file}:{}: refers to {OUTSIDE}, which is not part of the project", at + 1));
        }
    }
    faults
}

/// The comment lines that are too wide, as line number and width. A URL cannot be wrapped, so it may be
/// wider.
fn wide_comments(source: &str) -> Vec<(usize, usize)> {
    let lines: Vec<&str> = source.lines().collect();
    let mut wide = Vec::new();
    for comment in comments(source) {
        for at in comment.line..=comment.line + comment.text.matches('\n').count() {
            let line = lines.get(at - 1).copied().unwrap_or_default();
            let columns = line.chars().count();
            if columns > MAX_COLUMNS && !line.contains("://") {
                wide.push((at, columns));
            }
        }
    }
    wide
}

#[cfg(test)]
mod tests {
    use super::{MAX_LINES, OUTSIDE, check, wide_comments};

    #[test]
    fn only_the_width_of_comments_is_checked() {
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
        assert!(check("a.rs", &"\n".repeat(MAX_LINES)).is_empty());
        assert_eq!(check("a.rs", &"\n".repeat(MAX_LINES + 1)), ["a.rs: 701 lines, the maximum is 700"]);
        assert!(check("a.csv", &"\n".repeat(MAX_LINES + 1)).is_empty());
    }

    #[test]
    fn a_path_outside_the_project_is_a_fault() {
        assert!(check("a.md", "see ../docs/deals.md and shared tables").is_empty());
        assert!(check("a.md", &format!("a\nsee {OUTSIDE}/b"))[0].starts_with("a.md:2: "));
    }
}
