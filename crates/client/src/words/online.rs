//! The texts of tables where people meet, each on a device of their own.

use bots::Level;
use games::catalog::{GameId, pages};
use table::Seat;
use text::{Separator, Text};
use wire::{Listing, Phrase, RefusalReason};

use crate::catalog;
use crate::online::Gone;

// What happened there.

pub(crate) const NO_UNDO: Text = Text::of("at a table with others a move stands");
pub(crate) const NO_HINTS: Text = Text::of("at a table with others there are no hints");
pub(crate) const NO_SOLVER: Text =
    Text::of("hints and verdicts look at the hidden cards, and only the server knows those here");
pub(crate) const LEAVE_SURE: Text =
    Text::of("Leave the table? The others may let a bot play in your place until you come back.");

/// What happened last while somebody was away; the log has what came before.
pub(crate) fn while_away(more: usize, last: Text) -> Text {
    match more {
        0 => Text::with("While you were away: {}", [last]),
        _ => Text::with("While you were away: {} (The log tells what came before.)", [last]),
    }
}

/// Why something was refused.
pub(crate) fn why(why: &RefusalReason) -> Text {
    match why {
        RefusalReason::Rule(refusal) => refusal.text(),
        RefusalReason::InvalidTable(error) => error.text(),
        RefusalReason::NotAMove(reason) => reason.clone(),
        RefusalReason::Undo(error) => error.text(),
        RefusalReason::NoUndo => NO_UNDO,
        RefusalReason::NoSuchBot => Text::of("this game has no such bot"),
        RefusalReason::TooLong => Text::of("this game has become too long: resign to end it"),
        RefusalReason::Stale => Text::of("the game has gone on in the meantime"),
        RefusalReason::TooFast => Text::of("that was too much at once: slow down a little"),
        RefusalReason::NoSuchTable => Text::of("there is no such table"),
        RefusalReason::Damaged => Text::of("this table is damaged and has been closed"),
        RefusalReason::NotSeated => Text::of("you have no seat here"),
        RefusalReason::SeatTaken => Text::of("this seat is not free"),
        RefusalReason::GameStarted => Text::of("the game has begun"),
        RefusalReason::GameStarting => Text::of("the game is about to begin: one moment"),
        RefusalReason::GameOver => super::OVER,
        // A page does not ask for these: what it shows is a moment old.
        RefusalReason::Unreadable
        | RefusalReason::NotAtTable
        | RefusalReason::CommitmentMismatch
        | RefusalReason::NotEverybodyReady
        | RefusalReason::GameNotStarted
        | RefusalReason::GameNotOver
        | RefusalReason::AlreadySeated => Text::of("this cannot be done now"),
        RefusalReason::NotAway => Text::of("they are here, or will be back soon"),
        RefusalReason::ReplacedByBot => Text::of("a bot plays for you: take your cards back first"),
        RefusalReason::TooManyTables => {
            Text::of("you have opened too many tables: play one of them to its end first")
        }
        RefusalReason::NotStored => Text::of("this could not be stored, so it has not happened: try again"),
    }
}

/// What can be said at a table.
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

/// Somebody says something: "Anna: Hello!".
pub(crate) fn says(name: Text, said: Phrase) -> Text {
    Text::row([name, phrase(said)], Separator::Colon)
}

// What stands on the pages around a table.

/// The address of the house where friends meet, on the page with all games.
pub const FRIENDS: Text = Text::of("Play with friends");
/// The same in a line, with the games that are played there.
#[must_use]
pub fn friends_about() -> Text {
    let games = super::and(pages().filter(|offer| offer.online).map(|offer| catalog::about(&offer).0));
    Text::with(
        "{} online: send a link, and each plays on their own device. Bots take the empty seats.",
        [games],
    )
}
/// Where no server is.
const NO_SERVER: Text = Text::of(
    "This site hands out the games only, so nobody can meet here. Against bots and around one screen you can play as ever.",
);
/// Above the field for a name.
pub const YOUR_NAME: Text = Text::of("Your name");
/// Under it.
pub const NAME_HELP: Text = Text::of("The others see it beside your cards. There is nothing to register.");
/// What is wrong with a name.
pub const BAD_NAME: Text = Text::of("A name has 1 to 16 letters.");
/// Goes on with that name.
pub const NAMED: Text = Text::of("Go on");
/// The way to the page of tables, and the heading above its forms.
pub const OPEN: Text = Text::of("Open a table");
/// The heading above the form of a game: "Open a table: Klondike".
#[must_use]
pub fn open_table(game: GameId) -> Text {
    Text::row([OPEN, Text::name(game.title())], Separator::Colon)
}
/// Sends the form.
pub const OPEN_DO: Text = Text::of("Open the table");
/// A seat for whoever comes.
pub const FREE: Text = Text::of("free for a friend");
/// One's own seat.
pub const YOU: Text = Text::of("you @seat");
/// The heading above the list.
pub const TABLES: Text = Text::of("Tables that wait for players");
/// The list is empty.
pub const NO_TABLES: Text = Text::of("None at the moment. Open one, and send its link to a friend.");
/// Goes to a table of the list.
pub const JOIN: Text = Text::of("Join");
/// Whether a table is in the list.
pub const PUBLIC: Text = Text::of("Anybody may join");
/// What that means.
pub const PUBLIC_ABOUT: Text =
    Text::of("The table is in the list. Otherwise only people with the link can join.");
/// A clock.
pub const CLOCK: Text = Text::of("Time for each turn");
/// No clock.
pub const NO_CLOCK: Text = Text::of("as long as it takes");
/// The heading of the page where players gather.
pub const GATHER: Text = Text::of("The table is set");
/// Above the link.
pub const INVITE: Text = Text::of("Give this link to a friend");
/// What the picture beside it is.
pub const QR: Text = Text::of("QR code of the link");
/// Copies the link.
pub const COPY: Text = Text::of("Copy the link");
/// Hands it on.
pub const SHARE: Text = Text::of("Share @link");
/// Takes a seat.
pub const SIT: Text = Text::of("Sit down here");
/// Gives it up.
pub const STAND: Text = Text::of("Stand up");
/// Waits on for a person who has been away for long.
pub const KEEP: Text = Text::of("keep the seat");
/// Ready for the game.
pub const READY: Text = Text::of("I am ready");
/// Not ready after all.
pub const NOT_READY: Text = Text::of("Wait, I am not ready");
/// Marks a player who is ready.
pub const IS_READY: Text = Text::of("ready");
/// Marks one who is not connected.
pub const IS_AWAY: Text = Text::of("away");
/// A seat where nobody sits.
pub const IS_FREE: Text = Text::of("free");
/// Marks one who is not.
pub const IS_NOT_READY: Text = Text::of("not ready yet");
/// What is waited for: free seats.
pub const WAIT_SEATS: Text = Text::of("The game begins when no seat is free and everybody is ready.");
/// What is waited for: others.
pub const WAIT_OTHERS: Text = Text::of("Waiting for the others to be ready.");
/// Whoever has no seat.
pub const WATCH: Text = Text::of("You watch. Sit down to play, if a seat is free.");
/// At a running game without a seat.
pub const WATCHING: Text = Text::of("You watch");
/// The heading above phrases.
pub const SAY: Text = Text::of("Say something");
/// The button that opens them.
pub const SAY_SHORT: Text = Text::of("Say @button");
/// The connection is being made.
pub const CONNECTING: Text = Text::of("Connecting …");
/// It has broken.
pub const RECONNECTING: Text = Text::of("Reconnecting … Nothing is lost: the game waits for you.");
/// Another version is needed.
const OUTDATED: Text = Text::of("The card room has a new version. Reload the page to play on.");
/// Loads it.
pub const RELOAD: Text = Text::of("Load again");
/// There is no such table.
const MISSING: Text =
    Text::of("There is no such table. The link may be incomplete, or the table was closed long ago.");
/// The table cannot be played on.
const DAMAGED: Text = Text::of("This table is damaged and has been closed. That is our fault, not yours.");
/// The way to the page of tables.
pub const TO_LOBBY: Text = Text::of("Other tables");
/// A bot plays for the one at this screen.
pub const REPLACED: Text = Text::of("A bot plays for you.");
/// Ends that.
pub const BACK: Text = Text::of("Take my cards back");
/// Lets a bot play for somebody who is away.
pub const REPLACE: Text = Text::of("Let a bot play");
/// One has agreed to that, and others have not.
pub const AGREED: Text = Text::of("The others are asked, too.");
/// Checks that nobody chose the cards and the dice.
pub const VERIFY: Text = Text::of("Check the cards and dice");
/// They were not chosen by anybody.
pub(crate) const VERIFIED: Text = Text::of(
    "Checked: every card and every roll comes from a key that all at the table made together. Your own number is in it, so nobody could choose it.",
);
/// The same for those who have added nothing.
pub(crate) const VERIFIED_ONLY: Text =
    Text::of("Checked: every card and every roll comes from a key that all at the table made together.");
/// The record is another one.
pub(crate) const NOT_SHOWN: Text =
    Text::of("This is not what the server showed you before the game: do not trust it.");
/// The record has no proof.
pub(crate) const NO_PROOF: Text = Text::of("This record proves nothing about its cards and dice.");
/// Keeps the record of the game.
pub const SAVE: Text = Text::of("Save the record");
/// Another game.
pub const REMATCH: Text = Text::of("Rematch");
/// The table's link, in the menu.
pub const LINK: Text = Text::of("Link to this table");
/// Moves to another device.
pub const DEVICE: Text = Text::of("Play on another device");
/// How.
pub const DEVICE_HELP: Text =
    Text::of("Open this link there within ten minutes. It works once, and makes you the same player.");
/// The link could not be had.
pub const DEVICE_NONE: Text = Text::of("There is no link at the moment. Try again later.");
/// A link for another device that works no more.
pub const DEVICE_USED: Text =
    Text::of("This link was used already or is too old. Make a new one on the device where you played.");

/// How many seconds a turn may take: "1 minute".
#[must_use]
pub fn clock(seconds: u32) -> Text {
    match seconds {
        0..60 => Text::with("{} seconds", [seconds.into()]),
        60..3600 => Text::count(seconds as usize / 60, "1 minute", "{} minutes"),
        3600..86400 => Text::count(seconds as usize / 3600, "1 hour", "{} hours"),
        _ => Text::count(seconds as usize / 86400, "1 day", "{} days"),
    }
}

/// A table in the list: "Anna and Ben".
#[must_use]
pub fn who_waits(listing: &Listing) -> Text {
    match listing.people.as_slice() {
        [] => Text::of("nobody yet"),
        people => super::and(people.iter().map(Text::name)),
    }
}

/// More of it: "Savannah · 4 players · 13 + 5 · 2 seats free · 1 minute".
#[must_use]
pub fn about_listing(listing: &Listing) -> Text {
    let free = Text::count(listing.free.into(), "1 seat free", "{} seats free");
    Text::row(
        [catalog::set_up(listing.game, &listing.config), free, listing.clock.map_or(Text::EMPTY, clock)],
        Separator::Dot,
    )
}

/// What is played at a table: "Savannah · 4 players · 13 + 5 · 1 minute".
#[must_use]
pub fn about(game: GameId, config: &str, seconds: Option<u32>) -> Text {
    Text::row([catalog::set_up(game, config), seconds.map_or(Text::EMPTY, clock)], Separator::Dot)
}

/// Why it does not go on.
#[must_use]
pub const fn gone(why: Gone) -> Text {
    match why {
        Gone::NoServer => NO_SERVER,
        Gone::Outdated => OUTDATED,
        Gone::Missing => MISSING,
        Gone::Damaged => DAMAGED,
    }
}

/// "3 watch".
#[must_use]
pub fn watching(count: u32) -> Text {
    Text::count(count as usize, "1 watches", "{} watch")
}

/// "Seat B".
#[must_use]
pub fn seat(seat: Seat) -> Text {
    Text::with("Seat {}", [seat.into()])
}

/// The level of a bot that is to sit somewhere.
#[must_use]
pub const fn bot(level: Level) -> Text {
    super::player_kind(crate::shell::PlayerKind::Bot(level))
}

/// "Anna (you)".
#[must_use]
pub fn own(name: Text) -> Text {
    Text::with("{} (you)", [name])
}

/// The check has failed, and why.
#[must_use]
pub fn not_verified(why: Text) -> Text {
    Text::with("The check has failed: {}", [why])
}

/// "Ben has been away for a while."
#[must_use]
pub fn late(name: Text) -> Text {
    Text::with("{} has been away for a while.", [name])
}
