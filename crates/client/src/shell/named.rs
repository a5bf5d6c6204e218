use std::fmt::{Debug, Display};

/// A place or a pile of a game. `Display` gives it a short name for programs, such as `column-5-2`: a scene
/// has these names, so that a renderer needs to know nothing of the game.
pub trait Named: Copy + Eq + Debug + Display {
    /// All that there can be at a table of the game.
    fn all() -> impl Iterator<Item = Self>;

    /// The one with this name.
    #[must_use]
    fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|named| named.to_string() == name)
    }
}
