use cards::{ChanceKind, Key};
use table::{Game, Seat, Turn};

/// Plays a game of deal `v1:deal`, without the record and undo history that a table keeps.
///
/// `choose` gives each player's move. The game ends when it is over, or when `choose` gives no move or an
/// illegal one. `on_chance` is called for every roll and shuffle.
pub(crate) fn play_game<G: Game>(
    config: &G::Config,
    deal: u64,
    mut choose: impl FnMut(&G, Seat) -> Option<G::Move>,
    mut on_chance: impl FnMut(ChanceKind),
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
                on_chance(kind);
                if game.settle(drawn).is_err() {
                    return game;
                }
            }
            Turn::Seat(seat) => match choose(&game, seat) {
                Some(mv) if game.play(seat, mv).is_ok() => {}
                _ => return game,
            },
        }
    }
}
