//! The public page with the dice statistics of all finished games. Running games are never read.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{self, HeaderValue};
use axum::http::{Response, StatusCode};
use games::rolls::Rolls;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::static_files::plain_text;
use crate::store::{Store, StoreError};
use crate::{Environment, ServerState};

/// The path of the page.
pub(crate) const PAGE: &str = "/dice";
/// The path of its style sheet.
pub(crate) const STYLE: &str = "/dice.css";

/// How old the counts on the page may be.
const MAX_AGE: Duration = Duration::from_secs(60);
/// How many records are read per query.
const BATCH: u32 = 500;

/// Counts the rolls of all finished games.
pub async fn rolls(store: &dyn Store) -> Result<Rolls, StoreError> {
    let mut counter = RollCounter::default();
    counter.catch_up(store, &Environment::default()).await?;
    Ok(counter.rolls)
}

/// A running count. Only games that finished since the last update are read.
#[derive(Default)]
struct RollCounter {
    rolls: Rolls,
    /// The number of the last counted game.
    last: u64,
    when: Option<Instant>,
}

impl RollCounter {
    async fn catch_up(&mut self, store: &dyn Store, environment: &Environment) -> Result<(), StoreError> {
        loop {
            let finished = store.finished(self.last, BATCH).await?;
            let Some(newest) = finished.last().map(|game| game.number) else { return Ok(()) };
            let mut rolls = self.rolls.clone();
            // Reading many records takes long.
            let counted = environment.compute(move || {
                finished.iter().for_each(|game| rolls.add_record(&game.record));
                rolls
            });
            let failed = || StoreError::Failed("the rolls could not be counted".to_owned());
            self.rolls = counted.await.ok_or_else(failed)?;
            self.last = newest;
        }
    }
}

/// The counts of a server, cached.
#[derive(Default)]
pub(crate) struct RollCache(Mutex<RollCounter>);

impl RollCache {
    /// The rolls, at most a minute old. Concurrent callers wait for the one that counts.
    async fn rolls(&self, store: &dyn Store, environment: &Environment) -> Result<Rolls, StoreError> {
        let mut counter = self.0.lock().await;
        if counter.when.is_none_or(|when| when.elapsed() >= MAX_AGE) {
            counter.catch_up(store, environment).await?;
            counter.when = Some(Instant::now());
        }
        Ok(counter.rolls.clone())
    }
}

/// The page.
pub(crate) async fn page(State(server): State<Arc<ServerState>>) -> Response<Body> {
    match server.dice.rolls(&*server.store, &server.environment).await {
        Ok(rolls) => file("text/html; charset=utf-8", html(&rolls)),
        Err(_) => plain_text(StatusCode::SERVICE_UNAVAILABLE, "The store does not respond.\n"),
    }
}

/// The style sheet.
pub(crate) async fn style() -> Response<Body> {
    file("text/css; charset=utf-8", include_str!("dice.css"))
}

fn file(kind: &'static str, body: impl Into<Body>) -> Response<Body> {
    let mut response = Response::new(body.into());
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=60"));
    response
}

/// The page contains only numbers, no user input.
fn html(rolls: &Rolls) -> String {
    let total = rolls.total();
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Dice statistics</title>\n<link rel=\"stylesheet\" href=\"dice.css\">\n</head>\n<body>\n<main>\n<h1>Dice statistics</h1>\n\
         <p>Rolls of two dice: {total}. Finished games with dice: {}.</p>\n",
        rolls.games
    );
    // Writing to a string cannot fail.
    let _ = writeln!(page, "<p class=\"verdict\">{}</p>", rolls.verdict());
    let expected = total as f64 / 3.0;
    rows(&mut page, "One die", 1, rolls.faces().into_iter().zip([expected; 6]));
    rows(&mut page, "Sum of both", 2, rolls.sums().into_iter().zip(rolls.expected_sums()));
    let _ = writeln!(page, "<p>Doubles: {}, expected {:.1}.</p>", rolls.doubles(), total as f64 / 6.0);
    for (what, test) in [("single dice", rolls.test_faces()), ("pairs of dice", rolls.test())] {
        if let Some(test) = test {
            let _ = writeln!(
                page,
                "<p>Chi-square test of {what}: {:.2} with {} degrees of freedom, p = {:.3}.</p>",
                test.statistic, test.freedom, test.p
            );
        }
    }
    page + "<p>You can also check every single game: its record proves each roll.</p>\n<p><a href=\"./\">All games</a></p>\n</main>\n</body>\n</html>\n"
}

fn rows(page: &mut String, what: &str, first: usize, counts: impl Iterator<Item = (u64, f64)>) {
    let _ = writeln!(
        page,
        "<table>\n<thead><tr><th scope=\"col\">{what}</th><th scope=\"col\">Rolled</th><th scope=\"col\">Expected</th><th scope=\"col\">Difference</th></tr></thead>\n<tbody>"
    );
    for (number, (count, expected)) in (first..).zip(counts) {
        let difference = count as f64 - expected;
        let _ = writeln!(
            page,
            "<tr><th scope=\"row\">{number}</th><td>{count}</td><td>{expected:.1}</td><td>{difference:+.1}</td></tr>"
        );
    }
    page.push_str("</tbody>\n</table>\n");
}
