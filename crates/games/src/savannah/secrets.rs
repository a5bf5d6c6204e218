//! Tests of hidden information: no card that a viewer was never shown affects the viewer's view or
//! legal moves. The types alone cannot guarantee this.

use cards::{Bag, Card, ChanceKind, Key, Keystream, Source, shuffle};
use table::{Eye, Game, Seat, Turn, View as _};

use super::{Chance, Config, Move, Savannah, Shuffle, View};

/// Plays random moves, more often plays than ends of turns, and calls `look` with every position.
fn positions(seats: u8, deal: u64, steps: u32, mut look: impl FnMut(&Savannah, &mut Keystream)) {
    let mut source = Key::from_number(deal).stream(ChanceKind::Deal, seats.into());
    let config = Config::new(seats).unwrap();
    let config = if source.below(2) == 0 { config } else { config.with_piles(5, 1).unwrap() };
    let mut game = Savannah::new(&config);
    let mut moves = Vec::new();
    for _ in 0..steps {
        look(&game, &mut source);
        match game.turn() {
            Turn::Chance(_) => game.settle(game.draw(&mut source)).unwrap(),
            Turn::Seat(seat) => {
                moves.clear();
                moves.extend(game.view(Eye::Seat(seat)).legal());
                let ends = moves.iter().filter(|mv| !matches!(mv, Move::Play { .. })).count();
                let plays = moves.len() - ends;
                let among = if plays > 0 && source.below(4) != 0 { plays } else { moves.len() };
                game.play(seat, moves[source.below(among as u32) as usize]).unwrap();
            }
            Turn::Over => break,
        }
    }
}

/// The same game with the cards that the viewer was never shown permuted within each shuffle.
fn permuted(game: &Savannah, eye: Eye, source: &mut dyn Source) -> Savannah {
    let mut other = game.clone();
    let mut places: Vec<(Shuffle, &mut Card)> = other.hidden.places_mut(&game.public, eye).collect();
    let mut of_shuffle: Vec<(Shuffle, Vec<Card>)> = Vec::new();
    for (shuffle, card) in &places {
        match of_shuffle.iter_mut().find(|(of, _)| of == shuffle) {
            Some((_, cards)) => cards.push(**card),
            None => of_shuffle.push((*shuffle, vec![**card])),
        }
    }
    for (of, mut cards) in of_shuffle {
        shuffle(&mut cards, source);
        for (_, place) in places.iter_mut().filter(|(shuffle, _)| *shuffle == of) {
            **place = cards.pop().unwrap();
        }
    }
    other
}

#[test]
fn views_do_not_depend_on_cards_that_the_viewer_was_never_shown() {
    let mut changed = 0;
    for seats in 2..=8 {
        for deal in 0..6 {
            positions(seats, deal, 250, |game, source| {
                for eye in Eye::all(seats) {
                    let other = permuted(game, eye, source);
                    changed += u32::from(other != *game);
                    assert!(other.view(eye) == game.view(eye));
                    assert!(other.cards() == game.cards());
                    if let Eye::Seat(seat) = eye {
                        same_moves(game, &other, seat);
                    }
                }
            });
        }
    }
    assert!(changed > 30_000, "the test must have something to permute");
}

/// Checks that the legal moves and the refusals of all other moves are the same.
fn same_moves(game: &Savannah, other: &Savannah, seat: Seat) {
    use table::Sight as _;
    assert_eq!(game.view(Eye::Seat(seat)).legal(), other.view(Eye::Seat(seat)).legal());
    if game.turn() == Turn::Seat(seat) && game.public.plays == 1 {
        for mv in Move::all(game.seats()) {
            assert_eq!(game.sight(seat).refusal(mv), other.sight(seat).refusal(mv));
        }
    }
}

#[test]
fn sampled_games_give_the_same_view_and_are_playable() {
    for seats in 2..=8 {
        for deal in 20..25 {
            positions(seats, deal, 250, |game, source| {
                for eye in Eye::all(seats) {
                    let view = game.view(eye);
                    let mut imagined = Savannah::imagine(&view, source);
                    assert!(imagined.view(eye) == view);
                    assert!(imagined.cards() == game.cards());
                    assert!(imagined.public == game.public);
                    if let Turn::Chance(_) = imagined.turn() {
                        let chance = imagined.draw(source);
                        assert!(imagined.settle(chance).is_ok());
                    }
                }
            });
        }
    }
}

#[test]
fn sampled_worlds_are_equally_likely() {
    // Twelve unseen cards from the deal: each must be in each place about equally often.
    let config = Config::new(2).unwrap().with_piles(20, 0).unwrap().with_first(Some(Seat::A)).unwrap();
    let mut game = Savannah::new(&config);
    let mut source = Key::from_number(3).stream(ChanceKind::Deal, 0);
    game.settle(game.draw(&mut source)).unwrap();
    game.settle("roll 12".parse().ok().unwrap()).unwrap();
    let view = game.view(Eye::Seat(Seat::A));
    let unseen: Vec<Card> = view.unseen()[0].cards.iter().collect();
    let worlds = 200 * unseen.len();
    let mut counts = vec![vec![0_u32; unseen.len()]; unseen.len()];
    for _ in 0..worlds {
        let world = Savannah::imagine(&view, &mut source);
        for (place, (_, card)) in world.hidden.places(&world.public, Eye::Seat(Seat::A)).enumerate() {
            counts[place][unseen.iter().position(|other| *other == card).unwrap()] += 1;
        }
    }
    // Each count is about 200 ± 14.
    assert!(counts.iter().flatten().all(|count| (120..280).contains(count)), "{counts:?}");
}

/// All worlds that are consistent with a view: every arrangement of the unseen cards of each
/// shuffle. Arrangements that only swap equal cards count once.
fn enumerated(view: &View, places: &[Shuffle]) -> Vec<Vec<Card>> {
    let mut left: Vec<(Shuffle, Bag)> =
        view.unseen().iter().map(|unseen| (unseen.shuffle, unseen.cards.clone())).collect();
    let mut worlds = Vec::new();
    lay(places, &mut left, &mut Vec::new(), &mut worlds);
    worlds
}

fn lay(places: &[Shuffle], left: &mut [(Shuffle, Bag)], laid: &mut Vec<Card>, worlds: &mut Vec<Vec<Card>>) {
    let Some(shuffle) = places.get(laid.len()) else {
        worlds.push(laid.clone());
        return;
    };
    let of = left.iter().position(|(of, _)| of == shuffle).unwrap();
    for card in cards::PACK {
        if left[of].1.remove(card) {
            laid.push(card);
            lay(places, left, laid, worlds);
            laid.pop();
            left[of].1.insert(card);
        }
    }
}

/// The number of such worlds; `None` if there are too many.
fn ways(view: &View) -> Option<usize> {
    let factorial = |count: usize| (1..=count).product::<usize>();
    view.unseen().iter().try_fold(1, |ways, unseen| {
        let copies = cards::PACK.map(|card| factorial(unseen.cards.count(card).into())).into_iter();
        let ways =
            ways * factorial(Some(unseen.cards.len()).filter(|len| *len <= 8)?) / copies.product::<usize>();
        Some(ways).filter(|ways| *ways <= 600)
    })
}

#[test]
fn sampled_worlds_cover_all_consistent_ones_equally() {
    let (mut compared, mut with_copies, mut with_reshuffles) = (0, 0, 0);
    for (seats, deals) in [(2, 40), (3, 160), (4, 160)] {
        let mut left = 4;
        for deal in 100..100 + deals {
            positions(seats, deal, 2000, |game, source| {
                let eye = Eye::Seat(Seat::A);
                let view = game.view(eye);
                if left == 0 || ways(&view).is_none_or(|ways| ways < 12) || source.below(4) != 0 {
                    return;
                }
                left -= 1;
                let places: Vec<Shuffle> =
                    game.hidden.places(&game.public, eye).map(|(shuffle, _)| shuffle).collect();
                let worlds = enumerated(&view, &places);
                let mut counts: std::collections::HashMap<_, u32> =
                    worlds.iter().cloned().map(|world| (world, 0)).collect();
                assert_eq!(Some(counts.len()), ways(&view));
                for _ in 0..100 * worlds.len() {
                    let world = Savannah::imagine(&view, source);
                    let cards: Vec<Card> =
                        world.hidden.places(&world.public, eye).map(|(_, card)| card).collect();
                    *counts.get_mut(&cards).expect("a world that was not enumerated") += 1;
                }
                // Each count is about 100 ± 10.
                assert!(counts.values().all(|count| (50..160).contains(count)), "{counts:?}");
                compared += 1;
                let copies =
                    |unseen: &super::Unseen| cards::PACK.iter().any(|card| unseen.cards.count(*card) > 1);
                with_copies += u32::from(view.unseen().iter().any(copies));
                with_reshuffles += u32::from(view.unseen().len() > 1);
            });
        }
    }
    assert!(
        compared >= 8 && with_copies >= 1 && with_reshuffles >= 2,
        "{compared} positions, {with_copies} with equal cards, {with_reshuffles} with several shuffles"
    );
}

#[test]
fn every_hidden_card_was_part_of_its_recorded_shuffle() {
    for seats in 2..=8 {
        for deal in 40..46 {
            let mut contents: Vec<Bag> = Vec::new();
            let mut source = Key::from_number(deal).stream(ChanceKind::Deal, 9);
            let mut game = Savannah::new(&Config::new(seats).unwrap());
            for _ in 0..400 {
                match game.turn() {
                    Turn::Chance(_) => {
                        let chance = game.draw(&mut source);
                        if let Chance::Deal(cards) | Chance::Reshuffle(cards) = &chance {
                            contents.push(cards.iter().copied().collect());
                        }
                        game.settle(chance).unwrap();
                    }
                    Turn::Seat(seat) => {
                        let moves = game.view(Eye::Seat(seat)).legal();
                        let plays = moves.iter().filter(|mv| matches!(mv, Move::Play { .. })).count();
                        let among = if plays > 0 { plays } else { moves.len() };
                        game.play(seat, moves[source.below(among as u32) as usize]).unwrap();
                    }
                    Turn::Over => break,
                }
                for eye in Eye::all(seats) {
                    check_shuffles(&game.view(eye), &contents);
                }
            }
        }
    }
}

/// Checks that the unseen cards of each shuffle were part of it, and that each card of the viewer's
/// own hand was part of the shuffle recorded for it.
fn check_shuffles(view: &View, contents: &[Bag]) {
    let within = |cards: &Bag, shuffle: Shuffle| {
        cards.iter().all(|card| cards.count(card) <= contents[shuffle.0 as usize].count(card))
    };
    for unseen in view.unseen() {
        assert!(within(&unseen.cards, unseen.shuffle));
        assert!(!unseen.cards.is_empty());
    }
    if let (Eye::Seat(seat), Some(hand)) = (view.eye(), view.hand()) {
        for (card, back) in hand.iter().zip(&view.public().players[seat].hand) {
            assert!(within(&[*card].into_iter().collect(), *back));
        }
    }
}

#[test]
fn views_survive_serialization() {
    for seats in 2..=8 {
        let mut longest = 0;
        for deal in 60..64 {
            positions(seats, deal, 250, |game, _| {
                for eye in Eye::all(seats) {
                    let view = game.view(eye);
                    let text = serde_json::to_string(&view).unwrap();
                    longest = longest.max(text.len());
                    assert!(serde_json::from_str::<View>(&text).unwrap() == view);
                }
            });
        }
        assert!(longest < 1024 * usize::from(seats), "{longest} bytes for {seats} seats");
    }
}

#[test]
fn impossible_views_are_refused() {
    let mut game = Savannah::new(&"seats=2 first=A".parse().unwrap());
    let mut source = Key::from_number(3).stream(ChanceKind::Deal, 0);
    game.settle(game.draw(&mut source)).unwrap();
    game.settle("roll 12".parse().ok().unwrap()).unwrap();
    let text = serde_json::to_string(&game.view(Eye::Seat(Seat::A))).unwrap();
    let refused = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} in {text}");
        let error = serde_json::from_str::<View>(&text.replacen(from, to, 1)).unwrap_err();
        assert!(error.to_string().starts_with("no game looks like this"), "{error}");
    };
    refused("\"eye\":{\"seat\":\"A\"}", "\"eye\":{\"seat\":\"B\"}");
    refused("\"eye\":{\"seat\":\"A\"}", "\"eye\":{\"seat\":\"H\"}");
    refused("\"eye\":{\"seat\":\"A\"}", "\"eye\":\"spectator\"");
    refused("\"stock\":19", "\"stock\":20");
    refused("\"face_down\":9", "\"face_down\":8");
    refused("\"config\":\"seats=2 first=A\"", "\"config\":\"seats=3 first=A\"");
    refused("\"phase\":\"play\"", "\"phase\":\"deal\"");
    refused("\"seat\":\"A\",\"round\"", "\"seat\":\"C\",\"round\"");
}
