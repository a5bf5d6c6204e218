//! A game of Savannah: a byte for each move, which is its place among those that can be made. Dice and cards follow from the deal.

use cards::DealId;
use games::savannah::{Config, Savannah};
use table::{Entry, Game, Record, Sight, Table, Turn};

use super::{SAVANNAH, close, head, open};

/// Whoever has the turn gives up.
const RESIGN: u8 = 255;

/// The line that was played, without what was taken back; `None` for a game that was given up by somebody who did not have the turn.
pub(crate) fn write(record: &Record<Savannah>, deal: &DealId) -> Option<Vec<u8>> {
    let mut bytes = head(SAVANNAH, &record.config, deal)?;
    let mut table = Table::<Savannah>::new(record.config, deal.clone()).ok()?;
    for entry in record.line() {
        let Entry::Move { seat, mv, .. } = entry else { continue };
        let at = legal(&table)?.iter().position(|other| other == mv)?;
        bytes.push(u8::try_from(at).ok().filter(|at| *at != RESIGN)?);
        table.play(*seat, *mv).ok()?;
    }
    if let Some(Entry::Resign(seat)) = record.entries.last() {
        bytes.push(if table.turn() == Turn::Seat(*seat) { RESIGN } else { return None });
    }
    Some(close(bytes))
}

/// The game again, played by the rules; `None` if it is damaged.
pub(crate) fn read(bytes: &[u8]) -> Option<Table<Savannah>> {
    let (config, deal, moves) = open::<Config>(SAVANNAH, bytes)?;
    let mut table = Table::<Savannah>::new(config, deal).ok()?;
    for at in moves {
        let Turn::Seat(seat) = table.turn() else { return None };
        match *at {
            RESIGN => table.resign(seat).ok()?,
            at => {
                let mv = *legal(&table)?.get(usize::from(at))?;
                table.play(seat, mv).ok()?;
            }
        }
    }
    Some(table)
}

/// What can be done by whoever has the turn.
fn legal(table: &Table<Savannah>) -> Option<Vec<games::savannah::Move>> {
    let Turn::Seat(seat) = table.turn() else { return None };
    let mut legal = Vec::new();
    table.game().sight(seat).legal_into(&mut legal);
    Some(legal)
}
