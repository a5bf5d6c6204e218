//! What holds for any file.

/// A Rust file that is longer is more than one thing.
const MOST_LINES: usize = 700;
/// The project is whole: no file of it points to a folder beside it. In two parts, or this file would be a fault.
const BESIDE: &str = concat!("..", "/shared");

/// What is wrong with a file's text.
pub(super) fn check(file: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let lines = text.lines().count();
    if file.ends_with(".rs") && lines > MOST_LINES {
        faults.push(format!("{file}: {lines} lines, {MOST_LINES} are the most"));
    }
    for (at, line) in text.lines().enumerate() {
        if line.contains(BESIDE) {
            faults.push(format!("{file}:{}: points to {BESIDE}, which is not part of the project", at + 1));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::{BESIDE, MOST_LINES, check};

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
