//! Checks that neither the view nor legality depends on cards that the player has not seen.

use cards::{Card, Key, Source, shuffle};
use table::{Eye, Game, Seat, Turn, View as _};

use crate::klondike::{Config, Klondike, Stock};

/// Shuffles the unseen cards among their places.
fn permute(game: &mut Klondike, source: &mut dyn Source) {
    let hidden = &mut game.hidden;
    let mut cards: Vec<Card> = hidden.columns.0.iter().flatten().chain(&hidden.stock).copied().collect();
    shuffle(&mut cards, source);
    let places = hidden.columns.0.iter_mut().flatten().chain(&mut hidden.stock);
    for (place, card) in places.zip(cards) {
        *place = card;
    }
}

#[test]
fn views_and_legality_do_not_depend_on_unseen_cards() {
    let mut moved = 0;
    for (_, config) in Config::PRESETS {
        for number in 0..100 {
            let mut source = Key::from_number(number).stream(cards::ChanceKind::Roll, 9);
            let mut game = Klondike::new(&config);
            game.settle(game.draw(&mut source)).unwrap();
            while game.turn() != Turn::Over && source.below(150) != 0 {
                let mut other = game.clone();
                permute(&mut other, &mut source);
                moved += usize::from(other != game);
                for eye in Eye::all(1) {
                    assert_eq!(other.view(eye), game.view(eye));
                }
                let legal = game.seen.legal();
                assert_eq!(other.seen.legal(), legal);
                game.play_unchecked(Seat::A, legal[source.below(legal.len() as u32) as usize]);
            }
        }
    }
    assert!(moved > 10_000, "{moved} positions were really permuted");
}

#[test]
fn sampled_games_are_consistent_with_the_view() {
    for number in 0..200 {
        let mut source = Key::from_number(number).stream(cards::ChanceKind::Roll, 10);
        let mut game = Klondike::new(&Config::PRESETS[number as usize % 4].1);
        game.settle(game.draw(&mut source)).unwrap();
        for _ in 0..source.below(100) {
            let legal = game.seen.legal();
            let Some(mv) = legal.get(source.below(legal.len().max(1) as u32) as usize) else { break };
            game.play_unchecked(Seat::A, *mv);
        }
        let view = game.view(Eye::Spectator);
        let imagined = Klondike::imagine(&view, &mut source);
        assert_eq!(imagined.view(Eye::Spectator), view);
        assert_eq!(imagined.cards(), game.cards());
    }
}

#[test]
fn a_view_remembers_every_card_that_was_on_the_waste() {
    let mut source = Key::from_number(5).stream(cards::ChanceKind::Deal, 0);
    let mut game = Klondike::new(&Config::KLONDIKE);
    game.settle(game.draw(&mut source)).unwrap();
    assert_eq!(game.seen.unseen().len(), 45);
    let mut drawn = Vec::new();
    for _ in 0..24 {
        game.play(Seat::A, "d".parse().unwrap()).unwrap();
        drawn.extend(game.seen.waste.last().copied());
    }
    game.play(Seat::A, "r".parse().unwrap()).unwrap();
    drawn.reverse();
    assert_eq!(game.seen.stock, Stock::Seen(drawn.into_iter().collect()));
    assert_eq!(game.seen.unseen().len(), 21);
}

#[test]
fn views_survive_serialization() {
    let mut source = Key::from_number(6).stream(cards::ChanceKind::Deal, 0);
    let mut game = Klondike::new(&Config::KLONDIKE_3);
    game.settle(game.draw(&mut source)).unwrap();
    game.play(Seat::A, "d".parse().unwrap()).unwrap();
    let view = game.view(Eye::Seat(Seat::A));
    let text = serde_json::to_string(&view).unwrap();
    assert_eq!(serde_json::from_str::<crate::klondike::View>(&text).unwrap(), view);
    assert!(text.len() < 1500, "{} bytes", text.len());
}

#[test]
fn impossible_views_are_refused() {
    let mut source = Key::from_number(6).stream(cards::ChanceKind::Deal, 0);
    let mut game = Klondike::new(&Config::KLONDIKE);
    game.settle(game.draw(&mut source)).unwrap();
    let spoil = |change: &dyn Fn(&mut crate::klondike::View)| {
        let mut view = game.view(Eye::Spectator);
        change(&mut view);
        let text = serde_json::to_string(&view).unwrap();
        serde_json::from_str::<crate::klondike::View>(&text).unwrap_err().to_string()
    };
    let top = game.seen.columns.0[0].face_up[0];
    assert!(spoil(&|view| view.waste.push(top)).contains("a card is there twice"));
    assert!(spoil(&|view| view.columns.0[0].face_down = 1).contains("more face-down cards than were dealt"));
    assert!(spoil(&|view| view.columns.0[0].face_up.clear()).contains("do not fit their places"));
    assert!(spoil(&|view| view.foundations.0[2] = 14).contains("more than 13"));
    assert!(spoil(&|view| view.stock = Stock::Unseen(200)).contains("do not fit their places"));
    assert!(spoil(&|view| view.pass = 0).contains("counted from one"));
    assert!(spoil(&|view| view.columns.0[0].face_up.push(top)).contains("no run"));
    assert!(spoil(&|view| view.dealt = false).contains("do not fit their places"));
}
