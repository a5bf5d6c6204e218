//! The largest weights by far: those of the expert at a table of two.
//!
//! A program has them in itself. The browser's first load would be a sixth larger by them, so it is built without the feature `duel` and brings them when an
//! expert at a table of two is first asked. Whoever has not brought them gets the plain ones, which are small, and a somewhat weaker expert.

use std::sync::OnceLock;

use super::weights;

static BROUGHT: OnceLock<Vec<u8>> = OnceLock::new();

#[cfg(feature = "duel")]
const HERE: &[u8] = include_bytes!("weights/duel.bin");
#[cfg(not(feature = "duel"))]
const HERE: &[u8] = include_bytes!("weights/duel-plain.bin");

/// Brings the weights, before the first expert at a table of two thinks: the bytes of `duel.bin`. Others are of no use and are left alone; tells
/// whether they were taken.
pub fn bring_duel(bytes: Vec<u8>) -> bool {
    weights::read(&bytes).is_some() && BROUGHT.set(bytes).is_ok()
}

pub(super) fn bytes() -> &'static [u8] {
    BROUGHT.get().map_or(HERE, Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::bring_duel;

    #[test]
    fn other_bytes_are_left_alone() {
        assert!(!bring_duel(b"savannah weights 0\n".to_vec()));
    }
}
