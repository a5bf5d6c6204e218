//! The labels of buttons and headings.

#![allow(missing_docs)]

use text::Text;

pub const END: Text = Text::of("End turn");
pub const DICE: Text = Text::of("Dice");
pub const PLAYERS: Text = Text::of("Players");
pub const PERSON: Text = Text::of("Person here");
pub const RESERVE: Text = Text::of("Cards in each reserve");
pub const DISCARD: Text = Text::of("Cards in each discard at the start");
pub const ACES: Text = Text::of("An ace goes on an ace (V7)");
pub const ROUNDS: Text = Text::of("Round limit (V14)");
pub const NO_LIMIT: Text = Text::of("no limit");
pub const FIRST: Text = Text::of("Who begins (V4)");
pub const BY_DICE: Text = Text::of("the dice decide");
pub const USUAL: Text = Text::of("default");
pub const DEAL: Text = Text::of("Deal number");
pub const DEAL_HELP: Text = Text::of("Leave it empty for a random deal.");
pub const BEGIN: Text = Text::of("Start");
pub const TURNS: Text = Text::of("The turns so far");
pub const TURNS_NOTE: Text = Text::of("The cards that others drew are hidden until the game is over.");
pub const FILE_NOTE: Text =
    Text::of("The file contains the whole game, including cards that are hidden now.");
pub const COVERED: Text = Text::of("Under the top card");
pub const NOTHING: Text = Text::of("nothing");
