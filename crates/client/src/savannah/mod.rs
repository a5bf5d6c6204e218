//! Savannah with somebody at the table: against bots, and for people around one screen.
//!
//! The table with its hidden cards lies in the [`Desk`]. What is drawn, said and listed comes from the [`View`](games::savannah::View) of
//! the eye at the screen, and from nothing else; a bot is told the view of its seat.

mod act;
mod came;
mod counsel;
mod cursor;
mod desk;
mod fresh;
mod input;
mod key;
mod layout;
mod link;
mod log;
mod pick;
mod place;
mod player;
mod point;
mod remote;
mod replay;
mod saved;
mod scene;
mod tally;
mod turns;

pub use bots::savannah::Level;
pub use counsel::Hint;
pub use desk::Desk;
pub use fresh::NewGame;
pub use input::{Choice, Input};
pub use key::{Command, Panel, command};
pub use layout::{Area, Layout};
pub use log::Line;
pub use pick::Pick;
pub use place::{Place, Spot};
pub use player::{Kind, Player, Presence};
pub use remote::Step;
pub use saved::{Kept, Saved};
pub use scene::{Laid, Mark, Scene, Seated, Slot};
pub use turns::Wait;
