use cards::Key;

/// The key of a new table, which all its chance comes from: 32 random bytes of the system. The store keeps it, and nobody is told it before
/// the end of the game. All keys come from here.
pub(super) fn fresh() -> Result<[u8; 32], getrandom::Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

/// The key that the store has kept.
pub(super) const fn kept(bytes: [u8; 32]) -> Key {
    Key::new(bytes)
}
