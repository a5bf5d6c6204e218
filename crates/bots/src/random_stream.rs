use cards::{ChanceKind, Key, Keystream};
use table::Seat;

/// Random numbers for the player of a seat, for one decision or one deal. The same number and seat
/// give the same stream, and no deal uses it.
#[must_use]
pub fn random_stream(number: u64, seat: Seat) -> Keystream {
    let mut bytes = [0xff; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    bytes[8] = seat.number() as u8;
    Key::new(bytes).stream(ChanceKind::Deal, 0)
}
