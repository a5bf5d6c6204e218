//! Searches every frame to every viewer for cards that the viewer may not know, and for secrets
//! that predict cards and dice.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use cards::{Card, ChanceKind, Key, PACK, Source};
use games::klondike::{self, Klondike};
use games::savannah::{self, Savannah};
use serde_json::Value;
use server::store::{LineKind, MemoryStore, Store, StoredTable};
use table::{Entry, Eye, Game, Origin, Refusal, Rule, Seat, Table};
use text::Text;
use wire::{RefusalReason, TableCommand, ToClient, ToServer};

use crate::harness::{Link, Player, Server, is_over, limits, play, seated_at, solo};

/// How many games are played. An environment variable can ask for more.
fn games() -> usize {
    std::env::var("CARDROOM_SECRET_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(7)
}

/// Servers on one store. The first one owns the table, and the others relay.
async fn servers(store: &Arc<MemoryStore>, count: usize) -> Vec<(Server, Link)> {
    let mut servers = Vec::new();
    for _ in 0..count {
        servers.push(Server::node(store, limits()).await);
    }
    servers
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_frame_contains_a_card_that_its_viewer_may_not_know() {
    scan_games(1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_relayed_frame_contains_a_card_that_its_viewer_may_not_know() {
    scan_games(3).await;
}

async fn scan_games(nodes: usize) {
    let (mut frames, mut bytes) = (0, 0);
    for game in 0..games() {
        let seats = 2 + (game % 7) as u8;
        let store = Arc::new(MemoryStore::default());
        let servers = servers(&store, nodes).await;
        let servers: Vec<&Server> = servers.iter().map(|(server, _)| server).collect();
        let (table, mut players) = seated_at(&servers, seats).await;
        let mut watcher = servers[nodes - 1].player("Watcher").await;
        watcher.join(table).await.unwrap();
        // A spectator who does not read would be disconnected, so this one reads all the time.
        let plays = futures_util::future::join_all(players.iter_mut().map(play_and_probe));
        futures_util::future::join(plays, watcher.play(usize::MAX)).await;
        watcher.join(table).await.unwrap();
        let stored = store.load(table).await.unwrap().unwrap();
        let truth = Truth::new::<Savannah>(&stored, visible);
        for (eye, player) in Eye::all(seats).zip(players.iter().chain([&watcher])) {
            for frame in &player.frames {
                assert_eq!(truth.leak(frame, eye), None, "{seats} seats: {frame}");
                frames += 1;
                bytes += frame.len();
            }
        }
        planted_leaks_are_found(&truth, &players[0], NAMED_CARD);
    }
    println!("{} games, {frames} frames, {bytes} bytes", games());
    assert!(frames > 100 * games());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_frame_of_klondike_contains_a_hidden_card() {
    scan_klondike(1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_relayed_frame_of_klondike_contains_a_hidden_card() {
    scan_klondike(2).await;
}

async fn scan_klondike(nodes: usize) {
    let presets = klondike::Config::PRESETS.iter().cycle().take(games());
    for (number, (_, config)) in presets.enumerate() {
        let store = Arc::new(MemoryStore::default());
        let servers = servers(&store, nodes).await;
        let mut player = servers[nodes - 1].0.player("Player").await;
        let table = player.create(solo::<Klondike>(&config.to_string())).await.unwrap();
        // The first who joins decides which server owns the table.
        let mut watcher = servers[0].0.player("Watcher").await;
        watcher.join(table).await.unwrap();
        player.join(table).await.unwrap();
        player.ready().await.unwrap();
        player.until(wire::Snapshot::has_game).await;
        // Undo and redo show the same cards again, and no others.
        let mut probes = ["1>2", "wf", "d", "t7", "Ah>1"].into_iter().cycle();
        for step in 0..80 + number {
            player.play_game::<Klondike>(1).await;
            for act in [TableCommand::Undo, TableCommand::Redo].into_iter().filter(|_| step % 3 == 0) {
                let _ = player.act(act).await;
            }
            if let Some(probe) = probes.next().filter(|_| step % 7 == 0) {
                let _ = player.act(play(probe)).await;
                player.say(ToServer::Join { table, since: 0 }).await;
            }
            let version = player.seen().version;
            watcher.until(|seen| seen.version >= version).await;
        }
        let _ = player.act(TableCommand::Resign).await;
        watcher.until(is_over).await;
        let stored = store.load(table).await.unwrap().unwrap();
        let truth = Truth::new::<Klondike>(&stored, seen_in_klondike);
        for (eye, guest) in Eye::all(1).zip([&player, &watcher]) {
            for frame in &guest.frames {
                assert_eq!(truth.leak(frame, eye), None, "{frame}");
            }
        }
        planted_leaks_are_found(&truth, &player, "");
    }
}

fn seen_in_klondike(view: &klondike::View) -> Vec<String> {
    view.seen_cards().map(|card| card.to_string()).collect()
}

/// Moves that are tried although they may be illegal. A refusal may name the card that is named
/// here.
const ILLEGAL_MOVES: [&str; 4] = ["/-", "Ah>1", "DA>1", "R>3"];
const NAMED_CARD: &str = "Ah";

/// Plays to the end, and now and then tries an illegal move or joins again.
async fn play_and_probe(player: &mut Player) {
    let mut turn = 0;
    while !player.is_over() {
        turn += 1;
        if player.play(1).await == 0 {
            break;
        }
        if turn % 5 == 0 {
            for act in ILLEGAL_MOVES.map(play) {
                if !player.is_over() {
                    // If it is legal, it is played.
                    let _ = player.act(act).await;
                }
            }
            player.say(ToServer::Join { table: player.seen().table, since: 0 }).await;
            player
                .socket
                .send_raw(tokio_tungstenite::tungstenite::Message::Text("{\"do\":7}".into()))
                .await
                .unwrap();
        }
    }
}

/// The truth from the store: which viewer has seen which cards up to which version.
struct Truth {
    /// The secret, the key and the generator's output for future dice, in all notations of bytes.
    secrets: Secrets,
    /// For each version, the cards that each viewer has seen so far, from seat A on, the spectator
    /// last.
    known: Vec<Vec<BTreeSet<String>>>,
    seats: u8,
    /// The secret as it is published at the end.
    hex: String,
}

impl Truth {
    fn new<G: Game>(stored: &StoredTable, visible: fn(&G::View) -> Vec<String>) -> Truth {
        let record: String = stored
            .lines
            .iter()
            .filter(|line| line.kind == LineKind::Record)
            .map(|line| line.text.as_str())
            .collect();
        let whole = Table::<G>::load(&record).unwrap();
        let (config, seats) = (whole.record().config.clone(), whole.game().seats());
        let mut table = Table::<G>::open(config, whole.record().origin.clone());
        let mut entries = whole.record().entries.iter();
        let mut known = vec![vec![BTreeSet::new(); usize::from(seats) + 1]];
        for line in &stored.lines {
            let mut now = known.last().unwrap().clone();
            let lines = line.text.lines().filter(|_| line.kind == LineKind::Record);
            let is_entry = |text: &&str| {
                ![
                    "cardroom ",
                    "game ",
                    "rules ",
                    "config ",
                    "key ",
                    "table ",
                    "commitment ",
                    "secret ",
                    "seat ",
                    "outcome ",
                    "sha256 ",
                ]
                .iter()
                .any(|word| text.starts_with(word))
            };
            for _ in lines.filter(is_entry) {
                let entry: &Entry<G> = entries.next().unwrap();
                table.enter(entry.clone()).unwrap();
                for (eye, cards) in Eye::all(seats).zip(&mut now) {
                    cards.extend(visible(&table.view(eye)));
                }
            }
            known.push(now);
        }
        assert!(entries.next().is_none());
        let Origin::Fair(proof) = &whole.record().origin else { panic!("a proof") };
        Truth {
            secrets: Secrets::new(&stored.secret, proof.key()),
            known,
            seats,
            hex: proof.secret().expose().to_string(),
        }
    }

    /// The first thing in a frame that its viewer may not know.
    fn leak(&self, frame: &str, eye: Eye) -> Option<String> {
        let message = wire::read(frame.as_bytes());
        let over = match &message {
            Ok(ToClient::Table(seen)) => is_over(seen),
            Ok(ToClient::Record(_)) => true,
            _ => false,
        };
        if let Some(what) = self.secrets.find_in(frame).filter(|_| !over) {
            return Some(what.to_owned());
        }
        let (eye, version, own) = match message {
            Ok(ToClient::Table(seen)) => {
                let before_the_game = !seen.has_game() && seen.eye == Eye::Spectator;
                assert!(seen.eye == eye || before_the_game, "another's eye: {frame}");
                (seen.eye, seen.version, None)
            }
            Ok(ToClient::Refused { version, .. }) => (eye, version, Some(NAMED_CARD)),
            // The whole record is published when the game is over.
            Ok(ToClient::Record(_)) => return None,
            _ => (eye, 0, None),
        };
        let known = &self.known[version as usize][self.number(eye)];
        let mut value: Value = serde_json::from_str(frame).unwrap();
        // The set of unseen cards follows from the seen ones, and reveals no positions.
        if let Some(view) = value.pointer_mut("/table/shared/view").and_then(Value::as_object_mut) {
            view.remove("unseen");
        }
        let text = value.to_string();
        let hidden = |card: &Card| {
            let word = card.to_string();
            !known.contains(&word) && own != Some(&word) && names(&text, *card)
        };
        PACK.into_iter().find(hidden).map(|card| card.to_string())
    }

    fn number(&self, eye: Eye) -> usize {
        eye.seat().map_or(self.seats.into(), Seat::number)
    }
}

/// Whether a text names a card: in notation, in words, or in packed text.
fn names(text: &str, card: Card) -> bool {
    let word = card.to_string();
    let alone = |at: usize| {
        let before = text[..at].chars().next_back().is_none_or(|sign| !sign.is_alphanumeric());
        let after = text[at + word.len()..].chars().next().is_none_or(|sign| !sign.is_alphanumeric());
        before && after
    };
    text.match_indices(&word).any(|(at, _)| alone(at))
        || text.contains(&card.name().to_string())
        || text.contains(packed(&card.name()).trim_matches('"'))
}

fn packed(text: &Text) -> String {
    serde_json::to_string(text).unwrap()
}

/// Everything that predicts cards and dice, as it could occur in a text, indexed by its first characters. A
/// match of eight bytes is not a coincidence.
struct Secrets(HashMap<[u8; Secrets::PREFIX], Vec<(&'static str, String)>>);

impl Secrets {
    /// Every entry has at least this many characters.
    const PREFIX: usize = 10;

    fn new(secret: &[u8; 32], key: &Key) -> Secrets {
        let mut all = Secrets(HashMap::new());
        for (what, bytes) in [("the secret", secret), ("the key", key.expose())] {
            for part in bytes.as_chunks::<8>().0 {
                all.add(what, *part);
                let mut backwards = *part;
                backwards.reverse();
                all.add(what, backwards);
            }
        }
        for (kind, ordinals) in [(ChanceKind::Deal, 1), (ChanceKind::Roll, 40), (ChanceKind::Reshuffle, 5)] {
            for ordinal in 0..ordinals {
                let mut stream = key.stream(kind, ordinal);
                let words = u64::from(stream.next()) | u64::from(stream.next()) << 32;
                all.add("the generator", words.to_le_bytes());
            }
        }
        all
    }

    fn add(&mut self, what: &'static str, bytes: [u8; 8]) {
        for text in written(bytes) {
            let first = *text.as_bytes().first_chunk().expect("eight bytes are more signs");
            self.0.entry(first).or_default().push((what, text));
        }
    }

    /// The first secret that a frame contains.
    fn find_in(&self, frame: &str) -> Option<&'static str> {
        let lower = frame.to_lowercase();
        let bytes = lower.as_bytes();
        bytes.windows(Secrets::PREFIX).enumerate().find_map(|(at, window)| {
            let found =
                self.0.get(window)?.iter().find(|(_, text)| bytes[at..].starts_with(text.as_bytes()))?;
            Some(found.0)
        })
    }
}

/// Bytes in several notations.
fn written(bytes: [u8; 8]) -> [String; 4] {
    let words = bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word).to_string());
    [
        bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        bytes.map(|byte| byte.to_string()).join(","),
        words.collect::<Vec<_>>().join(","),
        u64::from_le_bytes(bytes).to_string(),
    ]
}

/// The cards that a viewer can see by the rules: tops, discards, foundations and their own hand.
fn visible(view: &savannah::View) -> Vec<String> {
    let public = view.public();
    let players = public
        .players
        .iter()
        .flat_map(|(_, player)| player.reserve.top.iter().chain(&player.discard.face_up));
    let cards = public.foundations.0.iter().flatten().chain(players).chain(view.hand().into_iter().flatten());
    cards.map(ToString::to_string).collect()
}

/// Checks the search itself: it finds planted cards, in notation and in words, and parts of
/// secrets.
fn planted_leaks_are_found(truth: &Truth, player: &Player, named: &str) {
    let first = player.frames.iter().find(|frame| frame.contains("\"view\":{")).unwrap();
    let Ok(ToClient::Table(seen)) = wire::read(first.as_bytes()) else { panic!("a table") };
    let known = &truth.known[seen.version as usize][truth.number(seen.eye)];
    let is_hidden = |card: &Card| card.to_string() != named && !known.contains(&card.to_string());
    let hidden = PACK.into_iter().find(is_hidden).unwrap();
    let eye = seen.eye;
    let told = [
        Text::with("the stock begins with {}", [Text::name(hidden)]),
        Text::name(format_args!("the {} comes", hidden.name())),
        Text::with("the {} comes", [hidden.name()]),
    ];
    let plant = |told: &Text| {
        let news = format!(
            "{{\"round\":1,\"seat\":null,\"what\":{{\"chance\":\"deal\"}},\"told\":{}}},",
            packed(told)
        );
        first.replacen("\"news\":[", &format!("\"news\":[{news}"), 1)
    };
    for told in told {
        assert_eq!(truth.leak(&plant(&told), eye), Some(hidden.to_string()), "{told}");
        let why = RefusalReason::Rule(Refusal::new(Rule::new('S', 11), told));
        let refused = wire::write(&ToClient::Refused { id: Some(1), version: seen.version, why }).unwrap();
        assert_eq!(truth.leak(&refused, eye).as_deref(), Some(hidden.to_string().as_str()));
    }
    for (what, text) in truth.secrets.0.values().flatten() {
        assert_eq!(truth.leak(&plant(&Text::name(text)), eye).as_deref(), Some(*what), "{text}");
    }
    let shown = first.replacen("\"secret\":null", &format!("\"secret\":\"{}\"", truth.hex), 1);
    assert_eq!(truth.leak(&shown, eye).as_deref(), Some("the secret"), "shown too early");
    assert_eq!(truth.leak(first, eye), None);
}
