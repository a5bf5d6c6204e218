//! Random games by pointing, with what has to hold in every scene of every game.

use std::collections::{BTreeMap, BTreeSet};

use client::shell::{
    Direction, Input, MoveOf, Named as _, Pick, Play, Player, Point, Scene, ScenePile, Session, Wait,
};
use client::{Settings, savannah};
use games::klondike::Config;
use table::{Sight as _, View as _};

use crate::{Dice, moves_of, new_high_card, new_klondike, new_savannah, run};

/// The place of a game that a scene names.
fn place<P: Play>(name: &str) -> P::Place {
    let place = P::Place::from_name(name).unwrap();
    assert_eq!(place.to_string(), name);
    place
}

fn pile<P: Play>(pile: &ScenePile) -> P::Pile {
    let name = P::Pile::from_name(&pile.name).unwrap();
    assert_eq!(name.to_string(), pile.name);
    name
}

/// All places that can be pointed at, and how many marks of the cursor each has.
fn stops(scene: &Scene) -> BTreeMap<String, u32> {
    let mut stops = BTreeMap::new();
    for pile in &scene.piles {
        if let Some(place) = &pile.place {
            assert!(pile.cards.is_empty(), "{}", pile.name);
            assert!(!pile.spoken.is_empty(), "{}", pile.name);
            assert_eq!(stops.insert(place.clone(), u32::from(pile.mark.cursor)), None, "{place}");
        }
    }
    for card in scene.cards().filter(|card| card.spoken.is_some()) {
        assert_eq!(stops.insert(card.place.clone(), u32::from(card.mark.cursor)), None, "{}", card.place);
    }
    stops
}

fn check_scene<P: Play>(session: &Session<P>, surface: Point) -> Scene {
    let scene = session.scene(surface);
    assert_eq!(session.scene(surface), scene, "drawing changes nothing");
    let keys: BTreeSet<&str> = scene.cards().map(|card| card.key.as_str()).collect();
    assert_eq!(keys.len(), scene.cards().count(), "each card has a key of its own");
    let names: BTreeSet<&str> = scene.piles.iter().map(|pile| pile.name.as_str()).collect();
    assert_eq!(names.len(), scene.piles.len());
    for pile in &scene.piles {
        let name = self::pile::<P>(pile);
        for card in &pile.cards {
            assert_eq!(P::Pile::from(place::<P>(&card.place)), name, "{}", card.key);
            let right = card.at.x + pile.area.size.x;
            assert!(card.at.x >= -0.5 && right <= scene.size.x + 0.5, "{} at {:?}", card.key, card.at);
        }
    }
    // The keyboard is at one place, and it exists.
    let stops = stops(&scene);
    let marked: Vec<&String> =
        stops.iter().filter(|(_, marks)| **marks > 0).map(|(place, _)| place).collect();
    assert_eq!(marked, [&session.cursor().to_string()], "of {stops:?}");
    // Lit is what takes the cards that are picked up.
    let is_lit = |pile: &&ScenePile| pile.mark.target || pile.cards.iter().any(|card| card.mark.target);
    let lit: BTreeSet<String> = scene.piles.iter().filter(is_lit).map(|pile| pile.name.clone()).collect();
    let targets: BTreeSet<String> = session.targets().iter().map(ToString::to_string).collect();
    assert_eq!(lit, targets);
    scene
}

/// The legal moves of the person whose turn it is.
fn legal<P: Play>(session: &Session<P>) -> Vec<MoveOf<P>> {
    session.view().legal()
}

/// Picks up every card in turn: its targets take it, no other pile does, and together that is every legal
/// move.
fn check_targets<P: Play>(session: &mut Session<P>, surface: Point, now: u64) {
    let scene = session.scene(surface);
    let legal: BTreeSet<String> = legal(session).iter().map(ToString::to_string).collect();
    let mut reached = BTreeSet::new();
    for name in stops(&scene).into_keys() {
        let place = place::<P>(&name);
        reached.extend(P::press(session, place).map(|mv| mv.to_string()));
        let version = session.version();
        session.handle(Input::Lift(place), now);
        assert_eq!(session.version(), version, "lifting changes nothing");
        assert_eq!(session.pick().is_some(), P::can_pick(session, place), "{name}");
        let Some(pick) = session.pick() else { continue };
        assert_eq!(pick, Pick { place, held: true, whole: false });
        check_scene(session, surface);
        let drop = |pile: P::Pile| {
            let mv = P::drop_move(session, pick, pile)?.ok()?;
            let is_legal = session.view().sight().is_some_and(|sight| sight.refusal(mv).is_none());
            is_legal.then(|| mv.to_string())
        };
        let by_targets: BTreeSet<String> =
            session.targets().into_iter().map(|to| drop(to).unwrap()).collect();
        let by_any: BTreeSet<String> = scene.piles.iter().map(pile::<P>).filter_map(drop).collect();
        assert_eq!(by_targets, by_any, "{name}");
        assert!(by_any.is_subset(&legal), "{name}: {by_any:?}");
        reached.extend(by_any);
        session.handle(Input::Drop(None), now);
        assert_eq!((session.pick(), session.version()), (None, version));
    }
    for mv in self::legal(session) {
        let is_reached = reached.contains(&mv.to_string()) || P::ends(session, mv).is_none();
        assert!(is_reached, "{mv} cannot be made by pointing");
    }
}

/// Walks in all directions; the scene checks that the cursor is at a place that exists.
fn check_walks<P: Play>(session: &mut Session<P>, dice: &mut Dice, surface: Point, now: u64) {
    use Direction::{Down, First, Last, Left, Right, Up};
    for _ in 0..12 {
        let direction = [Left, Right, Up, Down, Left, Right, Up, Down, First, Last][dice.below(10)];
        session.handle(Input::Walk(direction), now);
        check_scene(session, surface);
    }
}

/// Makes a random legal move by pointing; `other` makes the moves that have no places.
pub(crate) fn play_random_move<P: Play>(
    session: &mut Session<P>,
    dice: &mut Dice,
    now: u64,
    other: impl Fn(&mut Session<P>, u64),
) {
    let legal = legal(session);
    let mv = legal[dice.below(legal.len())];
    let known = moves_of(session.table().unwrap()).len();
    let version = session.version();
    let is_done = |session: &Session<P>| session.version() != version || session.question().is_some();
    match P::ends(session, mv) {
        Some((from, to)) => {
            session.handle(Input::Tap(from), now);
            if !is_done(session) {
                session.handle(Input::Tap(to), now);
            }
            if !is_done(session) {
                // A tap on a pile of one's own picks its card; only a drag puts one there.
                session.handle(Input::Escape, now);
                session.handle(Input::Lift(from), now);
                session.handle(Input::Drop(Some(to.into())), now);
            }
        }
        None => other(session, now),
    }
    if session.question().is_some() {
        session.handle(Input::Answer(true), now);
    }
    assert_ne!(session.version(), version, "{mv}: {}", session.said().text);
    assert_eq!(moves_of(session.table().unwrap())[known], mv, "{}", session.said().text);
    assert_eq!(session.pick(), None);
}

/// The move of Savannah that has no places.
pub(crate) fn end_turn(session: &mut savannah::Session, now: u64) {
    session.handle(Input::Game(savannah::Command::EndTurn), now);
}

fn no_other<P: Play>(_: &mut Session<P>, _: u64) {
    unreachable!("every move has two places");
}

fn check_undo<P: Play>(session: &mut Session<P>, before: &client::shell::ViewOf<P>, now: u64) {
    if matches!(session.wait(), Wait::Person(_)) && session.can_undo() {
        let after = session.view().clone();
        session.handle(Input::Undo, now);
        assert_eq!(session.view(), before);
        assert!(session.can_redo());
        session.handle(Input::Redo, now);
        assert_eq!(*session.view(), after);
    }
}

fn check_save<P: Play>(session: &Session<P>, now: u64) {
    let saved = session.saved(now).unwrap();
    let again = Session::<P>::resume(&saved, Settings::default(), 1).unwrap();
    assert_eq!((again.record(), again.players()), (session.record(), session.players()));
    assert_eq!(again.saved(0).unwrap(), saved, "what is resumed is saved as it was");
}

/// Plays random moves for all people at the screen; returns how many.
fn play_game<P: Play>(
    mut session: Session<P>,
    seed: u64,
    moves: usize,
    other: impl Fn(&mut Session<P>, u64) + Copy,
) -> usize {
    let (mut dice, mut now, mut made) = (Dice(seed), 0, 0);
    let surfaces = [Point { x: 1280.0, y: 700.0 }, Point { x: 390.0, y: 640.0 }];
    while made < moves {
        run(&mut session, &mut now);
        let surface = surfaces[made % 2];
        check_scene(&session, surface);
        match session.wait() {
            Wait::Handover(_) => session.handle(Input::Show, now),
            Wait::Person(_) => {
                check_walks(&mut session, &mut dice, surface, now);
                if made.is_multiple_of(5) {
                    check_targets(&mut session, surface, now);
                    check_save(&session, now);
                }
                let before = session.view().clone();
                play_random_move(&mut session, &mut dice, now, other);
                check_scene(&session, surface);
                check_undo(&mut session, &before, now);
                made += 1;
            }
            Wait::Over => return made,
            wait => panic!("nobody is waited for: {wait:?}"),
        }
    }
    made
}

#[test]
fn klondike_by_all_presets() {
    for (number, (_, config)) in Config::PRESETS.into_iter().enumerate() {
        for deal in 0..3 {
            let session = new_klondike(config, deal * 10 + number as u64);
            assert!(play_game(session, deal, 120, no_other) > 60);
        }
    }
    // One pass only: such games end.
    let config: Config = "klondike-3 passes=1".parse().unwrap();
    play_game(new_klondike(config, 5), 5, 300, no_other);
}

#[test]
fn savannah_against_bots() {
    let games = [(2, 1), (2, 2), (3, 3), (5, 4), (8, 5)];
    let play = |(seats, deal)| play_game(new_savannah(seats, deal), deal, 120, end_turn);
    assert!(games.into_iter().map(play).sum::<usize>() > 200);
}

#[test]
fn savannah_with_a_shared_screen() {
    let config = games::savannah::Config::new(4).unwrap();
    let bot = Player::bot(savannah::Level::Keen);
    let players = vec![Player::person().named("Anna"), bot.clone(), Player::person().named("Ben"), bot];
    let game = savannah::NewGame { config, deal: Some(cards::DealId::V1(3)), players };
    let session = Session::new(game, Settings::default(), 7).unwrap();
    assert!(play_game(session, 3, 150, end_turn) > 100);
}

#[test]
fn the_test_game_alone_and_for_two() {
    use games::test_game::Config;
    for deal in 0..20 {
        assert_eq!(play_game(new_high_card(Config::ONE, deal), deal, 10, no_other), 3);
        assert_eq!(play_game(new_high_card(Config::TWO, deal), deal, 10, no_other), 6);
    }
}
