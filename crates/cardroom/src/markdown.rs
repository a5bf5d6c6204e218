//! The rulebook's Markdown, as it is read in a terminal: headings, paragraphs, tables and examples in lines of 80.

use anstyle::Style;

use crate::ink::{BOLD, Span};

const WIDTH: usize = 80;
const GAP: usize = 2;
const ITALIC: Style = Style::new().italic();

/// The lines of a text.
pub(crate) fn render(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut source = text.lines().peekable();
    while let Some(line) = source.next() {
        if line.starts_with("```") {
            // Piles of a picture stand apart; its last line is what it shows, in words.
            let block = source.by_ref().take_while(|line| *line != "```").map(|line| line.replace('|', " "));
            let fits = |line: String| match line.chars().count() + GAP <= WIDTH {
                true => vec![line],
                false => texts(flow(&line, WIDTH - GAP)),
            };
            lines.extend(block.flat_map(fits).map(|line| format!("  {line}")));
        } else if let Some(title) = line.strip_prefix("# ") {
            lines.extend(heading(title, "="));
        } else if let Some(title) = line.strip_prefix("## ") {
            lines.extend(heading(title, "-"));
        } else if line.starts_with('|') {
            let mut rows = vec![cells(line)];
            while let Some(row) = source.next_if(|line| line.starts_with('|')) {
                rows.push(cells(row));
            }
            lines.extend(table(&rows));
        } else if line.is_empty() {
            lines.push(String::new());
        } else {
            let mut paragraph = line.to_owned();
            while let Some(next) = source.next_if(|next| continues(next)) {
                paragraph = format!("{paragraph} {next}");
            }
            lines.extend(texts(flow(&paragraph, WIDTH)));
        }
    }
    lines
}

fn texts(lines: Vec<Span>) -> Vec<String> {
    lines.into_iter().map(|span| span.text).collect()
}

/// Whether a line belongs to the paragraph before it; the reason of a ruling has lines of its own.
fn continues(line: &str) -> bool {
    let opens = ["#", "|", "```", "*Why:*", "**"];
    !line.is_empty() && !opens.iter().any(|start| line.starts_with(start))
}

fn heading(title: &str, under: &str) -> [String; 2] {
    [Span::styled(BOLD, title).text, under.repeat(title.chars().count())]
}

fn cells(row: &str) -> Vec<&str> {
    row.trim_matches('|').split('|').map(str::trim).collect()
}

/// Columns as wide as their cells; where that is too wide, the widest are made narrower and their cells broken.
fn table(rows: &[Vec<&str>]) -> Vec<String> {
    let is_rule = |row: &[&str]| row.iter().all(|cell| cell.starts_with("---"));
    let columns = rows.first().map_or(0, Vec::len);
    let natural = |column: usize| {
        let cells = rows.iter().filter(|row| !is_rule(row)).filter_map(|row| row.get(column));
        cells.map(|cell| letters(cell).len()).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..columns).map(natural).collect();
    while widths.iter().sum::<usize>() + GAP * columns.saturating_sub(1) > WIDTH {
        match widths.iter_mut().max() {
            Some(widest) if *widest > 1 => *widest -= 1,
            _ => break,
        }
    }
    let mut lines = Vec::new();
    for row in rows {
        if is_rule(row) {
            let rules: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
            lines.push(rules.join(&" ".repeat(GAP)));
        } else {
            let cells: Vec<Vec<Span>> =
                row.iter().zip(&widths).map(|(cell, width)| flow(cell, *width)).collect();
            lines.extend(side_by_side(&cells, &widths));
        }
    }
    lines
}

fn side_by_side(cells: &[Vec<Span>], widths: &[usize]) -> Vec<String> {
    let height = cells.iter().map(Vec::len).max().unwrap_or(0);
    let line = |at: usize| {
        let part = |(cell, width): (&Vec<Span>, &usize)| {
            cell.get(at).cloned().unwrap_or_default().padded(width + GAP).text
        };
        cells.iter().zip(widths).map(part).collect::<String>().trim_end().to_owned()
    };
    (0..height).map(line).collect()
}

/// A paragraph in lines of at most that width.
fn flow(text: &str, width: usize) -> Vec<Span> {
    let letters = letters(text);
    let mut lines: Vec<Vec<(char, Style)>> = vec![Vec::new()];
    for word in letters.split(|(letter, _)| letter.is_whitespace()).filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.extend(word),
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push((' ', Style::new()));
                line.extend(word);
            }
            _ => lines.push(word.to_vec()),
        }
    }
    lines.iter().map(|line| written(line)).collect()
}

/// The letters of a text without its marks: `**` for bold, `*` for italic, and code between backticks.
fn letters(text: &str) -> Vec<(char, Style)> {
    let (mut bold, mut italic, mut code) = (false, false, false);
    let mut letters = Vec::new();
    let mut source = text.chars().peekable();
    while let Some(letter) = source.next() {
        match letter {
            '`' => code = !code,
            '*' if !code && source.next_if_eq(&'*').is_some() => bold = !bold,
            '*' if !code => italic = !italic,
            _ if bold => letters.push((letter, BOLD)),
            _ if italic => letters.push((letter, ITALIC)),
            _ => letters.push((letter, Style::new())),
        }
    }
    letters
}

fn written(letters: &[(char, Style)]) -> Span {
    let runs = letters.chunk_by(|(_, one), (_, other)| one == other);
    let run = |run: &[(char, Style)]| {
        let text: String = run.iter().map(|(letter, _)| letter).collect();
        Span::styled(run.first().map_or(Style::new(), |(_, style)| *style), &text)
    };
    runs.map(run).collect()
}

#[cfg(test)]
mod tests {
    use super::{WIDTH, letters, render};

    fn bare(text: &str) -> Vec<String> {
        render(text).iter().map(|line| anstream::adapter::strip_str(line).to_string()).collect()
    }

    #[test]
    fn every_page_fits_the_width() {
        for offer in games::catalog::OFFERS {
            let page = games::rulebook::page(offer.name).unwrap();
            for line in bare(&page) {
                assert!(line.chars().count() <= WIDTH, "{line}");
                assert!(!line.contains("**") && !line.contains('|'), "{line}");
            }
        }
    }

    #[test]
    fn marks_are_not_printed() {
        let text: String = letters("**K1.** a *b* `*` c").iter().map(|(letter, _)| letter).collect();
        assert_eq!(text, "K1. a b * c");
    }

    #[test]
    fn tables_stand_in_columns() {
        assert_eq!(bare("| a | bc |\n|---|---|\n| def | g |"), ["a    bc", "---  --", "def  g"]);
    }

    #[test]
    fn paragraphs_stay_apart() {
        assert_eq!(bare("# A\n\nb\nc\n\nd"), ["A", "=", "", "b c", "", "d"]);
    }

    #[test]
    fn a_ruling_and_its_reason_are_apart() {
        assert_eq!(bare("**R1.** One\ntwo.\n*Why:* Three."), ["R1. One two.", "Why: Three."]);
    }
}
