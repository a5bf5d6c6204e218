//! Renders the blocks of the rulebook as HTML. All text is escaped.

use games::rulebook::{InlineSpan, InlineText, NumberedRule, PageBlock, blocks};

use super::picture;
use crate::dom::escaped;

/// A page of the rulebook as HTML. Sections have headings of this level, their parts of the next.
pub(super) fn page(page: &str, level: u8) -> String {
    blocks(page).map(|block| html(&block, level)).collect()
}

fn html(block: &PageBlock<'_>, top: u8) -> String {
    match block {
        PageBlock::Heading { level, title } => format!("<h{0}>{1}</h{0}>", top + level - 1, inline(*title)),
        PageBlock::Rule(rule) => rule_html(rule),
        PageBlock::Paragraph(text) => format!("<p>{}</p>", inline(*text)),
        PageBlock::Table { head, rows } => {
            let head = row(head, "<th scope=\"col\">", "</th>");
            let body: String = rows.iter().map(|cells| row(cells, "<td>", "</td>")).collect();
            format!("<table><thead>{head}</thead><tbody>{body}</tbody></table>")
        }
        PageBlock::Picture { rows, caption } => picture::draw(rows, &inline(*caption)),
        PageBlock::Example(text) => format!("<pre>{}</pre>", escaped(text)),
    }
}

fn rule_html(NumberedRule { number, sentence, reason }: &NumberedRule<'_>) -> String {
    let (number, sentence) = (escaped(number), inline(*sentence));
    let reason = reason.map_or_else(String::new, |reason| format!(" {}", inline(reason)));
    format!("<p><b>{number}.</b> {sentence}{reason}</p>")
}

fn row(cells: &[InlineText<'_>], open: &str, close: &str) -> String {
    let cells: String = cells.iter().map(|cell| format!("{open}{}{close}", inline(*cell))).collect();
    format!("<tr>{cells}</tr>")
}

/// Escaped text on one line. The page shows bold text only; italics and code look like the rest.
fn inline(text: InlineText<'_>) -> String {
    let html = |span| match span {
        InlineSpan::Bold(text) => format!("<b>{}</b>", escaped(text)),
        InlineSpan::Plain(text) | InlineSpan::Italic(text) | InlineSpan::Code(text) => escaped(text),
    };
    text.spans().map(html).collect::<String>().replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::page;

    #[test]
    fn every_block_of_the_rulebook_is_rendered() {
        for (game, pictures) in [("klondike", 4), ("one-card", 1), ("savannah", 3)] {
            let html = page(&games::rulebook::page(game).unwrap(), 1);
            assert_eq!(html.matches("<p>").count(), html.matches("</p>").count());
            assert_eq!(html.matches("<figure").count(), pictures, "{game}");
            assert!(!html.contains("```") && !html.contains("**"), "{game}");
            assert!(html.contains("<td>*</td>") || game != "savannah", "a sign that stands for itself");
        }
    }

    #[test]
    fn blocks_have_their_elements() {
        assert_eq!(page("# A\n\n## B\n\nc\n*d* `e*`", 2), "<h2>A</h2><h3>B</h3><p>c d e*</p>");
        assert_eq!(page("**K1.** One.\n*Why:* Two.", 1), "<p><b>K1.</b> One. Why: Two.</p>");
        assert_eq!(page("```\na  b\n```", 1), "<pre>a  b</pre>");
        assert_eq!(
            page("| a |\n|---|\n| b |", 1),
            "<table><thead><tr><th scope=\"col\">a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>"
        );
    }

    #[test]
    fn every_text_is_escaped() {
        let mark = "<i title=\"x\">&";
        let safe = "&lt;i title=&quot;x&quot;&gt;&amp;";
        for block in [
            "# %",
            "## %",
            "%",
            "a **%** b",
            "a *%* b",
            "a `%` b",
            "**K1.** %",
            "**%.** a",
            "**K1.** a\n*Why:* %",
            "| % |\n|---|\n| a |",
            "| a |\n|---|\n| % |",
            "```\n%\n```",
            "```cards\n--\n%\n```",
        ] {
            let html = page(&block.replace('%', mark), 1);
            assert_eq!((html.matches(safe).count(), html.matches(mark).count()), (1, 0), "{block}: {html}");
        }
        // Unknown signs in a picture are not shown.
        assert!(!page(&format!("```cards\n{mark} | --\nText.\n```"), 1).contains("title"));
    }
}
