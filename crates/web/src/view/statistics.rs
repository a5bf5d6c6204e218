//! The statistics.

use client::shell::{Action, Button, ChoiceOption, Shareable};
use client::statistics::{Played, Summary, Week, weeks};
use client::words::statistics as texts;
use client::words::time;
use text::Text;

use super::{blocks, button};
use crate::dom::{Tag, js, tag};
use crate::language::{number, t};
use crate::table::TablePage;

/// How many weeks the chart shows.
const WEEKS: usize = 12;

/// Appends the statistics to a panel.
pub(super) fn put(mut body: Tag<Action>, table: &TablePage) -> Tag<Action> {
    let book = table.statistics();
    if !table.settings().statistics {
        body = body.put(tag("p").class("hint").put(t(texts::OFF)));
    }
    let kinds = book.kinds();
    let chosen = table.statistics_kind.as_deref();
    if kinds.is_empty() {
        body = body.put(tag("p").class("empty").put(t(texts::NONE_YET)));
    } else {
        if kinds.len() > 1 {
            let all = ChoiceOption {
                value: String::new(),
                label: texts::ALL,
                action: Action::ShowStatistics(None),
                chosen: chosen.is_none(),
            };
            let option = |kind: &client::statistics::Kind| ChoiceOption {
                value: kind.to_string(),
                label: kind.title(),
                action: Action::ShowStatistics(Some(kind.to_string())),
                chosen: chosen == Some(kind.to_string().as_str()),
            };
            let options: Vec<ChoiceOption> = [all].into_iter().chain(kinds.iter().map(option)).collect();
            body = body.put(blocks::choice("kind", &texts::CHOOSE, &options));
        }
        let is_chosen = |played: &&Played| chosen.is_none_or(|kind| played.kind.to_string() == kind);
        let games: Vec<Played> = book.games().iter().filter(is_chosen).cloned().collect();
        body = figures(body, &games);
    }
    body = body
        .put(tag("p").class("hint").put(t(texts::HONEST)))
        .put(
            tag("p")
                .attr("role", "status")
                .attr("data-news", "")
                .put(table.statistics_news.as_ref().map(t).unwrap_or_default()),
        )
        .put(blocks::error(table.error.as_ref()));
    if table.asks_to_delete {
        let forget = Button::new("forget", texts::FORGET, Action::DeleteStatistics).main();
        let keep = Button::new("keep", texts::KEEP, Action::AskToDeleteStatistics(false));
        return body
            .put(tag("p").put(t(texts::SURE)))
            .put(tag("div").class("row").key("sure").put(button(&forget)).put(button(&keep)));
    }
    let save = Button::new("save-statistics", texts::EXPORT, Action::SaveFile(Shareable::Statistics));
    let reset = Button::new("reset-statistics", texts::RESET, Action::AskToDeleteStatistics(true));
    body.put(
        tag("div")
            .class("row")
            .key("files")
            .put(button(&save))
            .put(blocks::file_button("statistics", texts::IMPORT, Shareable::Statistics))
            .put(button(&reset)),
    )
}

/// The numbers, the important ones first, and the chart.
fn figures(body: Tag<Action>, games: &[Played]) -> Tag<Action> {
    let summary = Summary::of(games);
    let weeks = weeks(games, js::today(), WEEKS);
    let none = || t(texts::NO_NUMBER);
    let large = [
        (texts::PLAYED, number(summary.played)),
        (texts::WON, number(summary.won)),
        (texts::SHARE, summary.share().map_or_else(none, |share| t(texts::percent(share)))),
        (texts::STREAK, number(summary.streak)),
    ];
    let small = [
        (texts::BEST_TIME, summary.best_time.map_or_else(none, time)),
        (texts::BEST_MOVES, summary.best_moves.map_or_else(none, number)),
        (texts::LONGEST, number(summary.longest_streak)),
        (texts::WITH_HINTS, number(summary.won_with_hints)),
        (texts::LOST, number(summary.lost)),
        (texts::LEFT, number(summary.left)),
        (texts::RESTARTED, number(summary.restarted)),
    ];
    let pair = |(name, value): (Text, String)| {
        tag("div")
            .put(tag("dt").put(t(&name)))
            .put(tag("dd").attr("data-figure", name.to_string()).put(value))
    };
    body.put(tag("dl").class("figures large").put_all(large.map(pair)))
        .put(tag("dl").class("figures").put_all(small.map(pair)))
        .put(tag("h3").put(t(texts::WEEKS)))
        .put(chart(&weeks))
}

/// One bar per week: all games, and from the bottom those that were won.
fn chart(weeks: &[Week]) -> Tag<Action> {
    let most = f64::from(weeks.iter().map(|week| week.played).max().unwrap_or(0).max(4));
    let mut bars = String::from(r#"<path class="ground" d="M0 60.500H240"/>"#);
    for (at, week) in weeks.iter().enumerate().filter(|(_, week)| week.played > 0) {
        let x = at * 20 + 3;
        for (class, count) in [("all", week.played), ("won-part", week.won)] {
            let height = (f64::from(count) / most * 56.0).round();
            let y = 60.0 - height;
            bars += &format!(
                r#"<rect class="{class}" x="{x}" y="{y}" width="14" height="{height}" rx="2.500"/>"#
            );
            if class == "all" {
                bars += &format!(r#"<text x="{}" y="{}">{count}</text>"#, x + 7, y - 4.0);
            }
        }
    }
    tag("svg")
        .class("chart")
        .attr("viewBox", "0 -8 240 70")
        .attr("role", "img")
        .attr("aria-label", t(texts::chart(weeks)))
        .drawing(bars)
}
