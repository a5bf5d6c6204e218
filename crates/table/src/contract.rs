//! Checks by random play that a game keeps the contract of [`Game`]. A violation panics: this is
//! for tests and fuzz targets.

use cards::{Bag, DealId, Source};

use crate::{Eye, Game, Origin, Seat, Sight, Table, Turn, View};

/// What the checks need to know about a game besides its rules.
pub struct Terms<G: Game> {
    /// Every move that has a notation, legal or not.
    pub universe: Vec<G::Move>,
    /// All cards of a game, regardless of where they are.
    pub cards: fn(&G) -> Bag,
}

/// Plays at most `most` random moves from a deal and checks that
///
/// - a player whose turn it is has a legal move;
/// - no legal move is listed twice, and game and view list the same ones;
/// - [`Game::play`] accepts exactly the legal moves, and a refused move changes nothing;
/// - no card is lost or duplicated;
/// - undo restores the state before the step, and redo the state after it;
/// - outcomes are final;
/// - the record replays to the same table.
///
/// Returns the table at the point where play stopped.
///
/// # Panics
/// If the game violates the contract.
pub fn check<G: Game>(
    config: &G::Config,
    deal: u64,
    most: u32,
    terms: &Terms<G>,
    source: &mut dyn Source,
) -> Table<G> {
    let origin = Origin::Deal(DealId::V1(deal));
    let mut table = Table::<G>::new(config.clone(), origin).unwrap_or_else(|error| panic!("{error}"));
    let pack = (terms.cards)(table.game());
    for _ in 0..most {
        let Turn::Seat(seat) = table.turn() else { break };
        let legal = legal_moves(&table, seat);
        if source.below(32) == 0 {
            check_legality(&table, seat, &legal, terms);
        }
        let mv = legal[source.below(legal.len() as u32) as usize];
        let (before, version) = (table.game().clone(), table.version());
        if version.is_multiple_of(64) {
            check_prepared(&table, seat, mv);
        }
        let refused = if source.below(4) == 0 { table.play_auto(seat, mv) } else { table.play(seat, mv) };
        assert_eq!(refused.map_err(|refusal| refusal.to_string()), Ok(()), "{mv} is legal");
        assert!(table.version() > version, "a change has a new version");
        assert!((terms.cards)(table.game()) == pack, "{mv} lost or duplicated a card");
        if source.below(8) == 0 {
            check_undo(&mut table, seat, &before, source);
        }
    }
    match table.turn() {
        Turn::Over => check_final(&table, terms),
        Turn::Chance(kind) => panic!("{kind:?} was not settled"),
        Turn::Seat(_) => assert_eq!(table.outcome(), None, "an outcome in the middle of the game"),
    }
    check_replay(&table);
    table
}

fn legal_moves<G: Game>(table: &Table<G>, seat: Seat) -> Vec<G::Move> {
    let mut legal = Vec::new();
    table.game().sight(seat).legal_into(&mut legal);
    assert!(!legal.is_empty(), "a turn that is not over has a move");
    for (at, mv) in legal.iter().enumerate() {
        assert!(!legal[..at].contains(mv), "{mv} is offered twice");
    }
    for other in Seat::all(table.game().seats()) {
        let shown = table.view(Eye::Seat(other)).legal();
        let expected = if other == seat { &legal[..] } else { &[] };
        assert_eq!(shown, expected, "the view of {other} and the game disagree about what is legal");
    }
    legal
}

fn check_legality<G: Game>(table: &Table<G>, seat: Seat, legal: &[G::Move], terms: &Terms<G>) {
    let mut refusing = table.game().clone();
    for mv in &terms.universe {
        if legal.contains(mv) {
            let mut game = table.game().clone();
            assert!(game.play(seat, *mv).is_ok(), "{mv} was offered and refused");
        } else {
            assert!(refusing.play(seat, *mv).is_err(), "{mv} was accepted and not offered");
        }
    }
    assert!(refusing == *table.game(), "a refused move changed the game");
    for mv in legal {
        assert!(terms.universe.contains(mv), "{mv} is legal and not among all moves");
    }
}

/// Checks that a prepared move gives the text that is saved once it is made.
fn check_prepared<G: Game>(table: &Table<G>, seat: Seat, mv: G::Move) {
    let Ok(change) = table.prepare_move(seat, mv, false) else { panic!("{mv} is legal") };
    let (text, mut made, entries) = (table.save_change(&change), table.clone(), table.record().entries.len());
    assert!(made.apply(change), "the table has not changed");
    assert!(made.save_from(entries) == text, "{mv} is saved otherwise than it was prepared");
}

/// Checks undo, where it is allowed, and redo. Sometimes leaves the table in the undone state.
fn check_undo<G: Game>(table: &mut Table<G>, seat: Seat, before: &G, source: &mut dyn Source) {
    let after = table.game().clone();
    let mut back = table.clone();
    if back.undo(seat).is_err() {
        assert!(back == *table, "a refused undo changed the table");
        return;
    }
    if matches!(table.record().entries.last(), Some(crate::Entry::Move { auto: false, .. })) {
        assert!(back.game() == before, "undo did not restore");
    }
    assert!(back.version() > table.version(), "undo has a new version");
    let mut again = back.clone();
    assert_eq!(again.redo(seat), Ok(()));
    assert!(*again.game() == after, "redo did not restore");
    match source.below(3) {
        0 => *table = back,
        1 => *table = again,
        _ => {}
    }
}

fn check_final<G: Game>(table: &Table<G>, terms: &Terms<G>) {
    assert!(table.outcome().is_some(), "a game that is over has an outcome");
    for seat in Seat::all(table.game().seats()) {
        assert_eq!(table.view(Eye::Seat(seat)).legal(), [], "nobody has a move when the game is over");
        for mv in &terms.universe {
            let mut game = table.game().clone();
            assert!(game.play(seat, *mv).is_err(), "{mv} was accepted after the end");
            assert!(game.outcome() == table.outcome(), "an outcome is final");
        }
    }
}

fn check_replay<G: Game>(table: &Table<G>) {
    let text = table.save();
    match Table::<G>::load(&text) {
        Ok(loaded) => assert!(loaded == *table, "the record replays to another table:\n{text}"),
        Err(error) => panic!("the record does not replay: {error}\n{text}"),
    }
}
