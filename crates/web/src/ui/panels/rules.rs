use leptos::prelude::*;

use super::super::room::Room;
use crate::language;

/// The numbered rules of the game that is played.
#[component]
pub(super) fn Rules(room: Room) -> impl IntoView {
    let config = room.desk.with_untracked(|desk| desk.view().config);
    let one = config.moves() == games::klondike::Moves::One;
    let page =
        language::rules(|rules| rules.page(if one { "one-card" } else { "klondike" })).unwrap_or_default();
    view! { <div class="prose" inner_html=prose(&page)></div> }
}

/// A page of the rulebook as HTML. The rulebook is ours and has no sign in it that HTML takes otherwise; a test looks.
pub(crate) fn prose(page: &str) -> String {
    page.split("\n\n").map(paragraph).collect()
}

/// A paragraph of the rulebook: a heading, a rule, a table, or plain text.
fn paragraph(text: &str) -> String {
    let text = text.trim();
    if let Some(heading) = text.strip_prefix("## ") {
        return format!("<h4>{heading}</h4>");
    }
    if let Some(heading) = text.strip_prefix("# ") {
        return format!("<h3>{heading}</h3>");
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
    text.replace(['*', '`'], "").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::prose;

    #[test]
    fn the_rulebook_has_no_signs_that_html_takes_otherwise() {
        for game in ["klondike", "one-card", "savannah"] {
            let page = games::rulebook::page(game).unwrap();
            assert!(!page.contains(['<', '&']), "{game}");
            let html = prose(&page);
            assert_eq!(html.matches("<p>").count(), html.matches("</p>").count());
            assert!(html.contains("<td>") || game != "savannah");
        }
    }
}
