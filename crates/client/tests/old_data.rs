//! What earlier versions stored in browsers and sent as links can still be read (`tests/data/README.md`).

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bots::savannah::Level;
use client::statistics::{Book, End, Summary};
use client::{Address, AnimationSpeed, Language, Pace, Settings, Switch, Theme, klondike, savannah};
use games::catalog::GameId;
use games::klondike::Klondike;
use games::savannah::Savannah;
use serde_json::Value;
use table::{Game, Table};

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

fn read(name: &str) -> String {
    fs::read_to_string(data().join(name)).unwrap()
}

fn save(name: &str) -> String {
    read(&format!("saves/{name}.json"))
}

/// The record in a save: that of the game, or of the previous one.
fn record(save: &str, which: &str) -> String {
    let save: Value = serde_json::from_str(save).unwrap();
    save[which]["record"].as_str().unwrap().to_owned()
}

/// Nothing is lost when a game that was resumed is saved again; newer versions may add something.
fn assert_keeps(old: &str, new: &str) {
    let [old, new] = [old, new].map(|text| serde_json::from_str::<Value>(text).unwrap());
    for (game, fields) in old.as_object().unwrap() {
        for (field, value) in fields.as_object().unwrap() {
            assert_eq!(new[game][field], *value, "{game} {field}");
        }
    }
}

fn resume_klondike(name: &str) -> klondike::Session {
    let text = save(name);
    let session = klondike::Session::resume(&text, Settings::default(), 1).unwrap();
    assert_eq!(session.record(), record(&text, "game"), "{name}");
    assert_keeps(&text, &session.saved(0).unwrap());
    session
}

fn resume_savannah(name: &str) -> savannah::Session {
    let text = save(name);
    let session = savannah::Session::resume(&text, Settings::default(), 1).unwrap();
    assert_eq!(session.record(), record(&text, "game"), "{name}");
    if name != "savannah-earlier" {
        assert_keeps(&text, &session.saved(0).unwrap());
    }
    session
}

#[test]
fn saves_of_klondike_and_one_card() {
    // Options, deal, moves of the player, milliseconds, whether the deal came with its solution.
    for (name, config, deal, moves, spent, certified) in [
        ("klondike-fresh", "klondike", "v1:42", 0, 0, false),
        ("klondike-midgame", "klondike", "v1:7", 28, 94_000, false),
        ("klondike-earlier", "klondike", "v1:7", 28, 94_000, false),
        (
            "klondike-previous",
            "draw=3 passes=2 moves=builds back=no turn=hand",
            "solvitaire:9",
            9,
            114_000,
            false,
        ),
        ("klondike-won", "klondike", "v1:2", 254, 506_000, false),
        ("klondike-lost", "draw=1 passes=1 moves=builds back=no turn=hand", "v1:10", 36, 0, false),
        ("one-card-certificate", "one-card", "v1:892374487", 6, 15_000, true),
    ] {
        let session = resume_klondike(name);
        let actual = (session.view().config.to_string(), session.deal_name().to_string(), session.moves());
        assert_eq!(actual, (config.to_owned(), deal.to_owned(), moves), "{name}");
        assert_eq!((session.spent(0), session.is_certified()), (spent, certified), "{name}");
        assert_eq!(session.can_undo(), moves > 0 && !session.is_won(), "{name}");
        assert_eq!(
            (session.can_redo(), session.is_won()),
            (name.contains("mid") || name.contains("earlier"), name.ends_with("won")),
            "{name}"
        );
    }
    assert!(resume_klondike("one-card-imported").deal_name().to_string().starts_with("cards:4c3d8s"));
}

#[test]
fn the_previous_game_of_klondike() {
    let mut session = resume_klondike("klondike-previous");
    assert!(session.has_previous());
    session.handle(klondike::Input::Previous, 0);
    assert_eq!(session.record(), record(&save("klondike-previous"), "previous"));
    assert_eq!((session.spent(0), session.has_previous()), (94_000, true));
}

#[test]
fn saves_of_savannah() {
    // Options, deal, and whether the game is over.
    for (name, config, deal, over) in [
        ("savannah-fresh", "seats=4", "v1:1", false),
        ("savannah-midgame", "seats=3 first=A", "v1:11", false),
        ("savannah-earlier", "seats=3 first=A", "v1:11", false),
        ("savannah-previous", "seats=5", "v1:77", false),
        ("savannah-eight", "seats=8 first=A", "v1:12", false),
        ("savannah-shared", "seats=2 first=A", "v1:14", false),
        ("savannah-over", "seats=2 first=A", "v1:3", true),
        ("savannah-resigned", "seats=2 first=A", "v1:4", true),
    ] {
        let session = resume_savannah(name);
        assert_eq!(
            (session.config().to_string().as_str(), session.deal_name().to_string().as_str()),
            (config, deal)
        );
        assert_eq!(session.view().public().outcome.is_some(), over, "{name}");
    }
    let mut session = resume_savannah("savannah-previous");
    session.handle(savannah::Input::Previous, 0);
    assert_eq!(session.record(), record(&save("savannah-previous"), "previous"));
}

#[test]
fn players_of_savannah() {
    use client::shell::Player;
    let bot = Player::bot;
    let players = |name| resume_savannah(name).players().to_vec();
    assert_eq!(players("savannah-midgame"), [Player::person(), bot(Level::Strong), bot(Level::Casual)]);
    // A save that does not say who plays: one person against bots.
    assert_eq!(players("savannah-earlier"), [Player::person(), bot(Level::Keen), bot(Level::Keen)]);
    let people = ["Anna", "Zoë <&>", ""].map(|name| Player::person().named(name));
    assert_eq!(players("savannah-eight")[..3], people);
    let bots = [Level::Beginner, Level::Casual, Level::Keen, Level::Strong, Level::Expert].map(bot);
    let named = players("savannah-eight").split_off(3);
    assert_eq!(named.iter().map(|player| player.kind).collect::<Vec<_>>(), bots.map(|player| player.kind));
    assert_eq!(named[2].name, "Kim");
}

#[test]
fn settings() {
    assert_eq!(Settings::read(&read("settings-default.json")), Settings::default());
    let other = Settings::read(&read("settings-other.json"));
    for switch in Switch::ALL {
        assert_ne!(other.get(switch), Settings::default().get(switch), "{switch:?}");
    }
    let choices = (other.theme, other.motion, other.pace, other.language);
    assert_eq!(choices, (Theme::Dark, AnimationSpeed::Off, Pace::AtOnce, Language::German));
}

#[test]
fn statistics() {
    let book: Book = read("statistics.txt").parse().unwrap();
    let kinds: Vec<String> = book.kinds().iter().map(ToString::to_string).collect();
    assert_eq!(
        kinds[..4],
        ["draw=3 passes=2 moves=builds back=no turn=hand", "one-card", "klondike", "klondike-3"]
    );
    assert_eq!(kinds[4..7], ["savannah 3 strong", "savannah 5 keen", "savannah 8 expert"]);
    assert_eq!(kinds[7..], ["savannah 2 people", "savannah 2 beginner", "savannah 2 keen"]);
    let summary = Summary::of(book.games());
    assert_eq!((summary.played, summary.won, summary.won_with_hints), (10, 1, 1));
    assert_eq!((summary.lost, summary.left, summary.restarted), (1, 2, 1));
    let first = &book.games()[0];
    assert_eq!((first.id, first.end, first.at), (0x4a73_7be7_52c0_1990, End::Restarted, 1_760_000_244_000));
    assert_eq!((first.spent, first.moves, first.hints), (114_000, 9, 0));
}

/// All that one browser has stored, by its keys.
#[test]
fn the_storage_of_a_browser() {
    let storage: BTreeMap<String, String> = serde_json::from_str(&read("storage.json")).unwrap();
    let resume = |key: &str| klondike::Session::resume(&storage[key], Settings::default(), 1).unwrap();
    assert_eq!(resume("cardroom.game.1").deal_name(), "solvitaire:9");
    assert_eq!(resume("cardroom.game.2").deal_name(), "v1:7");
    assert_eq!(resume("cardroom.one-card.1").deal_name(), "v1:892374487");
    let savannah =
        savannah::Session::resume(&storage["cardroom.savannah.1"], Settings::default(), 1).unwrap();
    assert_eq!(savannah.players().len(), 5);
    let mut book = Book::default();
    for game in ["game", "one-card", "savannah"] {
        book.merge(storage[&format!("cardroom.played.{game}.1")].parse().unwrap());
    }
    assert_eq!(book, read("statistics.txt").parse().unwrap());
    assert_eq!(Settings::read(&storage["cardroom.settings"]).theme, Theme::Dark);
    assert!(storage["cardroom.name"].parse::<wire::Name>().is_ok());
    let pledge = &storage["cardroom.table.2xm4vuxpda0u7ttbs8ee"];
    assert!(wire::read::<wire::Pledge>(pledge.as_bytes()).is_ok());
}

#[test]
fn links_to_deals() {
    for line in read("deals.txt").lines() {
        let (link, told) = line.split_once(' ').unwrap();
        let Ok(Some(Address::Deal { config, deal })) = Address::read(link) else { panic!("{link}") };
        assert_eq!(format!("{config} {deal}"), told);
    }
}

/// The game that a link is of, from a record or a save.
fn original<G: Game>(name: &str) -> Table<G> {
    let text = match name.strip_prefix("save:") {
        Some(name) => record(&save(name), "game"),
        None => read(&format!("../../../games/records/valid/{name}.record")),
    };
    Table::load(&text).unwrap()
}

#[test]
fn links_to_games() {
    let (mut replays, mut watched) = (0, 0);
    for line in read("games.txt").lines() {
        let (name, link) = line.split_once(' ').unwrap();
        match Address::read(&format!("#{link}")).unwrap() {
            Some(Address::Game { game: GameId::Klondike, record }) => {
                let (table, original) = (Table::load(&record).unwrap(), original::<Klondike>(name));
                assert!(table.record().line() == original.record().line(), "{name}");
                replays += 1;
            }
            Some(Address::Game { game: GameId::Savannah, record }) => {
                let (table, original) = (Table::load(&record).unwrap(), original::<Savannah>(name));
                assert!(table.record().line() == original.record().line(), "{name}");
                assert_eq!(table.outcome(), original.outcome(), "{name}");
                watched += 1;
            }
            _ => panic!("{name} is no game"),
        }
    }
    assert_eq!((replays, watched), (9, 9));
}
