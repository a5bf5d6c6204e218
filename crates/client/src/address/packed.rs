//! A game of Klondike in few bytes: what it is, its options, its deal, and a byte for most moves.

use cards::{DealId, Suit};
use games::klondike::{Column, Config, Klondike, Move};
use sha2::{Digest, Sha256};
use table::{Entry, Record, Seat, Table};

/// The first byte: Klondike, as it is packed here.
const KLONDIKE: u8 = 1;
/// So many bytes of the hash of all others tell whether a link was damaged.
const CHECK: usize = 3;
/// A helper made the move.
const AUTO: u8 = 0x80;
/// Several cards from column to column: two more bytes follow.
const BUILD: u8 = 101;

/// The line that was played, without what was taken back. Automatic moves before the first one follow from the deal and are told too.
pub(super) fn write(record: &Record<Klondike>, deal: &DealId) -> Option<Vec<u8>> {
    let mut bytes = vec![KLONDIKE];
    for text in [record.config.to_string(), deal.to_string()] {
        bytes.push(u8::try_from(text.len()).ok()?);
        bytes.extend(text.bytes());
    }
    for entry in record.line() {
        if let Entry::Move { mv, auto, .. } = entry {
            let start = bytes.len();
            code(*mv, &mut bytes);
            bytes[start] |= if *auto { AUTO } else { 0 };
        }
    }
    let check = check(&bytes);
    bytes.extend(check);
    Some(bytes)
}

/// The game again, played by the rules; `None` if it is damaged.
pub(super) fn read(bytes: &[u8]) -> Option<Table<Klondike>> {
    let (bytes, sum) = bytes.split_at_checked(bytes.len().checked_sub(CHECK)?)?;
    (check(bytes) == sum).then_some(())?;
    let mut rest = bytes.strip_prefix(&[KLONDIKE])?;
    let mut text = || -> Option<&str> {
        let (length, after) = rest.split_first()?;
        let (text, after) = after.split_at_checked(usize::from(*length))?;
        rest = after;
        std::str::from_utf8(text).ok()
    };
    let (config, deal): (Config, DealId) = (text()?.parse().ok()?, text()?.parse().ok()?);
    let mut table = Table::<Klondike>::new(config, deal).ok()?;
    while !rest.is_empty() {
        let (mv, auto, after) = decode(rest)?;
        if auto { table.play_auto(Seat::A, mv) } else { table.play(Seat::A, mv) }.ok()?;
        rest = after;
    }
    Some(table)
}

fn check(bytes: &[u8]) -> [u8; CHECK] {
    let hash = Sha256::digest(bytes);
    [hash[0], hash[1], hash[2]]
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
