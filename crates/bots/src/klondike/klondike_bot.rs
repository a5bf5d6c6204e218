use cards::{Card, Rank, Source};
use games::klondike::{Column, ColumnCards, Klondike, Move, Moves, View};
use table::{Seat, Turn, View as _};

use crate::Bot;

/// A sensible player that does not look ahead. It uses no random numbers.
///
/// Each time it makes the first of these moves that is possible:
///
/// 1. Turn up a face-down top card.
/// 2. Move a card to its foundation if no column can need it.
/// 3. Uncover a face-down card, in the column with the most of them.
/// 4. Play from the waste.
/// 5. Empty a column, if a king is waiting for one.
/// 6. Move any other card to its foundation.
/// 7. Draw.
///
/// It never undoes its own moves. So after two whole passes with nothing but draws, it cannot make
/// any further progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KlondikeBot;

impl Bot<Klondike> for KlondikeBot {
    fn choose(&mut self, view: &View, _: &mut dyn Source, _: &mut dyn FnMut() -> bool) -> Option<Move> {
        KlondikeBot::pick(view)
    }
}

impl KlondikeBot {
    /// The same as [`Bot::choose`], without the arguments that it does not use.
    #[must_use]
    pub fn pick(view: &View) -> Option<Move> {
        if view.turn() != Turn::Seat(Seat::A) {
            return None;
        }
        view.turn_for_me()
            .or_else(|| view.safe_move())
            .or_else(|| uncover(view))
            .or_else(|| from_waste(view))
            .or_else(|| empty_column(view))
            .or_else(|| to_foundation(view))
            .or_else(|| draw(view))
            .or_else(|| view.legal().first().copied())
    }
}

/// Moves all face-up cards away from the column with the most face-down cards where that is
/// possible.
fn uncover(view: &View) -> Option<Move> {
    let moves = Column::all().filter(|column| view.columns[*column].face_down > 0).filter_map(|from| {
        let pile = &view.columns[from];
        let count = pile.face_up.len() as u8;
        let up = count == 1 && pile.top().is_some_and(|card| view.fits_foundation(card));
        let mv = move_run(view, from).or(up.then_some(Move::ColumnToFoundation { from }))?;
        Some((pile.face_down, mv))
    });
    moves.max_by_key(|(face_down, _)| *face_down).map(|(_, mv)| mv)
}

fn from_waste(view: &View) -> Option<Move> {
    let card = *view.waste.last()?;
    match target(view, card) {
        Some(to) => Some(Move::WasteToColumn { to }),
        None => view.fits_foundation(card).then_some(Move::WasteToFoundation),
    }
}

/// Empties a column without face-down cards, if a king is waiting for one and none is empty.
fn empty_column(view: &View) -> Option<Move> {
    let kings =
        view.columns.0.iter().filter(|pile| pile.face_down > 0).filter_map(|pile| pile.face_up.first());
    let has_waiting_king = kings.chain(view.waste.last()).any(|card| card.rank == Rank::King);
    if !has_waiting_king || view.columns.0.iter().any(ColumnCards::is_empty) {
        return None;
    }
    let is_candidate =
        |column: &Column| view.columns[*column].face_down == 0 && !view.columns[*column].is_run_from_king();
    Column::all().filter(is_candidate).find_map(|from| move_run(view, from))
}

/// Moves all face-up cards of a column to another one.
fn move_run(view: &View, from: Column) -> Option<Move> {
    let pile = &view.columns[from];
    let count = pile.face_up.len() as u8;
    if count > 1 && view.config.moves() == Moves::One {
        return None;
    }
    let to = target(view, *pile.face_up.first()?)?;
    Some(Move::ColumnToColumn { from, to, count })
}

/// A column that accepts the card. It is never the one that the card lies in.
fn target(view: &View, card: Card) -> Option<Column> {
    Column::all().find(|column| view.fits_column(card, &view.columns[*column]))
}

fn to_foundation(view: &View) -> Option<Move> {
    let fits = |column: &Column| view.columns[*column].top().is_some_and(|card| view.fits_foundation(card));
    Column::all().find(fits).map(|from| Move::ColumnToFoundation { from })
}

fn draw(view: &View) -> Option<Move> {
    match (view.stock.is_empty(), view.waste.is_empty()) {
        (false, _) => Some(Move::Draw),
        (true, false) if view.has_pass_left() => Some(Move::Redeal),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use cards::DealId;
    use games::klondike::{Config, Klondike, Move, Moves};
    use table::{Eye, Seat, Table};

    use super::KlondikeBot;

    /// Plays until two passes had nothing but draws. Returns whether the game was won.
    fn wins(config: Config, deal: u64) -> bool {
        let mut table = Table::<Klondike>::new(config, DealId::V1(deal)).unwrap();
        let mut idle = 0;
        while idle < 3 {
            let Some(mv) = KlondikeBot::pick(&table.view(Eye::Seat(Seat::A))) else { break };
            table.play(Seat::A, mv).unwrap();
            idle = match mv {
                Move::Draw => idle,
                Move::Redeal => idle + 1,
                _ if table.version() > 1000 => idle + 1,
                _ => 0,
            };
        }
        table.outcome().is_some_and(|outcome| !outcome.winners.is_empty())
    }

    #[test]
    fn it_plays_legal_moves_to_the_end_and_wins_some_games() {
        for (_, config) in Config::PRESETS {
            let won = (1..=200).filter(|deal| wins(config, *deal)).count();
            // Without moving builds, a player has to look ahead to win at all.
            let least = if config.moves() == Moves::Builds { 20 } else { 0 };
            assert!(won >= least, "{config}: {won} of 200");
        }
    }
}
