//! Parses the Markdown of the rulebook into blocks, which the terminal and the web page render.
//!
//! Only the part of Markdown that the rulebook uses is supported. Blocks are separated by blank lines:
//!
//! ```text
//! # A section                     ```cards
//! ## A part of a section          #1 8d 7s | > | 9c
//! **K19.** A numbered rule.       The caption of a picture.
//! *Why:* Its reason.              ```
//! | a table | of cells |
//! |---|---|                       ```
//! | with | rows |                 an example, shown as it is
//! A paragraph.                    ```
//! ```

use std::fmt;

/// A block of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PageBlock<'a> {
    /// A heading.
    Heading {
        /// 1 for a section, 2 for a part of it.
        level: u8,
        /// Its text.
        title: InlineText<'a>,
    },
    /// A numbered rule.
    Rule(NumberedRule<'a>),
    /// Any other text.
    Paragraph(InlineText<'a>),
    /// A table.
    Table {
        /// The cells of the first row.
        head: Vec<InlineText<'a>>,
        /// The cells of the other rows.
        rows: Vec<Vec<InlineText<'a>>>,
    },
    /// A picture of cards and dice.
    Picture {
        /// Rows of piles. A pile is a list of signs: `#2 8d` are two face-down cards and one face-up card.
        rows: Vec<Vec<&'a str>>,
        /// What the picture shows.
        caption: InlineText<'a>,
    },
    /// Lines that are shown as they are.
    Example(&'a str),
}

/// A numbered rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NumberedRule<'a> {
    /// Its number: `K19`.
    pub number: &'a str,
    /// Its text.
    pub sentence: InlineText<'a>,
    /// The reason for it, beginning with "Why:" in the language of the page.
    pub reason: Option<InlineText<'a>>,
}

/// As Markdown.
impl fmt::Display for NumberedRule<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "**{}.** {}", self.number, self.sentence.0)?;
        self.reason.map_or(Ok(()), |reason| writeln!(f, "{}", reason.0))
    }
}

/// Text with emphasis and code. Its line breaks are spaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InlineText<'a>(&'a str);

/// A piece of text in one style.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InlineSpan<'a> {
    /// Without a style.
    Plain(&'a str),
    /// `**bold**`.
    Bold(&'a str),
    /// `*italic*`.
    Italic(&'a str),
    /// Code between backquotes, in which other marks have no meaning.
    Code(&'a str),
}

impl<'a> InlineText<'a> {
    /// The text as Markdown.
    #[must_use]
    pub fn markdown(self) -> &'a str {
        self.0
    }

    /// Its pieces. A mark without a counterpart is plain text.
    pub fn spans(self) -> impl Iterator<Item = InlineSpan<'a>> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let (span, after) = first_span(rest)?;
            rest = after;
            Some(span)
        })
    }
}

/// The first piece of a text, and the rest of it; `None` if the text is empty.
fn first_span(text: &str) -> Option<(InlineSpan<'_>, &str)> {
    let between = |mark: &str| {
        let (inside, after) = text.strip_prefix(mark)?.split_once(mark)?;
        (!inside.is_empty()).then_some((inside, after))
    };
    if let Some((bold, after)) = between("**") {
        return Some((InlineSpan::Bold(bold), after));
    }
    if let Some((italic, after)) = between("*") {
        return Some((InlineSpan::Italic(italic), after));
    }
    if let Some((code, after)) = between("`") {
        return Some((InlineSpan::Code(code), after));
    }
    let first = text.chars().next()?.len_utf8();
    let end = text[first..].find(['*', '`']).map_or(text.len(), |at| first + at);
    Some((InlineSpan::Plain(&text[..end]), &text[end..]))
}

/// The blocks of a page.
pub fn blocks(page: &str) -> impl Iterator<Item = PageBlock<'_>> {
    let mut rest = page;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches('\n');
        let (block, after) = first_block(rest)?;
        rest = after;
        Some(block)
    })
}

const FENCE: &str = "```";

/// The first block of a text that does not start with a blank line, and what follows it.
fn first_block(text: &str) -> Option<(PageBlock<'_>, &str)> {
    if text.is_empty() {
        return None;
    }
    if let Some(fenced) = text.strip_prefix(FENCE) {
        let (kind, body) = fenced.split_once('\n').unwrap_or((fenced, ""));
        let (body, after) = body.split_once(FENCE).unwrap_or((body, ""));
        let body = body.trim_end();
        return Some((if kind == "cards" { picture(body) } else { PageBlock::Example(body) }, after));
    }
    if let Some((level, title)) = heading(text) {
        let (title, after) = title.split_once('\n').unwrap_or((title, ""));
        return Some((PageBlock::Heading { level, title: InlineText(title) }, after));
    }
    let (block, after) = text.split_once("\n\n").unwrap_or((text.trim_end(), ""));
    let block = if block.starts_with('|') {
        table(block)
    } else {
        rule(block).map_or(PageBlock::Paragraph(InlineText(block)), PageBlock::Rule)
    };
    Some((block, after))
}

fn heading(text: &str) -> Option<(u8, &str)> {
    let level = |(level, mark)| text.strip_prefix(mark).map(|title| (level, title));
    [(1, "# "), (2, "## ")].into_iter().find_map(level)
}

/// The last line of a picture is its caption.
fn picture(text: &str) -> PageBlock<'_> {
    let (rows, caption) = text.rsplit_once('\n').unwrap_or(("", text));
    let rows = rows.lines().map(|line| line.split('|').map(str::trim).collect()).collect();
    PageBlock::Picture { rows, caption: InlineText(caption) }
}

fn table(text: &str) -> PageBlock<'_> {
    let (head, rows) = text.split_once('\n').unwrap_or((text, ""));
    let is_ruler = |line: &&str| line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '));
    PageBlock::Table { head: cells(head), rows: rows.lines().skip_while(is_ruler).map(cells).collect() }
}

fn cells(row: &str) -> Vec<InlineText<'_>> {
    row.trim_matches('|').split('|').map(|cell| InlineText(cell.trim())).collect()
}

fn rule(text: &str) -> Option<NumberedRule<'_>> {
    let (number, text) = text.strip_prefix("**")?.split_once(".** ")?;
    // The reason is the line that starts with an italic word.
    let (sentence, reason) = match text.find("\n*") {
        Some(at) => (&text[..at], Some(InlineText(&text[at + 1..]))),
        None => (text, None),
    };
    Some(NumberedRule { number, sentence: InlineText(sentence), reason })
}

#[cfg(test)]
mod tests {
    use super::{InlineSpan, InlineText, NumberedRule, PageBlock, blocks};

    fn only(page: &str) -> PageBlock<'_> {
        let mut blocks = blocks(page);
        let block = blocks.next().unwrap();
        assert_eq!(blocks.next(), None);
        block
    }

    #[test]
    fn headings_and_paragraphs_are_apart() {
        let heading = |level, title| PageBlock::Heading { level, title: InlineText(title) };
        let paragraph = |text| PageBlock::Paragraph(InlineText(text));
        let page = "# A\n\nb\nc\n\n## D\ne\n\n\n#f\n";
        let expected = [heading(1, "A"), paragraph("b\nc"), heading(2, "D"), paragraph("e"), paragraph("#f")];
        assert_eq!(blocks(page).collect::<Vec<_>>(), expected);
        assert_eq!(blocks("\n\n").next(), None);
    }

    #[test]
    fn a_rule_has_a_number_and_perhaps_a_reason() {
        let PageBlock::Rule(rule) = only("**R1.** One\ntwo.\n*Why:* Three.\n") else { panic!("a rule") };
        assert_eq!((rule.number, rule.sentence.markdown()), ("R1", "One\ntwo."));
        assert_eq!(rule.reason.map(InlineText::markdown), Some("*Why:* Three."));
        assert_eq!(rule.to_string(), "**R1.** One\ntwo.\n*Why:* Three.\n");
        let rule = NumberedRule { number: "K2", sentence: InlineText("*One*."), reason: None };
        assert_eq!(only("**K2.** *One*."), PageBlock::Rule(rule));
        assert!(matches!(only("**bold** text"), PageBlock::Paragraph(_)));
    }

    #[test]
    fn tables_have_a_head_and_rows() {
        let cells = |cells: [&'static str; 2]| cells.map(InlineText).to_vec();
        let table = |rows| PageBlock::Table { head: cells(["a", "b c"]), rows };
        let rows = vec![cells(["d", ""]), cells(["`*`", "--e"])];
        assert_eq!(only("| a | b c |\n|---|:--|\n| d | |\n| `*` | --e |\n"), table(rows));
    }

    #[test]
    fn pictures_have_rows_of_piles_and_a_caption() {
        let rows = vec![vec!["#1", "--", "", "⚃ ⚂"], vec!["5h 4s", ">", "6d"]];
        let picture = PageBlock::Picture { rows, caption: InlineText("What it shows.") };
        let page = "```cards\n#1 | -- |  | ⚃ ⚂\n5h 4s | > | 6d\nWhat it shows.\n```\n\nText.";
        assert_eq!(blocks(page).next(), Some(picture));
        assert_eq!(blocks(page).count(), 2);
    }

    #[test]
    fn an_example_keeps_its_lines() {
        assert_eq!(only("```\na  b\n\n# c\n```\n"), PageBlock::Example("a  b\n\n# c"));
        // A fence that is not closed ends with the text.
        assert_eq!(only("```\na"), PageBlock::Example("a"));
        assert_eq!(only("```"), PageBlock::Example(""));
    }

    #[test]
    fn spans_have_a_style() {
        use InlineSpan::{Bold, Code, Italic, Plain};
        let spans = |text| InlineText(text).spans().collect::<Vec<_>>();
        assert_eq!(
            spans("**K1.** a *b* `*` é"),
            [Bold("K1."), Plain(" a "), Italic("b"), Plain(" "), Code("*"), Plain(" é")]
        );
        assert_eq!(spans("a * b"), [Plain("a "), Plain("* b")]);
        assert_eq!(spans("**"), [Plain("*"), Plain("*")]);
        assert_eq!(spans(""), []);
    }
}
