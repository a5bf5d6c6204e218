use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use cards::DealId;
use games::catalog::Offer;
use table::{Entry, Seat, Table, Turn};

use super::PlayArgs;
use super::opponents::Opponents;
use super::save::{self, Save};
use super::screen::Console;
use super::session::{GameSetup, TerminalGame};
use crate::choice::{deal_named, levels};
use crate::english::count;
use crate::parlour::{Helpers, Parlour};

/// Goes on with the saved game, or starts a new one, and plays it.
pub(super) fn start<G: Parlour>(args: &PlayArgs, offer: Offer, out: &mut dyn Write) -> Result<()> {
    let against = args.against.as_deref().map(levels).transpose()?;
    let seat: Seat = args.seat.parse()?;
    let config: G::Config = match &against {
        Some(others) if G::HAS_OPPONENTS => args.choice.config_for(others.len() + 1)?,
        _ => args.choice.config()?,
    };
    let deal = args.deal.as_deref().map(deal_named).transpose()?;
    // Told before anything is touched: a deal that the game does not know.
    let new = Table::<G>::new(config.clone(), deal.clone().unwrap_or_else(random_deal))?;
    let asked = Opponents::new(against.as_deref().unwrap_or_default(), new.game().seats(), seat)?;

    let save = Save::open(&path(args, offer, seat)?)?;
    let asks = (args.choice.has_options() || against.is_some()).then_some(&config);
    // The game that goes on, or else what is worth keeping of what is saved.
    let (old, keeps) = match save.read()? {
        None => (None, None),
        Some(text) if args.new || deal.is_some() => match Table::<G>::load(&text) {
            Ok(old) => (None, worth_keeping(&old, seat)),
            Err(_) => (None, Some(KeptSave::Damaged)),
        },
        Some(text) => {
            let old = load::<G>(&save, &text)?;
            let others = asks.is_some_and(|config| *config != old.record().config)
                || against.is_some() && saved_opponents(&save, &old, seat).is_none_or(|saved| saved != asked);
            let keeps = worth_keeping(&old, seat);
            if others || old.outcome().is_some() { (None, keeps) } else { (Some(old), None) }
        }
    };
    let mut notes = Vec::new();
    let mut opponents = asked;
    if let Some(old) = &old {
        notes.push(format!("resumed your game of {}; `n` for a new one", G::title(&old.record().config)));
        opponents = match saved_opponents(&save, old, seat) {
            Some(saved) => saved,
            None => Opponents::new(&[], old.game().seats(), seat)?,
        };
    }
    if opponents.are_there() {
        notes.push(opponents.told());
    }
    let table = old.unwrap_or(new);
    let seats = table.game().seats();
    if seat.number() >= usize::from(seats) {
        bail!("nobody can sit at {seat}: the table has {}", count(seats.into(), "seat"));
    }
    if let Some(saved) = keeps {
        notes.push(kept(&save, saved)?);
    }
    let helpers = Helpers { turn: !args.by_hand, auto: args.auto };
    let screen = Console::new(out, args.ascii, args.plain);
    let pace = if screen.is_watched() { args.pace } else { Duration::ZERO };
    let setting = GameSetup { offer, seat, helpers, opponents, pace, resume: resume(args, offer, seat) };
    TerminalGame::new(setting, table, save, screen, notes)?.play()
}

/// Who a saved game is played against, if that is known.
fn saved_opponents<G: Parlour>(save: &Save, table: &Table<G>, you: Seat) -> Option<Opponents> {
    Opponents::read(&save.read_players()?, table.game().seats(), you)
}

/// A deal number that is short enough to be told to a friend.
pub(super) fn random_deal() -> DealId {
    // Every hasher of the standard library starts with random keys of the system.
    DealId::V1(RandomState::new().build_hasher().finish() % 1_000_000_000)
}

/// What a save has that must not be lost when another game begins.
#[derive(Clone, Copy)]
pub(super) enum KeptSave {
    /// A game that can be gone on with.
    Unfinished,
    /// Something that is no record, or no more.
    Damaged,
}

/// A game is worth keeping if it is unfinished and the player has done something in it.
pub(super) fn worth_keeping<G: Parlour>(table: &Table<G>, seat: Seat) -> Option<KeptSave> {
    (table.outcome().is_none() && has_begun(table, seat)).then_some(KeptSave::Unfinished)
}

/// Whether the player has done anything.
pub(super) fn has_begun<G: Parlour>(table: &Table<G>, you: Seat) -> bool {
    table.record().entries.iter().any(|entry| match entry {
        Entry::Chance(_) => false,
        Entry::Move { seat, .. } | Entry::Undo(seat) | Entry::Redo(seat) | Entry::Resign(seat) => {
            *seat == you
        }
    })
}

/// Keeps what is saved, and says so.
pub(super) fn kept(save: &Save, saved: KeptSave) -> Result<String> {
    let path = save.keep()?;
    let path = path.display();
    Ok(match saved {
        KeptSave::Unfinished => format!("the unfinished game is kept: --save {path} goes on with it"),
        KeptSave::Damaged => format!("the damaged save is kept as {path}"),
    })
}

fn load<G: Parlour>(save: &Save, text: &str) -> Result<Table<G>> {
    let path = save.path().display();
    let mut table = match Table::<G>::load(text) {
        Ok(table) => table,
        Err(error) => bail!(
            "the saved game {path} is damaged, {error}; it was left as it is, and --new keeps it under another name"
        ),
    };
    table.settle()?;
    if let Turn::Chance(_) = table.turn() {
        bail!("the game in {path} cannot go on: its key is a secret");
    }
    Ok(table)
}

/// The words that go on with the same save.
fn resume(args: &PlayArgs, offer: Offer, seat: Seat) -> String {
    let mut words = format!("cardroom play {}", offer.name);
    if seat != Seat::A {
        words += &format!(" --seat {seat}");
    }
    if let Some(save) = &args.save {
        words += &format!(" --save {}", save.display());
    }
    words
}

/// One save for each game, and for each seat that the player has taken.
fn path(args: &PlayArgs, offer: Offer, seat: Seat) -> Result<PathBuf> {
    if let Some(path) = &args.save {
        return Ok(path.clone());
    }
    let name = match seat {
        Seat::A => format!("{}.record", offer.name),
        seat => format!("{}-{seat}.record", offer.name),
    };
    Ok(save::home()?.join(name))
}
