//! Tests of `Table`: undo and redo, versions, keys.

#![allow(clippy::unwrap_used)]

use cards::{DealId, Key};
use games::klondike::{self, Klondike};
use games::savannah::{self, Savannah};
use table::{Entry, Eye, Game, KeyHash, Origin, Seat, Table, Turn, UndoError, View};

const A: Seat = Seat::A;

fn klondike(deal: DealId) -> Table<Klondike> {
    Table::new(klondike::Config::KLONDIKE, deal).unwrap()
}

fn play(table: &mut Table<Klondike>, moves: &str) {
    for mv in moves.split_whitespace() {
        table.play(A, mv.parse().unwrap()).unwrap();
    }
}

#[test]
fn undo_reverts_automatic_moves_with_their_step() {
    let mut table = klondike(DealId::V1(1));
    play(&mut table, "d");
    let before = table.game().clone();
    play(&mut table, "d");
    table.play_auto(A, "d".parse().unwrap()).unwrap();
    table.play_auto(A, "d".parse().unwrap()).unwrap();
    let after = table.game().clone();
    table.undo(A).unwrap();
    assert!(*table.game() == before);
    table.redo(A).unwrap();
    assert!(*table.game() == after);
    table.undo(A).unwrap();
    table.undo(A).unwrap();
    assert_eq!(table.undo(A), Err(UndoError::NothingToUndo));
    table.redo(A).unwrap();
    table.redo(A).unwrap();
    assert!(*table.game() == after);
    assert_eq!(table.redo(A), Err(UndoError::NothingToRedo));
}

#[test]
fn automatic_moves_before_the_first_move_belong_to_the_deal() {
    let mut table = klondike(DealId::V1(1));
    table.play_auto(A, "d".parse().unwrap()).unwrap();
    assert_eq!(table.undo(A), Err(UndoError::NothingToUndo));
}

#[test]
fn a_new_move_clears_redo() {
    let mut table = klondike(DealId::V1(1));
    play(&mut table, "d d");
    table.undo(A).unwrap();
    assert!(table.can_redo(A));
    play(&mut table, "d");
    assert!(!table.can_redo(A));
}

#[test]
fn only_the_player_who_moved_can_undo() {
    let mut table = klondike(DealId::V1(1));
    play(&mut table, "d");
    let b = Seat::new(1).unwrap();
    assert_eq!(table.undo(b), Err(UndoError::NotYours(A)));
    table.undo(A).unwrap();
    assert_eq!(table.redo(b), Err(UndoError::NotYours(A)));
}

#[test]
fn changes_raise_the_version_and_refusals_do_not() {
    let mut table = klondike(DealId::V1(1));
    let mut versions = vec![table.version()];
    play(&mut table, "d");
    versions.push(table.version());
    table.undo(A).unwrap();
    versions.push(table.version());
    table.redo(A).unwrap();
    versions.push(table.version());
    assert!(table.play(A, "r".parse().unwrap()).is_err());
    versions.push(table.version());
    assert_eq!(versions, [1, 2, 3, 4, 4]);
}

#[test]
fn lost_games_can_be_undone_but_won_or_resigned_games_cannot() {
    let load = |name: &str| {
        let path = format!("{}/records/valid/{name}.record", env!("CARGO_MANIFEST_DIR"));
        Table::<Klondike>::load(&std::fs::read_to_string(path).unwrap()).unwrap()
    };
    let mut lost = load("klondike-lost-by-k18");
    assert_eq!(lost.turn(), Turn::Over);
    lost.undo(A).unwrap();
    assert_eq!(lost.turn(), Turn::Seat(A));
    assert!(Table::<Klondike>::load(&lost.save()).is_ok_and(|again| again == lost));
    assert_eq!(load("klondike-won").undo(A), Err(UndoError::Over));
    assert_eq!(load("klondike-resigned").undo(A), Err(UndoError::Over));
}

#[test]
fn savannah_has_no_undo_after_hidden_cards_were_revealed() {
    let mut table = Table::<Savannah>::new(savannah::Config::new(2).unwrap(), DealId::V1(3)).unwrap();
    let Turn::Seat(seat) = table.turn() else { panic!("a dealt table waits for a player") };
    assert_eq!(table.undo(seat), Err(UndoError::NothingToUndo));
    let discard = table.view(Eye::Seat(seat)).legal().into_iter().find(|mv| mv.to_string().starts_with('/'));
    table.play(seat, discard.unwrap()).unwrap();
    assert_eq!(table.undo(seat), Err(UndoError::Chance), "the next player has rolled");
}

#[test]
fn records_contain_the_hash_of_a_secret_key_but_not_the_key() {
    let key = Key::new([42; 32]);
    let config = savannah::Config::new(2).unwrap();
    let table = Table::<Savannah>::new(config, Origin::Secret(key.clone())).unwrap();
    let text = table.save();
    assert!(text.contains(&format!("\nkey {}\n", KeyHash::of(&key))));
    assert!(!text.contains(&"2a".repeat(8)), "the key is not in the record");

    // Without the key the record replays but nothing new is drawn. With the key the game continues
    // as it would have.
    let play_one = |mut table: Table<Savannah>| {
        let Turn::Seat(seat) = table.turn() else { panic!("a dealt table waits for a player") };
        let discard =
            table.view(Eye::Seat(seat)).legal().into_iter().find(|mv| mv.to_string().starts_with('/'));
        table.play(seat, discard.unwrap()).unwrap();
        table
    };
    let loaded = Table::<Savannah>::load(&text).unwrap();
    assert!(loaded.game() == table.game());
    let mut silent = play_one(loaded.clone());
    assert!(matches!(silent.turn(), Turn::Chance(_)));
    let went_on = play_one(table);
    assert!(loaded.clone().with_key(Key::new([43; 32])).is_none(), "that is another key");
    assert!(play_one(loaded.with_key(key.clone()).unwrap()).save() == went_on.save());
    silent = silent.with_key(key).unwrap();
    silent.settle().unwrap();
    assert!(silent.save() == went_on.save());
}

#[test]
fn a_deal_by_cards_is_for_klondike_only() {
    let error =
        Table::<Savannah>::new(savannah::Config::new(2).unwrap(), DealId::Solvitaire(7)).err().unwrap();
    assert_eq!(
        error.to_string(),
        "solvitaire:7 is not a deal for savannah, which is dealt by number, as in v1:42"
    );
    let cards = DealId::Cards(Box::new(cards::solvitaire(7)));
    assert!(klondike(cards).game() == klondike(DealId::Solvitaire(7)).game());
}

#[test]
fn records_contain_the_outcomes_of_chance() {
    let table = Table::<Savannah>::new(savannah::Config::new(3).unwrap(), DealId::V1(3)).unwrap();
    let chances = table.record().entries.iter().filter(|entry| matches!(entry, Entry::Chance(_))).count();
    assert_eq!(chances, 3, "the deal, who begins, the first roll");
    assert_eq!(table.game().seats(), 3);
}

/// A server stores a record in parts as it grows, and loads the parts again.
#[test]
fn records_can_be_saved_and_loaded_in_parts() {
    let mut table = Table::<Savannah>::new("seats=2 rounds=20".parse().unwrap(), DealId::V1(1)).unwrap();
    let mut parts = vec![(table.save(), table.record().entries.len())];
    while let Turn::Seat(seat) = table.turn() {
        let before = table.record().entries.len();
        let mv = *table.view(Eye::Seat(seat)).legal().last().unwrap();
        table.play(seat, mv).unwrap();
        parts.push((table.save_from(before), table.record().entries.len() - before));
        let texts: Vec<&str> = parts.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(texts.concat(), table.save());
    }
    let texts: Vec<&str> = parts.iter().map(|(text, _)| text.as_str()).collect();
    let (again, counts) = Table::<Savannah>::load_parts(&texts).unwrap();
    assert!(again == table && table.outcome().is_some());
    assert_eq!(counts, parts.iter().map(|(_, count)| *count).collect::<Vec<_>>());
    // The header and the closing lines may be parts of their own.
    let whole = table.save();
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let (_, counts) = Table::<Savannah>::load_parts(&lines).unwrap();
    assert_eq!(counts[..5], [0; 5]);
    assert_eq!(counts[5..counts.len() - 2].iter().sum::<usize>(), table.record().entries.len());
    assert!(counts.iter().all(|count| *count <= 1) && counts.ends_with(&[1, 0, 0]));
    assert!(Table::<Savannah>::load_parts(&lines[1..]).is_err());
}
