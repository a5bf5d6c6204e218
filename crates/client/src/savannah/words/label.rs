//! The words on buttons and headings.

#![allow(missing_docs)]

use text::Text;

pub const END: Text = Text::of("End turn");
pub const DICE: Text = Text::of("Dice");
pub const PLAYERS: Text = Text::of("Players");
pub const PERSON: Text = Text::of("A person here");
pub const RESERVE: Text = Text::of("Cards in each reserve");
pub const DISCARD: Text = Text::of("Cards in each first discard");
pub const ACES: Text = Text::of("An ace goes on an ace (V7)");
pub const ROUNDS: Text = Text::of("Rounds at most (V14)");
pub const NO_LIMIT: Text = Text::of("no limit");
pub const FIRST: Text = Text::of("Who begins (V4)");
pub const BY_DICE: Text = Text::of("the dice decide");
pub const USUAL: Text = Text::of("usual");
pub const DEAL: Text = Text::of("Number of the deal");
pub const DEAL_HELP: Text = Text::of("Leave it empty for any deal.");
pub const BEGIN: Text = Text::of("Begin");
pub const TURNS: Text = Text::of("The turns so far");
pub const TURNS_NOTE: Text = Text::of("What others drew is left out until the game is over.");
pub const FILE_NOTE: Text = Text::of("The file holds the whole game, also the cards that are hidden now.");
pub const COVERED: Text = Text::of("Under the top card");
pub const NOTHING: Text = Text::of("nothing");
