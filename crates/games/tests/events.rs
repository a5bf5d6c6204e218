//! Describes every kind of event, to the player who caused it and to others.

#![allow(clippy::unwrap_used)]

use cards::DealId;
use games::events::{self, Describe, EventText};
use games::klondike::Klondike;
use games::savannah::Savannah;
use table::{Eye, Seat, Table, Turn, View as _};

/// Replays a record and describes each of its entries to a viewer. With `steps`, the text of an
/// undo includes the undone move.
fn described<G: Describe>(table: &Table<G>, viewer: Eye, steps: bool) -> Vec<EventText> {
    let record = table.record();
    let mut past = Table::open(record.config.clone(), record.origin.clone());
    let mut described = Vec::new();
    for entry in &record.entries {
        let before = past.view(viewer);
        let step = past.step_of(entry).filter(|_| steps);
        past.enter(entry.clone()).unwrap();
        described.push(events::describe(viewer, &before, entry, &past.view(viewer), step));
    }
    described
}

fn texts(described: &[EventText]) -> Vec<String> {
    described.iter().map(|event| event.text.to_string()).collect()
}

#[test]
fn events_of_klondike_are_described() {
    let mut table = Table::<Klondike>::new("klondike".parse().ok().unwrap(), DealId::V1(7)).ok().unwrap();
    table.play(Seat::A, "5f".parse().unwrap()).unwrap();
    table.play_auto(Seat::A, "t5".parse().unwrap()).unwrap();
    table.undo(Seat::A).unwrap();
    table.redo(Seat::A).unwrap();
    table.resign(Seat::A).unwrap();
    let done = "moved the ace of diamonds to its foundation; turned up the king of clubs on column 5";
    let player = described(&table, Eye::Seat(Seat::A), true);
    assert_eq!(
        texts(&player),
        [
            "the cards are dealt",
            "moved the ace of diamonds to its foundation",
            "turned up the king of clubs on column 5",
            &format!("undone: {done}"),
            &format!("redone: {done}"),
            "you resigned",
        ]
    );
    let by = |event: &EventText| (event.round, event.seat);
    assert!(player.iter().skip(1).all(|event| by(event) == (0, Some(Seat::A))));
    assert_eq!(by(&player[0]), (0, None), "chance has no seat");
    let spectator = texts(&described(&table, Eye::Spectator, false));
    assert_eq!(
        spectator[3..],
        ["A undid the last move", "A redid the move", "A resigned"],
        "without the step"
    );
}

/// Plays until there is a move that can be undone, and undoes it. Most moves cannot be undone,
/// because they reveal a hidden card.
fn undone(deal: u64) -> Option<(Table<Savannah>, Seat)> {
    let mut table = Table::<Savannah>::new("seats=2".parse().ok()?, DealId::V1(deal)).ok()?;
    while let Turn::Seat(seat) = table.turn() {
        let moves = table.view(Eye::Seat(seat)).legal();
        for mv in &moves {
            let mut next = table.clone();
            next.play(seat, *mv).ok()?;
            if next.undo(seat).is_ok() {
                next.redo(seat).ok()?;
                return Some((next, seat));
            }
        }
        table.play(seat, *moves.last()?).ok()?;
    }
    None
}

#[test]
fn events_of_savannah_are_described() {
    let (mut table, seat) = (1..100).find_map(undone).unwrap();
    table.resign(seat).unwrap();
    let last = |viewer| {
        let mut described = described(&table, viewer, false);
        described.split_off(described.len() - 3)
    };
    let own = last(Eye::Seat(seat));
    assert_eq!(texts(&own), ["you undid the last move", "you redid the move", "you resigned"]);
    assert!(own.iter().all(|event| event.seat == Some(seat) && event.round > 1));
    let others =
        [format!("{seat} undid the last move"), format!("{seat} redid the move"), format!("{seat} resigned")];
    assert_eq!(texts(&last(Eye::Spectator)), others);
    let step = texts(&described(&table, Eye::Seat(seat), true));
    let [.., played, undone, redone, _] = step.as_slice() else { panic!("{step:?}") };
    assert_eq!(*redone, format!("redone: {played}"));
    assert!(undone.starts_with("undone: you played "), "{undone}");
}
