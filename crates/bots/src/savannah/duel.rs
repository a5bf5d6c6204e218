//! The weights of the expert at a table of two, which are by far the largest.
//!
//! With the feature `duel` they are part of the program. The browser app is built without it,
//! because they would make its first load a sixth larger. It installs them before it first asks an
//! expert at a table of two. Without them the expert uses the small linear weights and is somewhat
//! weaker.

use std::sync::OnceLock;

use super::weights;

static INSTALLED: OnceLock<Vec<u8>> = OnceLock::new();

#[cfg(feature = "duel")]
const BUILT_IN: &[u8] = include_bytes!("weights/duel.bin");
#[cfg(not(feature = "duel"))]
const BUILT_IN: &[u8] = include_bytes!("weights/duel-plain.bin");

/// Installs the weights of the expert at a table of two, given the bytes of `duel.bin`. Call it
/// before the first such expert is asked. Returns `false` if the bytes are something else, or if
/// weights are already installed.
pub fn install_duel_weights(bytes: Vec<u8>) -> bool {
    weights::read(&bytes).is_some() && INSTALLED.set(bytes).is_ok()
}

pub(super) fn bytes() -> &'static [u8] {
    INSTALLED.get().map_or(BUILT_IN, Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::install_duel_weights;

    #[test]
    fn invalid_bytes_are_not_installed() {
        assert!(!install_duel_weights(b"savannah weights 0\n".to_vec()));
    }
}
