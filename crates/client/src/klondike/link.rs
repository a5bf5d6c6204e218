//! Encodes games of Klondike in links: one byte for most moves.

use cards::{DealId, Suit};
use games::klondike::{Column, Config, Klondike, Move};
use table::{Entry, Record, Seat, Table};

use super::KlondikePlay;
use crate::LinkFormat;

/// Marks an automatic move.
const AUTO: u8 = 0x80;
/// Marks a move of several cards between columns: two more bytes follow.
const BUILD: u8 = 101;

impl LinkFormat for KlondikePlay {
    const PREFIX: &'static str = "replay";
    const ID: u8 = 1;

    fn deal_config(text: &str) -> Option<Config> {
        text.parse().ok()
    }

    /// Also contains the automatic moves before the player's first move.
    fn pack_moves(record: &Record<Klondike>, _deal: &DealId, bytes: &mut Vec<u8>) -> Option<()> {
        for entry in record.line() {
            if let Entry::Move { mv, auto, .. } = entry {
                let start = bytes.len();
                code(*mv, bytes);
                bytes[start] |= if *auto { AUTO } else { 0 };
            }
        }
        Some(())
    }

    fn unpack_moves(table: &mut Table<Klondike>, mut bytes: &[u8]) -> Option<()> {
        while !bytes.is_empty() {
            let (mv, auto, after) = decode(bytes)?;
            if auto { table.play_auto(Seat::A, mv) } else { table.play(Seat::A, mv) }.ok()?;
            bytes = after;
        }
        Some(())
    }
}

fn number(column: Column) -> u8 {
    column.number() - 1
}

fn code(mv: Move, bytes: &mut Vec<u8>) {
    match mv {
        Move::Draw => bytes.push(0),
        Move::Redeal => bytes.push(1),
        Move::WasteToFoundation => bytes.push(2),
        Move::WasteToColumn { to } => bytes.push(3 + number(to)),
        Move::ColumnToFoundation { from } => bytes.push(10 + number(from)),
        Move::Turn { column } => bytes.push(17 + number(column)),
        Move::FoundationToColumn { from, to } => {
            let suit = Suit::ALL.iter().position(|suit| *suit == from).unwrap_or(0) as u8;
            bytes.push(24 + suit * 7 + number(to));
        }
        Move::ColumnToColumn { from, to, count: 1 } => bytes.push(52 + number(from) * 7 + number(to)),
        Move::ColumnToColumn { from, to, count } => {
            bytes.extend([BUILD, number(from) * 7 + number(to), count]);
        }
    }
}

fn decode(bytes: &[u8]) -> Option<(Move, bool, &[u8])> {
    let column = |number: u8| Column::new(number % 7 + 1);
    let (first, rest) = bytes.split_first()?;
    let (code, auto) = (first & !AUTO, first & AUTO != 0);
    let mv = match code {
        0 => Move::Draw,
        1 => Move::Redeal,
        2 => Move::WasteToFoundation,
        3..10 => Move::WasteToColumn { to: column(code - 3)? },
        10..17 => Move::ColumnToFoundation { from: column(code - 10)? },
        17..24 => Move::Turn { column: column(code - 17)? },
        24..52 => {
            Move::FoundationToColumn { from: Suit::ALL[usize::from((code - 24) / 7)], to: column(code - 24)? }
        }
        52..BUILD => {
            Move::ColumnToColumn { from: column((code - 52) / 7)?, to: column(code - 52)?, count: 1 }
        }
        BUILD => {
            let ([ends, count], rest) = rest.split_first_chunk::<2>()?;
            let from = column(ends / 7).filter(|_| *ends < 49)?;
            return Some((Move::ColumnToColumn { from, to: column(*ends)?, count: *count }, auto, rest));
        }
        _ => return None,
    };
    Some((mv, auto, rest))
}

#[cfg(test)]
mod tests {
    use games::klondike::Move;

    use super::{code, decode};

    #[test]
    fn every_move_is_read_back() {
        for mv in Move::all() {
            let mut bytes = Vec::new();
            code(mv, &mut bytes);
            assert!(bytes[0] < super::AUTO);
            assert_eq!(decode(&bytes), Some((mv, false, &[][..])));
        }
    }
}
