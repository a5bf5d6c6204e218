use crate::{BadDeal, Game, Origin, Sight, Turn};

/// Counts all move sequences of length `depth` from a deal, with the chance of `origin`. The count
/// changes when the rules change. Sequences that end earlier do not count.
pub fn perft<G: Game>(config: &G::Config, origin: &Origin, depth: u32) -> Result<u64, BadDeal> {
    count(G::new(config), [0; _], origin, depth)
}

fn count<G: Game>(
    mut game: G,
    mut ordinals: [u64; cards::ChanceKind::COUNT],
    origin: &Origin,
    depth: u32,
) -> Result<u64, BadDeal> {
    while let Turn::Chance(kind) = game.turn() {
        let ordinal = &mut ordinals[kind as usize];
        let chance = origin.draw(&game, *ordinal)?.ok_or(BadDeal::UnknownKey)?;
        game.settle(chance).map_err(BadDeal::Chance)?;
        *ordinal += 1;
    }
    let Turn::Seat(seat) = game.turn() else { return Ok(u64::from(depth == 0)) };
    if depth == 0 {
        return Ok(1);
    }
    let mut moves = Vec::new();
    game.sight(seat).legal_into(&mut moves);
    let mut total = 0;
    for mv in moves {
        let mut next = game.clone();
        next.play_unchecked(seat, mv);
        total += count(next, ordinals, origin, depth - 1)?;
    }
    Ok(total)
}
