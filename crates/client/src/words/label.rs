//! The labels of buttons and headings.

#![allow(missing_docs)]

use text::Text;

pub const UNDO: Text = Text::of("Undo");
pub const REDO: Text = Text::of("Redo");
pub const HINT: Text = Text::of("Hint");
pub const MENU: Text = Text::of("Menu");
pub const FINISH: Text = Text::of("Finish");
pub const NEW: Text = Text::of("New deal");
pub const RESTART: Text = Text::of("Restart this deal");
pub const PREVIOUS: Text = Text::of("Back to the previous game");
pub const BACK: Text = Text::of("Back to the last winnable point");
pub const VERDICT: Text = Text::of("Can it be won?");
pub const CLOSE: Text = Text::of("Close");
pub const CANCEL: Text = Text::of("Cancel");
pub const PLAY: Text = Text::of("Deal");
pub const TABLE: Text = Text::of("Table");
pub const GAMES: Text = Text::of("Games");
pub const HINTS: Text = Text::of("Hints");
pub const MORE: Text = Text::of("More");
pub const LOOK: Text = Text::of("Look and sound");
pub const PLAYING: Text = Text::of("Playing");
pub const LANGUAGE: Text = Text::of("Language");
pub const THEME: Text = Text::of("Light or dark");
pub const MOTION: Text = Text::of("Animation");
pub const DEAL_NAME: Text = Text::of("Number, name, or 52 cards");
pub const DEAL_HELP: Text = Text::of(
    "42, v1:42, solvitaire:7, or all 52 cards: columns 1 to 7, each from the bottom up, then the stock.",
);
pub const OPTIONS: Text = Text::of("Options");
pub const DRAW: Text = Text::of("Cards drawn at once");
pub const PASSES: Text = Text::of("Passes through the stock");
pub const UNLIMITED: Text = Text::of("as many as you like");
pub const MOVES: Text = Text::of("You can move");
pub const BUILDS: Text = Text::of("whole runs");
pub const ONE: Text = Text::of("one card");
pub const BACK_OPTION: Text = Text::of("Cards may come back from the foundations");
pub const TURN_OPTION: Text = Text::of("Face-down cards turn up automatically");
pub const RECORD: Text = Text::of("This game as text");
pub const COPY: Text = Text::of("Copy");
pub const COPIED: Text = Text::of("Copied.");
pub const SAVE_FILE: Text = Text::of("Save as a file");
pub const IMPORT: Text = Text::of("Import a game");
pub const IMPORT_HELP: Text = Text::of("Paste a record here, or open a file.");
pub const OPEN_FILE: Text = Text::of("Open a file");
pub const IMPORT_DO: Text = Text::of("Import");
pub const KEYS: Text = Text::of("Keys");
pub const WON: Text = Text::of("You won!");
pub const LINE: Text = Text::of("The winning line");
pub const LINE_NOTE: Text = Text::of("It reveals cards that are still face down.");
pub const OTHER_TAB: Text = Text::of("Your game is open in another tab. This tab has its own game.");
pub const TAKE_OVER: Text = Text::of("Bring it here");
pub const TAKEN_OVER: Text = Text::of("This game continues in another tab.");
pub const TAKE_BACK: Text = Text::of("Play here");
pub const UPDATE: Text = Text::of("A new version is ready.");
pub const UPDATE_DO: Text = Text::of("Update now");
pub const LATER: Text = Text::of("Later");
pub const CERTIFIED: Text = Text::of("winnable");
pub const COPY_LINK: Text = Text::of("Copy a link to this deal");
pub const SHARE: Text = Text::of("Share …");
pub const NOT_SAVED: Text =
    Text::of("This browser does not store anything: your game is lost when you close the page.");
pub const SHOW_LINE: Text = Text::of("Show it");
pub const MESSAGES: Text = Text::of("Messages");
pub const NOTICES: Text = Text::of("Notices");
pub const DISMISS: Text = Text::of("Dismiss");
pub const YES: Text = Text::of("Yes");
pub const NO: Text = Text::of("No");
pub const SHOW_HAND: Text = Text::of("Show my hand");
pub const SHOW_HAND_HELP: Text = Text::of("Make sure that nobody else is looking.");
pub const SKIP: Text = Text::of("Skip");
pub const WHY: Text = Text::of("Why?");
pub const LOG: Text = Text::of("Log");
pub const AGAIN: Text = Text::of("Play again");
pub const RESIGN: Text = Text::of("Resign");
pub const LEAVE: Text = Text::of("Leave the table");
pub const PACE: Text = Text::of("How fast the others play");
pub const LOOK_AT_TABLE: Text = Text::of("Look at the table");
pub const SEAT: Text = Text::of("Seat");
pub const NAME: Text = Text::of("Name");
pub const WHO: Text = Text::of("Who");
pub const OPPONENTS: Text = Text::of("The others");
