//! The page with the dice statistics.

use std::sync::Arc;

use games::rolls::Rolls;
use server::store::{MemoryStore, Store};

use crate::guests::ask;
use crate::harness::{Server, limits, play_out, play_some, seated};

#[tokio::test]
async fn only_rolls_of_finished_games_are_shown() {
    let store = Arc::new(MemoryStore::default());
    let server = Server::on(Arc::<MemoryStore>::clone(&store), limits()).await;
    let (_, mut running) = seated(&server, 2).await;
    play_some(&mut running, 5).await;
    assert_eq!(server::dice::rolls(&*store).await.unwrap(), Rolls::default());
    let (_, mut players) = seated(&server, 3).await;
    play_out(&mut players).await;
    let mut expected = Rolls::default();
    let finished = store.finished(0, 10).await.unwrap();
    finished.iter().for_each(|game| expected.add_record(&game.record));
    assert!(finished.len() == 1 && expected.total() > 3);
    assert_eq!(server::dice::rolls(&*store).await.unwrap(), expected);
    let page = ask(&server, "GET", "/dice", &[], "").await;
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    let summary = format!("<p>Rolls of two dice: {}. Finished games with dice: 1.</p>", expected.total());
    assert!(page.contains(&summary) && page.contains(expected.verdict()), "{page}");
    // The page obeys the content security policy: no inline scripts or styles.
    let lower = page.to_lowercase();
    assert!(
        lower.contains("content-security-policy: default-src 'none'")
            && lower.contains("cache-control: public, max-age=60")
    );
    assert!(!lower.contains("<script") && !lower.contains("style=") && !lower.contains("<style"));
    let style = ask(&server, "GET", "/dice.css", &[], "").await.to_lowercase();
    assert!(style.starts_with("http/1.1 200") && style.contains("content-type: text/css"));
    // The counts are cached for a minute.
    play_out(&mut running).await;
    assert_eq!(server::dice::rolls(&*store).await.unwrap().games, 2);
    assert!(ask(&server, "GET", "/dice", &[], "").await.contains(&summary));
}
