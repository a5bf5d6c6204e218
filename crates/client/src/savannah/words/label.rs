//! The words on buttons and headings.

#![allow(missing_docs)]

use text::Text;

pub const END: Text = Text::of("End turn");
pub const SHOW: Text = Text::of("Show my hand");
pub const SHOW_HELP: Text = Text::of("Nobody else looks? Then go on.");
pub const SKIP: Text = Text::of("Skip");
pub const WHY: Text = Text::of("Why?");
pub const LOG: Text = Text::of("Log");
pub const YES: Text = Text::of("Yes");
pub const NO: Text = Text::of("No");
pub const NEW: Text = Text::of("New game");
pub const AGAIN: Text = Text::of("Play again");
pub const RESIGN: Text = Text::of("Give up");
pub const LEAVE: Text = Text::of("Leave the table");
pub const YOUR_HAND: Text = Text::of("your hand");
pub const DICE: Text = Text::of("Dice");
pub const PLAYERS: Text = Text::of("Players");
pub const SEAT: Text = Text::of("Seat");
pub const NAME: Text = Text::of("Name");
pub const WHO: Text = Text::of("Who");
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
pub const PACE: Text = Text::of("How fast the others play");
pub const THIS_GAME: Text = Text::of("This game");
pub const TURNS: Text = Text::of("The turns so far");
pub const TURNS_NOTE: Text = Text::of("What others drew is left out until the game is over.");
pub const FILE_NOTE: Text = Text::of("The file holds the whole game, also the cards that are hidden now.");
pub const COVERED: Text = Text::of("Under the top card");
pub const NOTHING: Text = Text::of("nothing");
pub const OVER: Text = Text::of("The game is over");
pub const LOOK: Text = Text::of("Look at the table");
pub const CARDS_LEFT: Text = Text::of("Cards left");
pub const OPPONENTS: Text = Text::of("The others");
pub const TABLE: Text = Text::of("Table of Savannah");
