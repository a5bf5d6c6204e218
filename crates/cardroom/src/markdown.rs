//! Renders the blocks of the rulebook for a terminal, in lines of 80 characters.

use client::typed::{StyledLine, TextStyle};
use games::rulebook::{InlineSpan, InlineText, NumberedRule, PageBlock, blocks};

const WIDTH: usize = 80;
const GAP: usize = 2;

/// A character with its style.
type Letter = (char, TextStyle);

/// The lines of a page. There is a blank line between two blocks.
pub(crate) fn render(page: &str) -> Vec<StyledLine> {
    let mut lines = Vec::new();
    for block in blocks(page) {
        if !lines.is_empty() {
            lines.push(StyledLine::default());
        }
        lines.extend(block_lines(&block));
    }
    lines
}

fn block_lines(block: &PageBlock<'_>) -> Vec<StyledLine> {
    match block {
        PageBlock::Heading { level, title } => heading(*level, *title),
        PageBlock::Rule(rule) => rule_lines(rule),
        PageBlock::Paragraph(text) => flow(&letters(*text), WIDTH),
        PageBlock::Table { head, rows } => table(head, rows),
        PageBlock::Picture { rows, caption } => {
            let rows = rows.iter().map(|piles| StyledLine::plain(piles.join("   ")));
            rows.chain(flow(&letters(*caption), WIDTH - GAP)).map(indented).collect()
        }
        PageBlock::Example(text) => text.lines().map(|line| indented(StyledLine::plain(line))).collect(),
    }
}

fn heading(level: u8, title: InlineText<'_>) -> Vec<StyledLine> {
    let title: String = letters(title).iter().map(|(letter, _)| letter).collect();
    let under = if level == 1 { "=" } else { "-" }.repeat(title.chars().count());
    vec![StyledLine::styled(TextStyle::Strong, title), StyledLine::plain(under)]
}

/// A rule with its number; the reason starts on a new line.
fn rule_lines(rule: &NumberedRule<'_>) -> Vec<StyledLine> {
    let mut sentence: Vec<Letter> = styled(&format!("{}.", rule.number), TextStyle::Strong).collect();
    sentence.push((' ', TextStyle::Plain));
    sentence.extend(letters(rule.sentence));
    let mut lines = flow(&sentence, WIDTH);
    lines.extend(rule.reason.into_iter().flat_map(|reason| flow(&letters(reason), WIDTH)));
    lines
}

fn indented(line: StyledLine) -> StyledLine {
    [StyledLine::blank(GAP), line].into_iter().collect()
}

/// Makes columns as wide as their cells. If that is too wide, the widest columns become narrower and their
/// cells are broken into lines.
fn table(head: &[InlineText<'_>], rows: &[Vec<InlineText<'_>>]) -> Vec<StyledLine> {
    let columns = head.len();
    let all = || std::iter::once(head).chain(rows.iter().map(Vec::as_slice));
    let natural = |column: usize| {
        all().filter_map(|row| row.get(column)).map(|cell| letters(*cell).len()).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..columns).map(natural).collect();
    while widths.iter().sum::<usize>() + GAP * columns.saturating_sub(1) > WIDTH {
        match widths.iter_mut().max() {
            Some(widest) if *widest > 1 => *widest -= 1,
            _ => break,
        }
    }
    let row_lines = |row: &[InlineText<'_>]| {
        let cells: Vec<Vec<StyledLine>> =
            row.iter().zip(&widths).map(|(cell, width)| flow(&letters(*cell), *width)).collect();
        side_by_side(&cells, &widths)
    };
    let mut lines = row_lines(head);
    let ruler: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
    lines.push(StyledLine::plain(ruler.join(&" ".repeat(GAP))));
    lines.extend(rows.iter().flat_map(|row| row_lines(row)));
    lines
}

fn side_by_side(cells: &[Vec<StyledLine>], widths: &[usize]) -> Vec<StyledLine> {
    let height = cells.iter().map(Vec::len).max().unwrap_or(0);
    let line = |at: usize| {
        let part = |(cell, width): (&Vec<StyledLine>, &usize)| {
            cell.get(at).cloned().unwrap_or_default().padded(width + GAP)
        };
        cells.iter().zip(widths).map(part).collect::<StyledLine>().trimmed()
    };
    (0..height).map(line).collect()
}

/// Breaks text into lines of at most that width.
fn flow(letters: &[Letter], width: usize) -> Vec<StyledLine> {
    let mut lines: Vec<Vec<Letter>> = vec![Vec::new()];
    for word in letters.split(|(letter, _)| letter.is_whitespace()).filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.extend(word),
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push((' ', TextStyle::Plain));
                line.extend(word);
            }
            _ => lines.push(word.to_vec()),
        }
    }
    lines.iter().map(|line| styled_line(line)).collect()
}

/// The characters of a text without its marks.
fn letters(text: InlineText<'_>) -> Vec<Letter> {
    let letters = |span| match span {
        InlineSpan::Bold(text) => styled(text, TextStyle::Strong),
        InlineSpan::Italic(text) => styled(text, TextStyle::Emphasis),
        InlineSpan::Plain(text) | InlineSpan::Code(text) => styled(text, TextStyle::Plain),
    };
    text.spans().flat_map(letters).collect()
}

fn styled(text: &str, style: TextStyle) -> impl Iterator<Item = Letter> {
    text.chars().map(move |letter| (letter, style))
}

fn styled_line(letters: &[Letter]) -> StyledLine {
    let runs = letters.chunk_by(|(_, one), (_, other)| one == other);
    let run = |run: &[Letter]| {
        let text: String = run.iter().map(|(letter, _)| letter).collect();
        StyledLine::styled(run.first().map_or(TextStyle::Plain, |(_, style)| *style), text)
    };
    runs.map(run).collect()
}

#[cfg(test)]
mod tests {
    use client::typed::StyledLine;

    use super::{WIDTH, render};

    fn bare(text: &str) -> Vec<String> {
        render(text).iter().map(StyledLine::text).collect()
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
        assert_eq!(bare("**K1.** a *b* `*` c"), ["K1. a b * c"]);
    }

    #[test]
    fn tables_have_columns() {
        assert_eq!(bare("| a | bc |\n|---|---|\n| def | g |"), ["a    bc", "---  --", "def  g"]);
    }

    #[test]
    fn paragraphs_stay_apart() {
        assert_eq!(bare("# A\n\nb\nc\n\nd"), ["A", "=", "", "b c", "", "d"]);
    }

    #[test]
    fn the_reason_of_a_rule_starts_on_a_new_line() {
        assert_eq!(bare("**R1.** One\ntwo.\n*Why:* Three."), ["R1. One two.", "Why: Three."]);
    }

    #[test]
    fn pictures_and_examples_are_indented() {
        let picture = "```cards\n#1 8d | > | 9c\n#2 |  | --\nOn the nine.\n```";
        assert_eq!(bare(picture), ["  #1 8d   >   9c", "  #2      --", "  On the nine."]);
        assert_eq!(bare("```\na  b\nc\n```"), ["  a  b", "  c"]);
    }
}
