//! The rules, on a page of their own and beside a game.

use client::catalog;
use client::shell::Action;
use client::words::home;
use games::catalog::Offer;

use super::picture;
use crate::dom::{Tag, tag};
use crate::language::{self, t};

/// The rules of a game, for those who want to read before they play.
pub(super) fn page(offer: &Offer) -> Tag<Action> {
    let link = |class: &str, hash: String, text: String| tag("a").class(class).attr("href", hash).put(text);
    let (title, _) = catalog::about(offer);
    tag("main")
        .class("book")
        .key("rules")
        .attr("data-rules", offer.name)
        .put(
            tag("nav")
                .attr("aria-label", t(title))
                .put(link("button", "#".to_owned(), format!("‹ {}", t(home::HOME))))
                .put(link("button", format!("#lesson/{}", offer.name), t(home::LEARN)))
                .put(link("button main", format!("#{}", offer.name), t(home::PLAY))),
        )
        .put(tag("div").class("prose").drawing(html(offer.name, 1)))
}

/// The rules of a game by its name in the catalogue, as HTML in the language of the page. Headings are of this level and the next.
pub(crate) fn html(game: &str, level: u8) -> String {
    prose(&language::rules(|rules| rules.page(game)).unwrap_or_default(), level)
}

/// A page of the rulebook as HTML. The rulebook is ours and has no sign in it that HTML takes otherwise; a test looks.
fn prose(page: &str, level: u8) -> String {
    page.split("\n\n").map(|text| paragraph(text.trim(), level)).collect()
}

/// A paragraph of the rulebook: a heading, a picture, an example, a table, a rule, or plain text.
fn paragraph(text: &str, level: u8) -> String {
    if let Some(heading) = text.strip_prefix("# ") {
        return format!("<h{level}>{heading}</h{level}>");
    }
    if let Some(heading) = text.strip_prefix("## ") {
        return format!("<h{0}>{heading}</h{0}>", level + 1);
    }
    if let Some(block) = text.strip_prefix("```").and_then(|text| text.strip_suffix("```")) {
        return match block.strip_prefix("cards\n") {
            Some(cards) => picture::draw(cards.trim_end()),
            None => format!("<pre>{}</pre>", block.trim()),
        };
    }
    if text.starts_with('|') {
        return table(text);
    }
    match text.strip_prefix("**").and_then(|text| text.split_once("**")) {
        Some((number, rest)) => format!("<p><b>{number}</b>{}</p>", plain(rest)),
        None => format!("<p>{}</p>", plain(text)),
    }
}

fn table(text: &str) -> String {
    let row = |line: &str, open: &str, close: &str| {
        let cells =
            line.trim_matches('|').split('|').map(|cell| format!("{open}{}{close}", plain(cell.trim())));
        format!("<tr>{}</tr>", cells.collect::<String>())
    };
    let ruler = |line: &&str| !line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '));
    let mut lines = text.lines().filter(ruler);
    let head = row(lines.next().unwrap_or_default(), "<th scope=\"col\">", "</th>");
    let body: String = lines.map(|line| row(line, "<td>", "</td>")).collect();
    format!("<table><thead>{head}</thead><tbody>{body}</tbody></table>")
}

/// Text without the marks for slanted letters and code.
fn plain(text: &str) -> String {
    // Between backquotes signs stand for themselves.
    let part = |(at, part): (usize, &str)| if at % 2 == 0 { part.replace('*', "") } else { part.to_owned() };
    text.split('`').enumerate().map(part).collect::<String>().replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::prose;

    #[test]
    fn the_rulebook_has_no_signs_that_html_takes_otherwise() {
        for (game, pictures) in [("klondike", 4), ("one-card", 1), ("savannah", 3)] {
            let page = games::rulebook::page(game).unwrap();
            assert!(!page.contains(['<', '&']), "{game}");
            let html = prose(&page, 1);
            assert_eq!(html.matches("<p>").count(), html.matches("</p>").count());
            assert_eq!(html.matches("<figure").count(), pictures, "{game}");
            assert!(!html.contains("```"), "{game}");
            assert!(html.contains("<td>*</td>") || game != "savannah", "a sign that stands for itself");
        }
    }
}
