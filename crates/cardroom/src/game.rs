use cards::{ChanceKind, Key};
use table::{Game, Seat, Turn};

/// Plays a game by a deal's number without record and undo, which a table would keep. What the players do is asked of `mv`, until
/// the game is over or they will not go on.
pub(crate) fn run<G: Game>(
    config: &G::Config,
    deal: u64,
    mut mv: impl FnMut(&G, Seat) -> Option<G::Move>,
    mut chance: impl FnMut(ChanceKind),
) -> G {
    let key = Key::from_number(deal);
    let mut ordinals = [0; ChanceKind::COUNT];
    let mut game = G::new(config);
    loop {
        match game.turn() {
            Turn::Over => return game,
            Turn::Chance(kind) => {
                let ordinal = &mut ordinals[kind as usize];
                let drawn = game.draw(&mut key.stream(kind, *ordinal));
                *ordinal += 1;
                chance(kind);
                if game.settle(drawn).is_err() {
                    return game;
                }
            }
            Turn::Seat(seat) => match mv(&game, seat) {
                Some(mv) if game.play(seat, mv).is_ok() => {}
                _ => return game,
            },
        }
    }
}
