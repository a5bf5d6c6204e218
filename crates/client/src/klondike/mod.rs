//! Klondike with somebody at the table.

mod act;
mod counsel;
mod cursor;
mod desk;
mod finish;
mod fresh;
mod input;
mod key;
mod layout;
mod pick;
mod point;
mod replay;
mod saved;
mod scene;
mod spot;
mod standing;
mod tally;

pub use desk::Desk;
pub use input::{Direction, Input};
pub use key::{Command, Panel, Press};
pub use layout::{Layout, Point};
pub use pick::Pick;
pub(crate) use pick::card_at;
pub use replay::{Along, Replay};
pub use saved::{Kept, Saved};
pub use scene::{Laid, Mark, Scene, Slot};
pub use solver::{Hint, Strength};
pub use spot::Spot;
pub use standing::Standing;
