use cards::{ChanceKind, Key, Stream};
use table::Seat;

/// Random numbers for the player of a seat, for one moment or one deal: the same for the same number, and none that a deal is
/// made of.
#[must_use]
pub fn thoughts(number: u64, seat: Seat) -> Stream {
    let mut bytes = [0xff; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    bytes[8] = seat.number() as u8;
    Key::new(bytes).stream(ChanceKind::Deal, 0)
}
