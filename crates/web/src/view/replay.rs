//! The replay page: a game step by step, with a text for each step.

use client::shell::{Action, Button, Shareable};
use client::words::{deal_short, replay as texts};
use text::Text;

use super::table::{header, surface};
use super::{button, icon};
use crate::actions::copy_label;
use crate::dom::{On, Tag, files, tag};
use crate::language::t;
use crate::table::TablePage;

/// The whole page.
pub(super) fn page(table: &TablePage) -> Tag<Action> {
    let screen = &table.screen;
    let mut bar = screen.bar();
    (bar.buttons, bar.chip, bar.counts) = (Vec::new(), None, false);
    if bar.details.iter().all(|(name, _)| *name != "deal") {
        bar.details.insert(0, ("deal", deal_short(screen.deal_name())));
    }
    let (at, last) = screen.replay_position().unwrap_or_default();
    let told = screen.said().text.clone();
    let shared = if screen.is_solo() { "" } else { " shared-page" };
    tag("div")
        .class(format!("page watch{shared}"))
        .key("watch")
        .attr("data-watch", at.to_string())
        .put(header(table, &bar))
        .put(surface(table, &bar))
        .put(
            tag("section")
                .class("bottom watch-bar")
                .key("bar")
                .attr("aria-label", t(texts::WATCH))
                .put(tag("p").class("told").attr("role", "status").attr("data-told", "").put(t(told)))
                .put(slider(table, at, last))
                .put(drive(table, at, last))
                .put_all(verdict(table))
                .put(links(table)),
        )
}

/// The slider. Its colour changes at the last winnable step, if that is known.
fn slider(table: &TablePage, at: usize, last: usize) -> Tag<Action> {
    let span = table.screen.replay_span();
    tag("div").class("along").attr("data-along", span.as_ref().map_or("", |span| span.name)).put(
        tag("input")
            .attr("type", "range")
            .attr("min", "0")
            .attr("max", last.to_string())
            .attr("aria-label", t(texts::POSITION))
            .attr("aria-valuetext", t(texts::position(at, last)))
            .attr("data-position", "")
            .value(at.to_string())
            .on_value(On::Input, |value| value.parse().ok().map(Action::GoTo)),
    )
}

fn drive(table: &TablePage, at: usize, last: usize) -> Tag<Action> {
    let step = |name: &'static str, text: Text, to: usize, path: &'static str| {
        tag("button")
            .attr("aria-label", t(text))
            .attr("data-do", name)
            .on(On::Click, Action::GoTo(to))
            .put(icon(path))
    };
    let play = if table.plays { texts::PAUSE } else { texts::PLAY };
    let play = Button::new("play-replay", play, Action::PlayReplay).main();
    tag("div")
        .class("row drive")
        .put(step("first", texts::FIRST, 0, "M6 5h2.500v14H6zM20 5v14L9.500 12z"))
        .put(step("step-back", texts::BACK, at.saturating_sub(1), "M17 5v14L6.500 12z"))
        .put(button(&play))
        .put(step("step-on", texts::NEXT, at + 1, "M7 5v14l10.500-7z"))
        .put(step("last", texts::LAST, last, "M4 5v14l10.500-7zM15.500 5H18v14h-2.500z"))
        .put(tag("span").class("count").put(t(texts::position(at, last))))
}

fn verdict(table: &TablePage) -> Option<Tag<Action>> {
    let span = table.screen.replay_span()?;
    let show = span.turning_point.map(|at| button(&Button::new("show-loss", texts::GO, Action::GoTo(at))));
    Some(
        tag("p")
            .class("verdict-along")
            .attr("data-verdict-along", "")
            .put(tag("span").put(t(span.text)))
            .put_all(show),
    )
}

fn links(table: &TablePage) -> Tag<Action> {
    let copy = copy_label(table.copied, "copy-game", texts::COPY);
    let copy = Button::new("copy-game", copy, Action::Copy(Shareable::GameLink));
    let share = Button::new("share-game", texts::SHARE, Action::Share(Shareable::GameLink));
    let mut row = tag("div").class("row");
    if let Some(address) = table.screen.game_address() {
        let link = format!("{}#{address}", crate::dom::app_address());
        row = row.put(button(&copy).attr("data-link", link));
        row = row.put_all(files::can_share().then(|| button(&share)));
    }
    let play = Button::new("play-deal", texts::PLAY_DEAL, Action::PlayReplayedDeal);
    row.put_all((table.screen.is_solo() && table.screen.deal_address().is_some()).then(|| button(&play)))
}
