//! One interface model for every game, without a screen.
//!
//! A [`Session`] is a table with a player. Inputs go in with the time, and out come a scene to draw, texts,
//! and a list of [`Effect`]s: save this, ask the solver that, wake me then. It does no I/O, starts no thread
//! and reads no clock, so browser, terminal and tests share it.
//!
//! ```text
//!   Input, time ──▶ Session<P> ──▶ Scene, Said, Effects
//!                     │  P: Play      the rules of thumb of one game: what can be picked up,
//!                     │               where it lies, what happens by itself
//!                     └─ Link         a table that is here, one on a server, or a replay
//! ```
//!
//! What a game has to provide is the trait [`Play`]. Everything that is drawn, said or listed comes from the
//! [`View`](table::View) of the viewer at the screen, never from the hidden cards.

mod action;
mod content;
mod doubt;
mod effect;
mod input;
mod key;
mod lesson;
mod link;
mod log;
mod moves;
mod named;
mod new_game;
mod panels;
mod play;
mod player;
mod pointer;
mod present;
mod remote;
mod replay;
mod said;
mod save;
mod scene;
mod screen;
mod session;
mod tally;
mod turns;

pub use action::{Action, FormName, Shareable};
pub use content::{
    Banner, Bar, Block, Button, ButtonStyle, Chip, ChoiceOption, Field, Form, FormData, Overlay, OverlayKind,
    Preset, SeatField, SelectOption,
};
pub use effect::{Effect, Sound};
pub use input::{Direction, Input, Setting};
pub use key::{KeyBinding, Panel, Press};
pub use lesson::{Lesson, Script};
pub use link::Link;
pub use log::LogLine;
pub use named::Named;
pub use new_game::NewGame;
pub use play::{ConfigOf, MoveOf, Play, ViewOf};
pub use player::{Player, PlayerKind, Presence};
pub use pointer::Pick;
pub use present::Present;
pub use remote::{RemoteEvent, RemoteStep};
pub use replay::Replay;
pub use said::{Said, Tone};
pub use save::{SavedGame, SavedSession, summary};
pub use scene::{Area, Entrance, Mark, Point, Scene, SceneCard, SceneDice, ScenePile, SceneSeat, Symbol};
pub use screen::{KeyResult, ReplaySpan, Screen};
pub use session::Session;
pub use turns::Wait;

pub(crate) use new_game::beginning;
pub(crate) use panels::open;
