use client::statistics::{Book, Kind, Played, Summary, Week, weeks};
use client::words::statistics as words;
use client::words::time;
use leptos::prelude::*;
use text::Text;

use super::super::room::Room;
use super::super::{files, js};
use crate::language::{number, t};

/// So many weeks are drawn.
const WEEKS: usize = 12;

/// What was played, and what came of it.
#[component]
pub(super) fn Statistics(room: Room) -> impl IntoView {
    let book = RwSignal::new(room.book());
    let kind = RwSignal::new(None::<Kind>);
    let news = RwSignal::new(String::new());
    let error = RwSignal::new(None::<String>);
    let asks = RwSignal::new(false);
    let counts = move || room.desk.with(|desk| desk.settings().statistics);
    let kinds = Memo::new(move |_| book.with(Book::kinds));
    let games = Memo::new(move |_| book.with(|book| of_kind(book, kind.get().as_ref())));
    let read = move |text: String| match text.parse::<Book>() {
        Ok(more) => {
            let before = book.with_untracked(|book| book.games().len());
            room.add_to_book(more);
            book.set(room.book());
            news.set(t(words::added(book.with_untracked(|book| book.games().len()).saturating_sub(before))));
            error.set(None);
        }
        Err(wrong) => error.set(Some(t(wrong.text().sentence()))),
    };
    let forget = move |_| {
        room.forget_book();
        book.set(room.book());
        kind.set(None);
        asks.set(false);
        news.set(t(words::FORGOTTEN));
    };
    view! {
        <Show when=move || !counts()>
            <p class="hint">{t(words::OFF)}</p>
        </Show>
        <Show
            when=move || !kinds.with(Vec::is_empty)
            fallback=move || view! { <p class="empty">{t(words::NONE_YET)}</p> }
        >
            <Show when=move || kinds.with(|kinds| kinds.len() > 1)>
                <Kinds kinds chosen=kind/>
            </Show>
            {move || games.with(|games| figures(games))}
        </Show>
        <p class="hint">{t(words::HONEST)}</p>
        <p role="status" data-news="">{move || news.get()}</p>
        <p class="error" role="alert" data-error="">{move || error.get()}</p>
        <Show
            when=move || asks.get()
            fallback=move || {
                view! {
                    <div class="row">
                        <button
                            data-do="save-statistics"
                            on:click=move |_| {
                                let _ = files::save("cardroom-statistics.txt", &book.get_untracked().to_string());
                            }
                        >
                            {t(words::EXPORT)}
                        </button>
                        <label class="button">
                            <span>{t(words::IMPORT)}</span>
                            <input
                                type="file"
                                name="statistics"
                                accept=".txt,text/plain"
                                on:change=move |event| files::chosen(&event, read)
                            />
                        </label>
                        <button data-do="reset-statistics" on:click=move |_| asks.set(true)>
                            {t(words::RESET)}
                        </button>
                    </div>
                }
            }
        >
            <p>{t(words::SURE)}</p>
            <div class="row">
                <button class="main" data-do="forget" on:click=forget>{t(words::FORGET)}</button>
                <button on:click=move |_| asks.set(false)>{t(words::KEEP)}</button>
            </div>
        </Show>
    }
}

fn of_kind(book: &Book, kind: Option<&Kind>) -> Vec<Played> {
    book.games().iter().filter(|played| kind.is_none_or(|kind| played.kind == *kind)).cloned().collect()
}

/// Which games are summed up.
#[component]
fn Kinds(kinds: Memo<Vec<Kind>>, chosen: RwSignal<Option<Kind>>) -> impl IntoView {
    let choice = move |kind: Option<Kind>| {
        let name = kind.as_ref().map_or_else(|| t(words::ALL), |kind| t(words::kind(kind)));
        let (here, there) = (kind.clone(), kind);
        view! {
            <label>
                <input
                    type="radio"
                    name="kind"
                    prop:checked=move || chosen.get() == here
                    on:change=move |_| chosen.set(there.clone())
                />
                <span>{name}</span>
            </label>
        }
    };
    view! {
        <fieldset class="one-of kinds">
            <legend>{t(words::CHOOSE)}</legend>
            {choice(None)}
            {move || kinds.get().into_iter().map(|kind| choice(Some(kind))).collect_view()}
        </fieldset>
    }
}

/// The numbers, the large ones first, and the chart.
fn figures(games: &[Played]) -> impl IntoView + use<> {
    let summary = Summary::of(games);
    let weeks = weeks(games, js::today(), WEEKS);
    let none = || t(words::NO_NUMBER);
    let large = [
        (words::PLAYED, number(summary.played)),
        (words::WON, number(summary.won)),
        (words::SHARE, summary.share().map_or_else(none, |share| t(words::percent(share)))),
        (words::STREAK, number(summary.streak)),
    ];
    let small = [
        (words::BEST_TIME, summary.best_time.map_or_else(none, time)),
        (words::BEST_MOVES, summary.best_moves.map_or_else(none, number)),
        (words::LONGEST, number(summary.longest_streak)),
        (words::WITH_HINTS, number(summary.won_with_hints)),
        (words::LOST, number(summary.lost)),
        (words::LEFT, number(summary.left)),
        (words::RESTARTED, number(summary.restarted)),
    ];
    let pair = |(name, value): (Text, String)| {
        view! {
            <div>
                <dt>{t(&name)}</dt>
                <dd data-figure=name.to_string()>{value}</dd>
            </div>
        }
    };
    view! {
        <dl class="figures large">{large.map(pair).collect_view()}</dl>
        <dl class="figures">{small.map(pair).collect_view()}</dl>
        <h3>{t(words::WEEKS)}</h3>
        {chart(&weeks)}
    }
}

/// A bar a week: all games, and from the bottom those that were won.
fn chart(weeks: &[Week]) -> impl IntoView + use<> {
    let most = f64::from(weeks.iter().map(|week| week.played).max().unwrap_or(0).max(4));
    let mut bars = String::from(r#"<path class="ground" d="M0 60.500H240"/>"#);
    for (at, week) in weeks.iter().enumerate().filter(|(_, week)| week.played > 0) {
        let x = at * 20 + 3;
        for (class, count) in [("all", week.played), ("won-part", week.won)] {
            let high = (f64::from(count) / most * 56.0).round();
            let y = 60.0 - high;
            bars +=
                &format!(r#"<rect class="{class}" x="{x}" y="{y}" width="14" height="{high}" rx="2.500"/>"#);
            if class == "all" {
                bars += &format!(r#"<text x="{}" y="{}">{count}</text>"#, x + 7, y - 4.0);
            }
        }
    }
    view! { <svg class="chart" viewBox="0 -8 240 70" role="img" aria-label=t(words::chart(weeks)) inner_html=bars></svg> }
}
