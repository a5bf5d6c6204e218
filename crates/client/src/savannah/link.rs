//! Encodes games of Savannah in links: one byte per move, its index in the list of legal moves. Dice and
//! cards follow from the deal.

use cards::DealId;
use games::savannah::{Move, Savannah};
use table::{Entry, Game, Record, Sight, Table, Turn};

use super::SavannahPlay;
use crate::LinkFormat;

/// The player whose turn it is resigns.
const RESIGN: u8 = 255;

impl LinkFormat for SavannahPlay {
    const PREFIX: &'static str = "watch";
    const ID: u8 = 2;

    /// `None` if a player resigned during another player's turn, or the players ended the game.
    fn pack_moves(record: &Record<Savannah>, deal: &DealId, bytes: &mut Vec<u8>) -> Option<()> {
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
        if let Some(Entry::End) = record.entries.last() {
            return None;
        }
        Some(())
    }

    fn unpack_moves(table: &mut Table<Savannah>, bytes: &[u8]) -> Option<()> {
        for at in bytes {
            let Turn::Seat(seat) = table.turn() else { return None };
            match *at {
                RESIGN => table.resign(seat).ok()?,
                at => {
                    let mv = *legal(table)?.get(usize::from(at))?;
                    table.play(seat, mv).ok()?;
                }
            }
        }
        Some(())
    }
}

/// The legal moves of the player whose turn it is.
fn legal(table: &Table<Savannah>) -> Option<Vec<Move>> {
    let Turn::Seat(seat) = table.turn() else { return None };
    let mut legal = Vec::new();
    table.game().sight(seat).legal_into(&mut legal);
    Some(legal)
}
