//! Every move of Savannah is explained in one sentence, from what its player sees.

#![allow(clippy::unwrap_used)]

use bots::savannah::explain;
use cards::{ChanceKind, DealId, Key, Source};
use games::savannah::{Config, Move, Savannah};
use table::{Eye, Game, Table, Turn, View};

#[test]
fn every_move_is_explained_in_a_sentence_from_the_view_alone() {
    let mut kinds = std::collections::BTreeSet::new();
    for seats in 2..=8 {
        let mut table =
            Table::<Savannah>::new(Config::new(seats).unwrap(), DealId::V1(seats.into())).unwrap();
        let mut source = Key::from_number(seats.into()).stream(ChanceKind::Roll, u64::MAX);
        for _ in 0..200 {
            let Turn::Seat(seat) = table.turn() else { break };
            let view = table.view(Eye::Seat(seat));
            let other = Savannah::imagine(&view, &mut source).view(Eye::Seat(seat));
            let moves = view.legal();
            for mv in &moves {
                let text = explain(&view, *mv).to_string();
                assert_eq!(explain(&other, *mv).to_string(), text, "other hidden cards, another reason");
                assert!(text.len() > 10 && !text.contains(['.', '\n']), "{text}");
                assert!(text.starts_with(char::is_lowercase), "{text}");
                kinds.insert(text.split(' ').take(2).collect::<Vec<_>>().join(" "));
            }
            table.play(seat, moves[source.below(moves.len() as u32) as usize]).unwrap();
        }
    }
    assert!(kinds.len() >= 10, "always the same reasons: {kinds:?}");
}

#[test]
fn illegal_moves_and_spectators_get_an_explanation_too() {
    let table = Table::<Savannah>::new(Config::new(2).unwrap(), DealId::V1(1)).unwrap();
    let Turn::Seat(seat) = table.turn() else { panic!("the dice are rolled") };
    let text = |eye| explain(&table.view(eye), Move::End).to_string();
    assert!(text(Eye::Seat(seat)).starts_with("it cannot be played: "), "{}", text(Eye::Seat(seat)));
    assert_eq!(text(Eye::Spectator), "only a player at the table can move");
}
