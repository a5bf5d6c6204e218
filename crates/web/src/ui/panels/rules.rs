use leptos::prelude::*;

use super::super::room::Room;

/// The numbered rules of the game that is played.
#[component]
pub(super) fn Rules(room: Room) -> impl IntoView {
    let config = room.desk.with_untracked(|desk| desk.view().config);
    let one = config.moves() == games::klondike::Moves::One;
    let page = games::rulebook::page(if one { "one-card" } else { "klondike" }).unwrap_or_default();
    prose(&page)
}

/// A page of the rulebook.
pub(crate) fn prose(page: &str) -> impl IntoView + use<> {
    view! { <div class="prose">{page.split("\n\n").map(paragraph).collect_view()}</div> }
}

/// A paragraph of the rulebook: a heading, a rule, a table, or plain text.
fn paragraph(text: &str) -> AnyView {
    let text = text.trim();
    if let Some(heading) = text.strip_prefix("## ") {
        return view! { <h4>{heading.to_owned()}</h4> }.into_any();
    }
    if let Some(heading) = text.strip_prefix("# ") {
        return view! { <h3>{heading.to_owned()}</h3> }.into_any();
    }
    if text.starts_with('|') {
        return table(text).into_any();
    }
    let (number, rest) = match text.strip_prefix("**").and_then(|text| text.split_once("**")) {
        Some((number, rest)) => (Some(view! { <b>{number.to_owned()}</b> }), rest),
        None => (None, text),
    };
    view! { <p>{number}{plain(rest)}</p> }.into_any()
}

fn table(text: &str) -> impl IntoView {
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|cell| plain(cell.trim())).collect()
    };
    let ruler = |line: &&str| !line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '));
    let mut rows = text.lines().filter(ruler).map(cells);
    let head = rows.next().unwrap_or_default();
    view! {
        <table>
            <thead><tr>{head.into_iter().map(|cell| view! { <th scope="col">{cell}</th> }).collect_view()}</tr></thead>
            <tbody>
                {rows
                    .map(|row| {
                        view! { <tr>{row.into_iter().map(|cell| view! { <td>{cell}</td> }).collect_view()}</tr> }
                    })
                    .collect_view()}
            </tbody>
        </table>
    }
}

/// Text without the marks for slanted letters and code.
fn plain(text: &str) -> String {
    text.replace(['*', '`'], "").replace('\n', " ")
}
