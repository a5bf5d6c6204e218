//! The texts of online tables.

use bots::Level;
use games::catalog::{GameId, pages};
use table::Seat;
use text::{Separator, Text};
use wire::{Listing, Phrase, RefusalReason};

use crate::catalog;
use crate::online::Gone;

// Messages.

pub(crate) const NO_UNDO: Text = Text::of("moves can't be undone online");
pub(crate) const NO_HINTS: Text = Text::of("there are no hints online");
pub(crate) const NO_SOLVER: Text =
    Text::of("hints need the hidden cards, and online only the server knows them");
pub(crate) const LEAVE_SURE: Text =
    Text::of("Leave the table? The others may let a bot play in your place until you come back.");
pub(crate) const END_SURE: Text =
    Text::of("End the game? If everybody agrees, it ends now and counts for nobody.");
pub(crate) const REMOVED: Text = Text::of("the host has removed you from this table");
pub(crate) const WAS_SILENT: Text =
    Text::of("you were not there when the game was about to start and lost the seat");

/// The last events while the player was away; `more` earlier ones are only in the log.
pub(crate) fn while_away(more: usize, last: Text) -> Text {
    match more {
        0 => Text::with("While you were away: {}", [last]),
        _ => Text::with("While you were away: {} (The log has the rest.)", [last]),
    }
}

/// The reason for a refusal.
pub(crate) fn why(why: &RefusalReason) -> Text {
    match why {
        RefusalReason::Rule(refusal) => refusal.text(),
        RefusalReason::InvalidTable(error) => error.text(),
        RefusalReason::NotAMove(reason) => reason.clone(),
        RefusalReason::Undo(error) => error.text(),
        RefusalReason::NoUndo => NO_UNDO,
        RefusalReason::NoSuchBot => Text::of("this game has no such bot"),
        RefusalReason::TooLong => Text::of("this game is too long: it can only be ended"),
        RefusalReason::NotHost => Text::of("only the host can do this"),
        RefusalReason::Removed => REMOVED,
        RefusalReason::Closed => Text::of("this table is closed"),
        RefusalReason::SitDelay { seconds } => Text::with(
            "the game could not start because somebody was missing: you can sit down in {}",
            [duration(*seconds)],
        ),
        RefusalReason::TooOften => Text::of("you have done this too often at this table"),
        RefusalReason::TooManyVisitors => {
            Text::of("too many people have come and gone at this table: open another one")
        }
        RefusalReason::EndDeclined => Text::of("the others want to play on: ask again later"),
        RefusalReason::Stale => Text::of("the game has moved on in the meantime"),
        RefusalReason::TooFast => Text::of("that was too fast: slow down a little"),
        RefusalReason::NoSuchTable => Text::of("there is no such table"),
        RefusalReason::Damaged => Text::of("this table is damaged and has been closed"),
        RefusalReason::NotSeated => Text::of("you have no seat here"),
        RefusalReason::SeatTaken => Text::of("this seat is not free"),
        RefusalReason::GameStarted => Text::of("the game has already started"),
        RefusalReason::GameStarting => Text::of("the game is about to begin: one moment"),
        RefusalReason::GameOver => super::OVER,
        // The page offers none of these commands; it may have been out of date for a moment.
        RefusalReason::Unreadable
        | RefusalReason::NotAtTable
        | RefusalReason::CommitmentMismatch
        | RefusalReason::NotEverybodyReady
        | RefusalReason::GameNotStarted
        | RefusalReason::GameNotOver
        | RefusalReason::AlreadySeated => Text::of("this cannot be done now"),
        RefusalReason::NotAway => Text::of("this player is playing or has only just left"),
        RefusalReason::ReplacedByBot => Text::of("a bot is playing for you: take over again first"),
        RefusalReason::TooManyTables => {
            Text::of("you have too many open tables: close or finish one of them first")
        }
        RefusalReason::OpenedTooMany { minutes } => Text::count(
            *minutes as usize,
            "you have opened too many tables: try again in a minute",
            "you have opened too many tables: try again in {} minutes",
        ),
        RefusalReason::StoreFull => Text::of("this server has no space for new tables at the moment"),
        RefusalReason::TooManyNewTables => {
            Text::of("too many tables are being opened on this server: try again in a minute")
        }
        RefusalReason::NotStored => Text::of("this could not be stored, so nothing was changed: try again"),
    }
}

/// A phrase of the chat.
#[must_use]
pub const fn phrase(phrase: Phrase) -> Text {
    match phrase {
        Phrase::Hello => Text::of("Hello!"),
        Phrase::Luck => Text::of("Good luck!"),
        Phrase::Well => Text::of("Well played!"),
        Phrase::Ouch => Text::of("Ouch!"),
        Phrase::Roll => Text::of("What a roll!"),
        Phrase::Sorry => Text::of("Sorry!"),
        Phrase::Moment => Text::of("One moment, please."),
        Phrase::Thanks => Text::of("Thank you!"),
        Phrase::Again => Text::of("Another game?"),
        Phrase::Bye => Text::of("Goodbye!"),
    }
}

/// A phrase with its speaker: "Anna: Hello!".
pub(crate) fn says(name: Text, said: Phrase) -> Text {
    Text::row([name, phrase(said)], Separator::Colon)
}

// The pages around a table.

/// The title of the tile on the home page that leads to the lobby.
pub const FRIENDS: Text = Text::of("Play with friends");
/// A sentence about it, with the games that can be played online.
#[must_use]
pub fn friends_about() -> Text {
    let games = super::and(pages().filter(|offer| offer.online).map(|offer| catalog::about(&offer).0));
    Text::with(
        "{} online: send a link, and everybody plays or watches on their own device. At tables for several players, bots can take empty seats.",
        [games],
    )
}
/// The page was not loaded from a Cardroom server.
const NO_SERVER: Text = Text::of(
    "There is no online play on this site. You can still play against bots or together at one screen.",
);
/// The label of the name field.
pub const YOUR_NAME: Text = Text::of("Your name");
/// The explanation of the name field.
pub const NAME_HELP: Text = Text::of("The others see it next to your cards. You don't need an account.");
/// The error for an invalid name.
pub const BAD_NAME: Text = Text::of("A name has 1 to 16 characters.");
/// Submits the name.
pub const NAMED: Text = Text::of("Continue");
/// The link to the forms for new tables, and the start of their headings.
pub const OPEN: Text = Text::of("Open a table");
/// The heading of the form for a new table of a game: "Open a table: Klondike".
#[must_use]
pub fn open_table(game: GameId) -> Text {
    Text::row([OPEN, Text::name(game.title())], Separator::Colon)
}
/// Submits the form.
pub const OPEN_DO: Text = Text::of("Open the table");
/// A seat that anybody can take.
pub const FREE: Text = Text::of("free for a friend");
/// The player's own seat.
pub const YOU: Text = Text::of("you @seat");
/// The heading of the list of open tables.
pub const TABLES: Text = Text::of("Tables waiting for players");
/// The list is empty.
pub const NO_TABLES: Text = Text::of("None at the moment. Open one and send the link to a friend.");
/// Joins a table of the list.
pub const JOIN: Text = Text::of("Join");
/// The switch that puts a table on the list.
pub const PUBLIC: Text = Text::of("Anyone can join");
/// The explanation of the switch.
pub const PUBLIC_ABOUT: Text =
    Text::of("Shows the table in the list. Otherwise only people with the link can join.");
/// The label of the time limit.
pub const CLOCK: Text = Text::of("Time per turn");
/// No time limit.
pub const NO_CLOCK: Text = Text::of("no limit");
/// The heading of a table before its game.
pub const GATHER: Text = Text::of("Waiting for players");
/// The label of the link to the table.
pub const INVITE: Text = Text::of("Give this link to a friend");
/// The alternative text of the QR code.
pub const QR: Text = Text::of("QR code of the link");
/// Copies the link.
pub const COPY: Text = Text::of("Copy the link");
/// Shares the link.
pub const SHARE: Text = Text::of("Share @link");
/// Takes a seat.
pub const SIT: Text = Text::of("Sit down here");
/// Gives the seat up.
pub const STAND: Text = Text::of("Stand up");
/// Takes the seat from a person, before the game.
pub const REMOVE: Text = Text::of("Remove @seat");
/// The same, with the name, for those who do not see where the button is.
#[must_use]
pub fn remove(name: Text) -> Text {
    Text::with("Remove {} from the table", [name])
}
/// Lets everybody who was removed sit down again.
#[must_use]
pub fn allow(count: u32) -> Text {
    Text::count(count as usize, "Let the removed player back in", "Let {} removed players back in")
}
/// Closes the table before the game.
pub const CLOSE_TABLE: Text = Text::of("Close the table");
/// Asks whether to do that.
pub const CLOSE_SURE: Text = Text::of("Close this table for everybody?");
/// Does not close it.
pub const KEEP_TABLE: Text = Text::of("Keep it open");
/// Keeps the seat for a person who has been away for a while.
pub const KEEP: Text = Text::of("keep the seat");
/// Says that the player is ready.
pub const READY: Text = Text::of("I'm ready");
/// Takes that back.
pub const NOT_READY: Text = Text::of("Wait, I'm not ready");
/// Marks a player who is ready.
pub const IS_READY: Text = Text::of("ready");
/// Marks a player who is not connected.
pub const IS_AWAY: Text = Text::of("away");
/// Marks a free seat.
pub const IS_FREE: Text = Text::of("free");
/// Marks a player who is not ready.
pub const IS_NOT_READY: Text = Text::of("not ready yet");
/// The table waits for players.
pub const WAIT_SEATS: Text = Text::of("The game starts when every seat is taken and everybody is ready.");
/// The table waits for the others to be ready.
pub const WAIT_OTHERS: Text = Text::of("Waiting for the others to be ready.");
/// Shown to spectators before the game.
pub const WATCH: Text = Text::of("You are watching. To play, take a free seat.");
/// Shown to spectators during the game.
pub const WATCHING: Text = Text::of("You are watching");
/// The heading of the phrases.
pub const SAY: Text = Text::of("Say something");
/// The button that opens the phrases.
pub const SAY_SHORT: Text = Text::of("Say @button");
/// The first attempt to connect is under way.
pub const CONNECTING: Text = Text::of("Connecting …");
/// The connection is lost.
pub const RECONNECTING: Text = Text::of("Reconnecting … Nothing is lost: the game waits for you.");
/// The server uses another version of the protocol.
const OUTDATED: Text = Text::of("There is a new version of Cardroom. Reload the page to continue.");
/// Reloads the page.
pub const RELOAD: Text = Text::of("Reload");
/// There is no such table.
const MISSING: Text =
    Text::of("There is no such table. The link may be incomplete, or the table was closed long ago.");
/// The table is damaged.
const DAMAGED: Text = Text::of("This table is damaged and has been closed. That is our fault, not yours.");
/// The host has closed the table.
const CLOSED: Text = Text::of("This table is closed.");
/// Leads to the lobby.
pub const TO_LOBBY: Text = Text::of("Other tables");
/// A bot plays for the player at this screen.
pub const REPLACED: Text = Text::of("A bot is playing for you.");
/// Takes over again from the bot.
pub const BACK: Text = Text::of("Take over again");
/// Lets a bot play for somebody who is away.
pub const REPLACE: Text = Text::of("Let a bot play");
/// The player at this screen does not move, so the others may let a bot play.
pub const IDLE: Text = Text::of("It is your turn. If you don't move, the others may let a bot play for you.");
/// Asks the others to end the game, or agrees to it.
pub const END_GAME: Text = Text::of("End the game");
/// Does not agree to that.
pub const PLAY_ON: Text = Text::of("Play on");
/// The player has agreed to end the game, but others have not.
pub const END_AGREED: Text = Text::of("You want to end the game. Waiting for the others to agree.");
/// Others want to end the game.
#[must_use]
pub fn end_asked(names: Vec<Text>) -> Text {
    Text::with("{}: Let's end this game. It would count for nobody.", [super::and(names.into_iter())])
}
/// The player has agreed to the bot, but others have not.
pub const AGREED: Text = Text::of("Waiting for the others to agree.");
/// Starts the check that the cards and dice were not rigged.
pub const VERIFY: Text = Text::of("Check the cards and dice");
/// The check succeeded.
pub(crate) const VERIFIED: Text = Text::of(
    "Checked: every card and every roll comes from a key that everybody at the table made together. Your own number is part of it, so nobody could choose it.",
);
/// The check succeeded, for a viewer who did not contribute to the key.
pub(crate) const VERIFIED_ONLY: Text = Text::of(
    "Checked: every card and every roll comes from a key that everybody at the table made together.",
);
/// The record does not match what was seen before the game.
pub(crate) const NOT_SHOWN: Text =
    Text::of("This does not match what the server showed you before the game: do not trust it.");
/// The record hides a secret that the server had committed to.
pub(crate) const NOT_DISCLOSED: Text = Text::of(
    "The cards and dice follow from the key, but the server hides a secret that it discarded before the game.",
);
/// The record has no proof.
pub(crate) const NO_PROOF: Text = Text::of("This record proves nothing about its cards and dice.");
/// Saves the record of the game as a file.
pub const SAVE: Text = Text::of("Save the record");
/// Starts a rematch.
pub const REMATCH: Text = Text::of("Rematch");
/// The menu item with the link to the table.
pub const LINK: Text = Text::of("Link to this table");
/// Makes a link that signs the player in on another device.
pub const DEVICE: Text = Text::of("Play on another device");
/// Explains that link.
pub const DEVICE_HELP: Text = Text::of(
    "Open this link on the other device within ten minutes. It works once, and you are the same player there. Don't give it to anybody.",
);
/// The link could not be made.
pub const DEVICE_NONE: Text = Text::of("A link can't be made at the moment. Try again later.");
/// The link was already used or has expired.
pub const DEVICE_USED: Text =
    Text::of("This link was used already or is too old. Make a new one on the device where you played.");

/// Revokes the link.
pub const DEVICE_CANCEL: Text = Text::of("Cancel the link");
/// Asks whether to continue as the player of a link from another device.
#[must_use]
pub fn device_question(current: Option<Text>, offered: Text) -> Text {
    match current {
        Some(current) => Text::with("You are {} on this device. Continue as {}?", [current, offered]),
        None => Text::with("Continue as {} on this device?", [offered]),
    }
}
/// What to think of before agreeing.
pub const DEVICE_WARNING: Text = Text::of(
    "Agree only if you made this link yourself. Whoever made it sees your cards and can play for you.",
);
/// The player of the link is already the one of this device.
#[must_use]
pub fn device_same(name: Text) -> Text {
    Text::with("You are already {} on this device.", [name])
}
/// Agrees.
#[must_use]
pub fn continue_as(name: Text) -> Text {
    Text::with("Continue as {}", [name])
}
/// Does not agree.
#[must_use]
pub fn stay(name: Option<Text>) -> Text {
    name.map_or(Text::of("No, don't"), |name| Text::with("Stay {}", [name]))
}
/// Says who the player of this device was before.
#[must_use]
pub fn previous_player(name: Text) -> Text {
    Text::with("Before, you were {} on this device.", [name])
}
/// Goes back to that player.
#[must_use]
pub fn back_to(name: Text) -> Text {
    Text::with("Back to {}", [name])
}
/// Signs the player out on all other devices.
pub const SIGN_OUT: Text = Text::of("Sign out other devices");
/// That was done.
pub const OTHERS_SIGNED_OUT: Text = Text::of("All your other devices are signed out.");
/// That was not possible.
pub const NOT_SIGNED_OUT: Text = Text::of("This is not possible at the moment. Try again later.");
/// The player has signed this device out.
const SIGNED_OUT: Text =
    Text::of("This device was signed out. Your seats are still there on the device where you did that.");
/// Continues without the old pass.
pub const NEW_PLAYER: Text = Text::of("Continue as a new player");

/// A time to wait: "45 seconds".
fn duration(seconds: u32) -> Text {
    match seconds {
        0..120 => Text::count(seconds as usize, "1 second", "{} seconds"),
        _ => Text::count(seconds.div_ceil(60) as usize, "1 minute", "{} minutes"),
    }
}

/// The time limit of a turn: "1 minute".
#[must_use]
pub fn clock(seconds: u32) -> Text {
    match seconds {
        0..60 => Text::with("{} seconds", [seconds.into()]),
        60..3600 => Text::count(seconds as usize / 60, "1 minute", "{} minutes"),
        3600..86400 => Text::count(seconds as usize / 3600, "1 hour", "{} hours"),
        _ => Text::count(seconds as usize / 86400, "1 day", "{} days"),
    }
}

/// The people at a table of the list: "Anna and Ben".
#[must_use]
pub fn who_waits(listing: &Listing) -> Text {
    match listing.people.as_slice() {
        [] => Text::of("nobody yet"),
        people => super::and(people.iter().map(Text::name)),
    }
}

/// Details of a table of the list: "Savannah · 4 players · 13 + 5 · 2 seats free · 1 minute".
#[must_use]
pub fn about_listing(listing: &Listing) -> Text {
    let free = Text::count(listing.free.into(), "1 seat free", "{} seats free");
    Text::row(
        [catalog::set_up(listing.game, &listing.config), free, listing.clock.map_or(Text::EMPTY, clock)],
        Separator::Dot,
    )
}

/// Details of a table: "Savannah · 4 players · 13 + 5 · 1 minute".
#[must_use]
pub fn about(game: GameId, config: &str, seconds: Option<u32>) -> Text {
    Text::row([catalog::set_up(game, config), seconds.map_or(Text::EMPTY, clock)], Separator::Dot)
}

/// Why the connection is closed for good.
#[must_use]
pub const fn gone(why: Gone) -> Text {
    match why {
        Gone::NoServer => NO_SERVER,
        Gone::Outdated => OUTDATED,
        Gone::Missing => MISSING,
        Gone::Damaged => DAMAGED,
        Gone::Closed => CLOSED,
        Gone::SignedOut => SIGNED_OUT,
    }
}

/// "3 spectators".
#[must_use]
pub fn watching(count: u32) -> Text {
    Text::count(count as usize, "1 spectator", "{} spectators")
}

/// "Seat B".
#[must_use]
pub fn seat(seat: Seat) -> Text {
    Text::with("Seat {}", [seat.into()])
}

/// The level of a bot, as an option for a seat.
#[must_use]
pub const fn bot(level: Level) -> Text {
    super::player_kind(crate::shell::PlayerKind::Bot(level))
}

/// "Anna (you)".
#[must_use]
pub fn own(name: Text) -> Text {
    Text::with("{} (you)", [name])
}

/// The check failed, with the reason.
#[must_use]
pub fn not_verified(why: Text) -> Text {
    Text::with("The check failed: {}", [why])
}

/// "Ben has not moved for a while."
#[must_use]
pub fn idle(name: Text) -> Text {
    Text::with("{} has not moved for a while.", [name])
}

/// "Ben has been away for a while."
#[must_use]
pub fn late(name: Text) -> Text {
    Text::with("{} has been away for a while.", [name])
}
